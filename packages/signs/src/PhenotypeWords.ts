// Names typed in a box are analysed here: half a word, of any of ten languages, with one plain stem for all of these.
// Signs in sentences have another analyser (`SignWords`), since there the language is known, and denials, clauses and
// small words count.

import { memoize } from "@rare-disease-community/text/ClockCache"
import { asciiOnly, foldText, seenText } from "@rare-disease-community/text/Folding"
import { americanSpelling } from "@rare-disease-community/text/Spelling"
import nameWords from "../words/name-words.json" with { type: "json" }
import { negationKey } from "./SignWords.ts"

/** A word of a text in the form that is compared, and its place in the text. */
export interface PlacedWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

const allIn = (lists: Readonly<Record<string, ReadonlyArray<string>>>) => new Set(Object.values(lists).flat())

/**
 * Words that deny, and words that say nothing about a sign, in the languages of the labels: a name has no language that
 * is known.
 */
const [negations, silent] = [allIn(nameWords.negation), allIn(nameWords.silent)]

const isPlain = /^[a-z]+$/
const ending = /(?:ings?|edly|ed|ly|ness|ful)$/

/** One form for the inflections of a word, in whichever European language: without plural and other endings. */
export const stemWord = (folded: string): string => {
  if (folded.length < 4 || !isPlain.test(folded)) return folded
  let word = (folded.length < 5 ? folded : americanSpelling(folded)).replace(/ph/g, "f")
  const cut = word.replace(ending, "")
  if (cut.length >= 4 || (cut.length === 3 && word.length >= 6)) word = cut.replace(/([bdgmnprt])\1$/, "$1")
  if (/[^sui]s$/.test(word)) word = word.slice(0, -1)
  if (word.endsWith("ie") || word.endsWith("i")) word = word.replace(/ie?$/, "y")
  let end = word.length
  while (end > 4 && "aeiouyns".includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const token = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)?/gu

/** True for a text in a script without spaces: its names are looked for at each character. */
export const isUnspaced = (text: string): boolean =>
  !asciiOnly.test(text) && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/** The word of a folded token; empty for one that says nothing. */
const wordOf = memoize((written): string => {
  if (/n't$/.test(written) || written === "can't") return negationKey
  // "l'œil" is about the eye, "Marfan's" about Marfan.
  const plain = written.replace(/^\p{L}{1,2}'(?=\p{L}{2})/u, "").replace(/'.*$/, "")
  if (negations.has(plain)) return negationKey
  return silent.has(plain) || (plain.length < 2 && !/\d/.test(plain)) ? "" : stemWord(plain)
}, 60_000)

/** The words of a text that say something, in the form that is compared. A run of a script without spaces is one. */
export const placedWords = (text: string): ReadonlyArray<PlacedWord> => {
  const found: Array<PlacedWord> = []
  for (const match of seenText(text).normalize("NFC").matchAll(token)) {
    const [written] = match
    if (isUnspaced(written)) {
      for (const run of written.matchAll(eastern)) {
        const from = match.index + run.index
        found.push({ word: foldText(run[0]), from, to: from + run[0].length })
      }
      continue
    }
    const word = wordOf(foldText(written))
    if (word !== "") found.push({ word, from: match.index, to: match.index + written.length })
  }
  return found
}

/** The maximum number of words of the name of a phenotype. */
const maxWords = 14

/** The words of a name, each once. */
export const wordsOf = (name: string): ReadonlyArray<string> => {
  const words = placedWords(name.replace(/[’‘`´]/g, "'")).map(({ word }) => word)
  return words.every((word) => word === negationKey) ? [] : Array.from(new Set(words)).slice(0, maxWords)
}

/** The texts that a wording stands for: "(arms|legs) hurt" is "arms hurt" and "legs hurt". */
export const alternatives = (wording: string): ReadonlyArray<string> => {
  const [group, choices] = /\(([^()]*)\)/.exec(wording) ?? []
  if (group === undefined || choices === undefined) return [wording.replace(/\s+/g, " ").trim()]
  return choices.split("|").flatMap((choice) => alternatives(wording.replace(group, () => choice)))
}
