import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { foldText, nameKey } from "@rare-disease-community/text/Folding"
import { unspaced, wordPattern } from "@rare-disease-community/text/Lexemes"

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

/** The same with characters that are not compared: marks and invisible ones. */
const maxTypedCharacters = 4 * maxNameCharacters

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

/** A byte order mark is white space for regular expressions, and shows nothing. */
const wordEnd = /(?:(?!\ufeff)[\s\u2014\u2026])+/

/** The words of a text in which names are looked for. */
export const nameWords = (text: string): ReadonlyArray<string> =>
  plain(text)
    .split(wordEnd)
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
      const typed = run.map(({ written }) => written).join(" ")
      if (whole.length > maxNameCharacters || typed.length > maxTypedCharacters) return []
      const key = trimmed(whole)
      if (key === "") return []
      const written = trimmed(typed)
      // A name may end in punctuation of its own, as in "type (1)".
      return [{ from, to, written, keys: Array.from(new Set([key, withoutPossessives(key), whole])) }]
    })
  )
}

const one = (pattern: RegExp) => pattern.source.replace(/\+$/, "")

/** Runs of letters of scripts without spaces. */
const unspacedRun = new RegExp(`(?:(?=${one(wordPattern)})${one(unspaced)})+`, "gu")

/** A character with its marks. */
const character = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu

/** The units of a run in which names are looked for. */
const maxUnits = 8 * maxUnspacedCharacters

/** A character of a run: its place, and how it is compared. */
interface Character {
  readonly from: number
  readonly to: number
  readonly folded: string
}

/** Every run of characters that may be a name in a script without spaces; its places are fractions of a word's. */
export const unspacedCandidates = (text: string): ReadonlyArray<NameCandidate> => {
  const found: Array<NameCandidate> = []
  let begun = 0
  for (const [place, word] of nameWords(text).entries()) {
    for (const { 0: run, index } of word.matchAll(unspacedRun)) {
      const at = (unit: number) => place + (index + unit) / (word.length + 1)
      const characters = Array.from(
        run.slice(0, maxUnits).matchAll(character),
        ({ 0: written, index }): Character => ({ from: index, to: index + written.length, folded: foldText(written) })
      )
      for (const [begin, { folded, from }] of characters.entries()) {
        if (++begun > maxUnspacedCharacters) return found
        let key = folded
        for (const { folded, to } of characters.slice(begin + 1, begin + maxUnspacedName)) {
          key += folded
          found.push({ from: at(from), to: at(to), written: run.slice(from, to), keys: [key] })
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
    const [, written = "", possessive] = word.length > maxNameCharacters ? [] : (properName.exec(word) ?? [])
    const before = words[place - 1]
    const isName = before !== undefined && !endOfSentence.test(before) && !title.test(before)
    if (written.length < minEponymLetters || isEveryday(written) || !(isName || possessive !== undefined)) return []
    const key = nameKey(written)
    return [{ from: place, to: place + 1, written, keys: [`${key} syndrome`, `${key} disease`] }]
  })
}
