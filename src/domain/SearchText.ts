import { stemmer } from "stemmer"

/** One entry of an index: a word or its stem, and where it stands (from 1). */
export interface Lexeme {
  readonly lexeme: string
  readonly position: number
}

/**
 * One thing that a search asks for. `word`: the stem, or for the last word also what begins as it does.
 * `phrase`: lexemes that follow one another, the last one maybe as a prefix (languages written without spaces).
 */
export type Term =
  | { readonly _tag: "word"; readonly stem: string; readonly prefix: string | undefined }
  | { readonly _tag: "phrase"; readonly lexemes: ReadonlyArray<string>; readonly prefix: boolean }

/** The most positions an index tells apart, and the longest word it keeps (PostgreSQL's tsvector has such limits). */
const maxPosition = 16_383
const maxWordCharacters = 60

/** The most terms of one search that are looked at; the rest of a longer one is passed over. */
export const maxTerms = 16

/**
 * Case, width, accents and a final sigma make no difference; other marks do, since many scripts spell their vowels with
 * them.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase() // a capital sharp s is made of two letters only then
    .toUpperCase()
    .toLowerCase()
    .replaceAll("\u03c2", "\u03c3")
    .normalize("NFKC")

/** Runs of letters, digits and marks; an English possessive is no word of its own. */
export const wordPattern = /[\p{L}\p{N}\p{M}]+/gu
const possessive = /['\u2019]s(?![\p{L}\p{N}\p{M}])/gu

/** Scripts written without spaces between words. */
export const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/** The words of a text, each of one kind: spaced or not. */
const segments = (text: string): ReadonlyArray<{ readonly text: string; readonly spaced: boolean }> => {
  const found: Array<{ text: string; spaced: boolean }> = []
  const folded = foldText(text).replace(possessive, "")
  const isSpaced = folded.search(unspaced) === -1 // most texts, which need not be looked at word for word
  for (const [word] of folded.matchAll(wordPattern)) {
    if (isSpaced) {
      found.push({ text: word, spaced: true })
      continue
    }
    let from = 0
    for (const match of word.matchAll(unspaced)) {
      if (match.index > from) found.push({ text: word.slice(from, match.index), spaced: true })
      found.push({ text: match[0], spaced: false })
      from = match.index + match[0].length
    }
    if (from < word.length) found.push({ text: word.slice(from), spaced: true })
  }
  return found
}

/** Stems of words met before, as many as a language has in use: finding one anew costs more than all else about a word. */
const stems = new Map<string, string>()
const maxStems = 50_000

/** The English stem of a word; of other scripts the word itself. */
const stemOf = (word: string): string => {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (!/^[a-z]{3,}$/.test(word)) return word
  if (stems.size >= maxStems) stems.clear()
  const stem = stemmer(word)
  stems.set(word, stem)
  return stem
}

const shortened = (word: string): string => word.slice(0, maxWordCharacters).toWellFormed()

/** Every two neighbouring characters of a text, and the last one alone, so that any part of it can be found. */
const pairs = (text: string): ReadonlyArray<string> => {
  const characters = Array.from(text)
  return characters.map((character, index) => character + (characters[index + 1] ?? ""))
}

/**
 * What is stored of a text so that it can be found. A word stands in it with its stem and as it is written, at one
 * position: stems meet stems, and what somebody has half typed meets the written word.
 * The same on every database, since this, and no database's own parser, decides what a word is.
 */
export const lexemesOf = (text: string): ReadonlyArray<Lexeme> => {
  const lexemes: Array<Lexeme> = []
  let last = 0
  const next = () => {
    last = Math.min(last + 1, maxPosition)
    return last
  }
  for (const segment of segments(text)) {
    if (segment.spaced) {
      const position = next()
      const word = shortened(segment.text)
      const stem = stemOf(word)
      lexemes.push({ lexeme: word, position })
      if (stem !== word) lexemes.push({ lexeme: stem, position })
    } else {
      for (const lexeme of pairs(segment.text)) lexemes.push({ lexeme, position: next() })
    }
  }
  return lexemes
}

/**
 * What words ask for, all of them; the last one counts as one that may be half typed, unless it is not. Nothing for a text
 * without words.
 */
export const queryOf = (words: string, halfTyped = true): ReadonlyArray<Term> => {
  const found = segments(words).slice(0, maxTerms)
  return found.map((segment, index): Term => {
    if (segment.spaced) {
      const word = shortened(segment.text)
      return { _tag: "word", stem: stemOf(word), prefix: halfTyped && index === found.length - 1 ? word : undefined }
    }
    const characters = Array.from(segment.text)
    return characters.length === 1
      ? { _tag: "phrase", lexemes: characters, prefix: true }
      : { _tag: "phrase", lexemes: pairs(segment.text).slice(0, -1), prefix: false }
  })
}

/** The most words of a phrase; the rest of a longer one is passed over. */
const maxPhraseWords = 32

/**
 * The words of a text one after the other, in any of their English forms, the last one maybe `halfTyped`; a single word
 * is that word. Nothing for a text without words.
 */
export const phraseOf = (text: string, halfTyped: boolean): ReadonlyArray<Term> => {
  const found = segments(text).slice(0, maxPhraseWords)
  const last = found.at(-1)
  if (last === undefined) return []
  const [ending] = queryOf(last.text, halfTyped)
  if (ending === undefined || found.length === 1) return ending === undefined ? [] : [ending]
  const before = found.slice(0, -1).flatMap(({ spaced, text }) => (spaced ? [stemOf(shortened(text))] : pairs(text)))
  return [
    ending._tag === "word"
      ? { _tag: "phrase", lexemes: [...before, ending.prefix ?? ending.stem], prefix: ending.prefix !== undefined }
      : { _tag: "phrase", lexemes: [...before, ...ending.lexemes], prefix: ending.prefix }
  ]
}
