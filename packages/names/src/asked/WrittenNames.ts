import { editDistance } from "@rare-disease-community/text/EditDistance"
import { foldText } from "@rare-disease-community/text/Folding"
import { isCounted, isNumber, nameTokens, nameWords } from "@rare-disease-community/text/NameWords"
import type { MatchedOn } from "../MatchedOn.ts"
import { inEnglishForm, isConnecting, isGeneralNoun, isNounInAnyLanguage, isStopWord } from "../SearchWords.ts"

/** A name may have one typing error in so many letters, and one at least. */
const lettersPerError = 8

/** True for an abbreviation, whatever it is stored as: "T-ALL", "ACCES syndrome". */
export const hasWordInCapitals = (text: string): boolean =>
  text.split(/\s+/).some((word) => /\p{Lu}{2}/u.test(word) && !/\p{Ll}/u.test(word))

/** Words of a search, folded, that it writes otherwise than most of its words. */
export interface WrittenWords {
  /** Words in capitals: "tested positive for SMA". */
  readonly inCapitals: ReadonlySet<string>
  /** Words with a capital that do not begin the search, or that another such word follows: "my son has Turner". */
  readonly withCapital: ReadonlySet<string>
}

const foldedMatches = (search: string, pattern: RegExp) =>
  new Set(Array.from(search.matchAll(pattern), ([word]) => foldText(word)))

/** The words that a search has in capitals or with a capital, beside words in small letters. */
export const writtenWords = (search: string): WrittenWords =>
  /(?<!\p{L})\p{Ll}{2}/u.test(search)
    ? {
        inCapitals: foldedMatches(search, /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{2,}(?![\p{L}\p{N}])/gu),
        withCapital: foldedMatches(
          search.trim(),
          /(?:(?<=\s\P{L}*)|(?=\p{L}+[\s-]\p{Lu}\p{Ll}))\p{Lu}\p{Ll}[\p{L}\p{M}]+/gu
        )
      }
    : { inCapitals: new Set(), withCapital: new Set() }

/** True if words in their order have a name, but for typing errors and spaces. */
const haveName = (said: ReadonlyArray<string>, named: ReadonlyArray<string>): boolean => {
  if (said.toSorted().join(" ") === named.toSorted().join(" ")) return true
  if (named.some((word) => (word.length === 1 || isNumber(word)) && !said.includes(word))) return false
  const name = named.join("")
  const most = Math.max(1, Math.floor(name.length / lettersPerError))
  return said.some((_, from) =>
    [-1, 0, 1].some((more) => {
      const run = said.slice(from, from + named.length + more).join("")
      return run !== "" && editDistance(run, name, most) <= most
    })
  )
}

/** True if words are the noun of a name: "muscular dystrophy" of "Duchenne muscular dystrophy", also before a comma. */
const areNounOf = (said: string, name: string): boolean => {
  if (name.startsWith(said) && /^(?:,|$)/.test(name.slice(said.length))) return true
  const before = name.endsWith(` ${said}`) ? nameTokens(name.slice(0, -said.length)).at(-1) : undefined
  return before !== undefined && !isConnecting(before) && !isStopWord(before)
}

/**
 * True if a search has a name as it is, but for typing errors and spaces, or is all of its words. "Very tall" has no
 * "T-ALL", which is written in capitals, "nose bleeds" no "nosebleed disease", "fever" no "Q fever", and "odd ears" no
 * long name with these two words. One word is a name if names have it, and a search with a number, or with a word such
 * as "disease", asks for a name.
 */
export const isWrittenIn = (search: string, { text }: MatchedOn): boolean => {
  const [folded, named] = [foldText(search), nameWords(text)]
  const tokens = nameTokens(folded)
  const isOfName = (word: string, at: number) =>
    isNumber(word) || isNounInAnyLanguage(word) || (at > 0 && isCounted(tokens[at - 1] ?? ""))
  if (tokens.some(isOfName)) return true
  if (hasWordInCapitals(text))
    return text.split(/\s+/).every((word) => search.includes(word) || isGeneralNoun(foldText(word)))
  const said = nameWords(folded)
  if (said.length === 1 && said.some((word) => named.includes(word))) return true
  if (areNounOf(folded.trim(), foldText(text))) return true
  if (named.some(isGeneralNoun)) return false
  return haveName(said, named) || haveName(nameWords(inEnglishForm(folded)), named)
}
