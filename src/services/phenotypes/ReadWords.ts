import { type FoundSigns, firstOfEach, wholeIn } from "@rare-disease-community/signs/FoundSigns"
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

const countWords = (parts: ReadonlyArray<string>): number => parts.flatMap((part) => part.split(/\s+/)).length

/** The better reading of a text: "café-au-lait spots, hypotonia" has French words, but English knows more of it. */
const betterOf = (words: FoundSigns, again: FoundSigns, isUnread: boolean): FoundSigns => {
  const knowsMore = wholeIn(again) > wholeIn(words) && countWords(again.unknown) <= countWords(words.unknown)
  return knowsMore || (isUnread && wholeIn(again) > 0) ? again : words
}

/** A reading with signs that others read in the parts of it that say nothing in its language. */
const withParts = (words: FoundSigns, others: FoundSigns): FoundSigns => {
  const added = others.recognised.filter(({ text }) => words.unknown.includes(text))
  const texts = added.map(({ text }) => text)
  return {
    ...words,
    recognised: firstOfEach([...words.recognised, ...added]),
    unknown: words.unknown.filter((part) => !texts.includes(part))
  }
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
  const isUnread = symptoms !== "" && wholeIn(words) === 0 && !reader.isIn(symptoms, languages)
  const isDoubtful = isUnread || (words.unknown.length > 0 && isShort(symptoms))
  const others = isDoubtful ? reader.everydayLanguages.filter((language) => !languages.includes(language)) : []
  const again = others.length > 0 ? yield* inSlices(reader.read(symptoms, others, only)) : words
  const better = betterOf(words, again, isUnread)
  // "Pes cavus, debilidad muscular" is no Portuguese. A single word may mean something else in another language.
  const isList = only === undefined && others.length > 0 && isShort(symptoms)
  const unread = isList ? better.unknown.filter((part) => part.includes(" ")) : []
  if (unread.length === 0 || reader.hasNegation(symptoms, reader.everydayLanguages)) return better
  return withParts(better, yield* inSlices(reader.read(unread.join("; "), reader.everydayLanguages, only)))
})
