import { isEveryday } from "../../text/ContentWords.ts"
import { nameKey } from "../../text/Folding.ts"
import { unspaced, wordPattern } from "../../text/Lexemes.ts"

/** A part of a text that may be the name of a disease. */
export interface NameCandidate {
  /** The place of its first word, and the place after its last. */
  readonly from: number
  readonly to: number
  /** The text as written, without punctuation at its ends. */
  readonly written: string
  /** The keys under which a name may be stored. */
  readonly keys: ReadonlyArray<string>
}

/** Names of diseases are looked for in this many words of a text; the rest of a longer one is ignored. */
const maxTextWords = 1_000

/** The maximum number of words of a text that are tried together as the name of a disease. */
const maxNameWords = 8

/** The maximum number of characters of a text that are tried together as the name of a disease. */
const maxNameCharacters = 120

/** The maximum number of characters of a text without spaces that are tried together as the name of a disease. */
const maxUnspacedName = 12

/** Further characters of a text without spaces are ignored. */
const maxUnspacedCharacters = 1_000

/** An eponym has at least this many letters. */
const minEponymLetters = 4

const punctuationAtEnds = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu
const trimmed = (text: string) => text.replace(punctuationAtEnds, "")

/** "Marfan's syndrome" is "Marfan syndrome" too, and "MFS's" is "MFS". */
export const withoutPossessives = (text: string): string => text.replace(/'s(?= |$)/gi, "")

/** Straight quotes and hyphens, as the catalogue writes them, without Markdown's emphasis. */
const plain = (text: string) =>
  text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2013]/g, "-")
    .replace(/[*_~`]+/g, "")

/** The words of a text in which names are looked for. */
export const nameWords = (text: string): ReadonlyArray<string> =>
  plain(text)
    .split(/[\s\u2014\u2026]+/)
    .filter((word) => word !== "")
    .slice(0, maxTextWords)

/** Every run of words of a text that may be the name of a disease. */
export const nameCandidates = (text: string): ReadonlyArray<NameCandidate> => {
  const words = nameWords(text).map((written) => ({ written, key: nameKey(written) }))
  return words.flatMap((_, from) =>
    words.slice(from, from + maxNameWords).flatMap((_, length): ReadonlyArray<NameCandidate> => {
      const to = from + length + 1
      const run = words.slice(from, to)
      const whole = run.map(({ key }) => key).join(" ")
      if (whole.length > maxNameCharacters) return []
      const key = trimmed(whole)
      if (key === "") return []
      const written = trimmed(run.map(({ written }) => written).join(" "))
      // A name may end in punctuation of its own, as in "type (1)".
      return [{ from, to, written, keys: Array.from(new Set([key, withoutPossessives(key), whole])) }]
    })
  )
}

/** Runs of letters of scripts without spaces. */
const unspacedRun = new RegExp(`(?:(?=${wordPattern.source})${unspaced.source.replace(/\+$/, "")})+`, "gu")

/** Every run of characters that may be a name in a script without spaces; its places are fractions of a word's. */
export const unspacedCandidates = (text: string): ReadonlyArray<NameCandidate> => {
  const found: Array<NameCandidate> = []
  let begun = 0
  for (const [place, word] of nameWords(text).entries()) {
    for (const { 0: run, index } of word.matchAll(unspacedRun)) {
      const characters = Array.from(run)
      const at = (character: number) => place + (index + character) / (word.length + 1)
      for (const begin of characters.keys()) {
        if (++begun > maxUnspacedCharacters) return found
        for (let end = begin + 2; end <= Math.min(begin + maxUnspacedName, characters.length); end++) {
          const written = characters.slice(begin, end).join("")
          found.push({ from: at(begin), to: at(end), written, keys: [nameKey(written)] })
        }
      }
    }
  }
  return found
}

const title = /^(?:mrs?|ms|dr|prof|professor|doctor|sir|aunt|uncle)\.?$/i
const endOfSentence = /[.!?:]["')\]]*$/
const properName = /^["'(]*(\p{Lu}\p{Ll}[\p{L}-]+)('s)?[^\p{L}]*$/u

/**
 * Names of people that mean a disease: "diagnosed with Marfan", "Gaucher's". The first word of a sentence counts only
 * as a possessive.
 */
export const eponymCandidates = (text: string): ReadonlyArray<NameCandidate> => {
  const words = nameWords(text)
  return words.flatMap((word, place): ReadonlyArray<NameCandidate> => {
    const [, written = "", possessive] = properName.exec(word) ?? []
    const before = words[place - 1]
    const isName = before !== undefined && !endOfSentence.test(before) && !title.test(before)
    if (written.length < minEponymLetters || isEveryday(written) || !(isName || possessive !== undefined)) return []
    const key = nameKey(written)
    return [{ from: place, to: place + 1, written, keys: [`${key} syndrome`, `${key} disease`] }]
  })
}
