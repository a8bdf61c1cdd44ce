import type { FoundSigns } from "@rare-disease-community/signs/FoundSigns"
import type { SignReader } from "@rare-disease-community/signs/SignReader"
import { Effect, Predicate } from "effect"
import { inSlices } from "../../concurrency/Slices.ts"
import { maxSymptoms } from "../../domain/phenotypes/Phenotype.ts"
import { detectLanguage } from "../DetectLanguage.ts"

/** A text of fewer words may be in another language than it seems to be: Latin terms are alike in all. */
const minDetected = 10

const isShort = (text: string) => text.split(/\s+/).length < minDetected

/** The languages that a text may be in: that of the request, and the one that it seems to be in. */
export const languagesOf = (reader: SignReader, text: string, lang: string | undefined) =>
  Effect.map(text === "" ? Effect.succeed(undefined) : detectLanguage(text, reader.languages), (detected) => {
    const likely = [lang, detected].filter(Predicate.isNotUndefined).filter((one) => reader.languages.includes(one))
    if (likely.length > 0 && (lang === detected || !isShort(text))) return likely
    const bySmallWords = reader.languagesBySmallWords(text.slice(0, maxSymptoms))
    const isLikely = detected === undefined || bySmallWords.includes(detected)
    return [...likely.filter((one) => one === lang), isLikely ? detected : undefined, ...bySmallWords].filter(
      (one) => one !== undefined
    )
  })

/** The better reading of a text: "café-au-lait spots, hypotonia" has French words, but English knows more of it. */
const betterOf = (words: FoundSigns, again: FoundSigns, isUnread: boolean): FoundSigns => {
  const knowsMore = again.recognised.length > words.recognised.length && again.unknown.length < words.unknown.length
  return knowsMore || (isUnread && again.recognised.length > 0) ? again : words
}

/** Reads words in the languages that they may be in; only some signs where their ids are given. */
export const readWords = Effect.fnUntraced(function* (
  reader: SignReader,
  symptoms: string,
  languages: ReadonlyArray<string>,
  ids?: ReadonlySet<string>
) {
  const only = ids === undefined ? undefined : reader.namesOf(ids)
  const words = yield* inSlices(reader.read(symptoms, languages, only))
  // The language of a list of words without sentences is easily mistaken.
  const isUnread = symptoms !== "" && words.recognised.length === 0 && !reader.isIn(symptoms, languages)
  const isDoubtful = isUnread || (words.unknown.length > 0 && isShort(symptoms))
  const others = isDoubtful ? reader.everydayLanguages.filter((language) => !languages.includes(language)) : []
  const again = others.length > 0 ? yield* inSlices(reader.read(symptoms, others, only)) : words
  return betterOf(words, again, isUnread)
})
