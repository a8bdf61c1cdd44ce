import { stemmer } from "stemmer"
import { memoize } from "./ClockCache.ts"
import { asciiOnly, foldText } from "./Folding.ts"

/** An entry of a full-text index: a word or its stem, and its position from 1. */
export interface Lexeme {
  readonly lexeme: string
  readonly position: number
}

/**
 * A part of a search. `word` matches the stem, or any word with the prefix. `phrase` matches lexemes that follow one
 * another; with `prefix` the last one may be the beginning of a word.
 */
export type Term =
  | { readonly _tag: "word"; readonly stem: string; readonly prefix: string | undefined }
  | { readonly _tag: "phrase"; readonly lexemes: ReadonlyArray<string>; readonly prefix: boolean }

/** The greatest position of a word of a text, which is that in PostgreSQL's tsvector. */
export const maxPosition = 16_383

/** The longest word of a text that is searched for; a longer one is cut: it is data, and not a word. */
const maxWordCharacters = 60

/** Further terms of a search are ignored. */
export const maxTerms = 16

/** Further characters of a part of a search without spaces are ignored. */
const maxUnspacedCharacters = 100

export const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

/** Words with a hyphen or a point between them, and no space. */
const [runPattern, asciiRunPattern] = [
  /[\p{L}\p{N}\p{M}]+(?:[-\u2010\u2011.][\p{L}\p{N}\p{M}]+)*/gu,
  /[a-z0-9]+(?:[-.][a-z0-9]+)*/g
]
const betweenWords = /[-\u2010\u2011.]/
const hyphen = /[-\u2010\u2011]/
const oneLetter = /^\p{L}$/u
const onlyDigits = /^\d+$/

/** Further words with hyphens between them are data, and not one word. */
const maxHyphenated = 6
const possessive = /['\u2019]s(?![\p{L}\p{N}\p{M}])/gu

/** Scripts written without spaces between words. */
export const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

interface Segment {
  readonly text: string
  readonly spaced: boolean
  /** The words that it is a part of when they are written as one: "followup", "als". */
  readonly joined?: ReadonlyArray<string>
}

interface Joined {
  readonly from: number
  readonly to: number
  readonly word: string
}

/** The words that parts of a run are as one: all of them, and each two neighbours: "NF-1", "covid-19-test", "A.L.S". */
export const joinedIn = (parts: ReadonlyArray<string>, isDotted: boolean): ReadonlyArray<Joined> => {
  if (parts.length === 1 || (!isDotted && parts.length > maxHyphenated)) return []
  const whole = { from: 0, to: parts.length, word: parts.join("") }
  if (isDotted) return [whole]
  const pairs = parts.slice(1).flatMap((part, from): ReadonlyArray<Joined> => {
    const before = parts[from] ?? ""
    return onlyDigits.test(before) && onlyDigits.test(part) ? [] : [{ from, to: from + 2, word: before + part }]
  })
  return parts.length === 2 ? pairs : [...pairs, whole]
}

/** The parts of a run, in groups that may be written as one word. */
export const groupsOf = (
  run: string
): ReadonlyArray<{ readonly parts: ReadonlyArray<string>; readonly isDotted: boolean }> => {
  const dotted = run.split(".")
  if (dotted.length > 1 && dotted.every((part) => oneLetter.test(part))) return [{ parts: dotted, isDotted: true }]
  return dotted.map((one) => ({ parts: one.split(hyphen), isDotted: false }))
}

/** Adds the parts of a run, each with the words that it is joined to. */
const addParts = (run: string, found: Array<Segment>) => {
  for (const { isDotted, parts } of groupsOf(run)) {
    const joins = joinedIn(parts, isDotted)
    for (const [at, text] of parts.entries()) {
      const joined = joins.filter(({ from, to }) => from <= at && at < to).map(({ word }) => word)
      found.push({ text, spaced: true, joined })
    }
  }
}

/** The folded words of a text without possessive endings, split where a script with spaces meets one without. */
const segments = (text: string): ReadonlyArray<Segment> => {
  const found: Array<Segment> = []
  const folded = foldText(text).replace(possessive, "")
  const isAscii = asciiOnly.test(folded)
  const isSpaced = isAscii || folded.search(unspaced) === -1 // as most texts are
  for (const run of folded.match(isAscii ? asciiRunPattern : runPattern) ?? []) {
    if (isSpaced || run.search(unspaced) === -1) {
      if (betweenWords.test(run)) addParts(run, found)
      else found.push({ text: run, spaced: true })
      continue
    }
    for (const word of run.split(betweenWords)) {
      let from = 0
      for (const match of word.matchAll(unspaced)) {
        if (match.index > from) found.push({ text: word.slice(from, match.index), spaced: true })
        found.push({ text: match[0], spaced: false })
        from = match.index + match[0].length
      }
      if (from < word.length) found.push({ text: word.slice(from), spaced: true })
    }
  }
  return found
}

/** The English stem of a folded word; words of other scripts are their own stems. */
export const stemOf = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word)

/** Stemming costs more than all else about a word. */
const cachedStemOf = memoize(stemOf, 50_000)

const shortened = (word: string): string =>
  word.length <= maxWordCharacters ? word : word.slice(0, maxWordCharacters).toWellFormed()

/**
 * Every two neighbouring characters of a text, and the last one by itself, so that each part of the text can be found.
 */
const pairs = (text: string): ReadonlyArray<string> => {
  const characters = Array.from(text)
  return characters.map((character, index) => character + (characters[index + 1] ?? ""))
}

const withStem = (word: string): ReadonlyArray<string> => {
  const stem = cachedStemOf(word)
  return stem === word ? [word] : [word, stem]
}

/**
 * Visits each position of a text in order, with what `make` gives for the lexemes there: a word and its stem, or two
 * characters of a script without spaces. A word that occurs again is not made again. With `withJoined` also the words
 * that it is a part of when they are written as one.
 */
export const forEachPosition = <A extends object>(
  text: string,
  make: (lexemes: ReadonlyArray<string>) => A,
  visit: (made: A, position: number) => void,
  withJoined = false
): void => {
  const known = new Map<string, A>()
  let position = 0
  const madeOf = (part: string, spaced: boolean) => {
    const before = known.get(part)
    if (before !== undefined) return before
    const made = make(spaced ? withStem(shortened(part)) : [part])
    known.set(part, made)
    return made
  }
  for (const { joined, spaced, text: word } of segments(text)) {
    for (const part of spaced ? [word] : pairs(word)) {
      position = Math.min(position + 1, maxPosition)
      if (withJoined && joined !== undefined) for (const one of joined) visit(madeOf(one, true), position)
      visit(madeOf(part, spaced), position)
    }
  }
}

/**
 * The lexemes of a text for a full-text index. A word and its stem have one position: searches match stems, and
 * half-typed words match the word. Databases store these lexemes instead of parsing texts, so that all find the same.
 */
export const lexemesOf = (text: string): ReadonlyArray<Lexeme> => {
  const found: Array<Lexeme> = []
  forEachPosition(
    text,
    (lexemes) => lexemes,
    (lexemes, position) => {
      for (const lexeme of lexemes) found.push({ lexeme, position })
    }
  )
  return found
}

/** The words of a text as terms, all of which must be found; empty for a text without words. */
export const queryOf = (words: string, halfTyped = true): ReadonlyArray<Term> => {
  const found = segments(words).slice(0, maxTerms)
  return found.map((segment, index): Term => {
    if (segment.spaced) {
      const word = shortened(segment.text)
      return {
        _tag: "word",
        stem: cachedStemOf(word),
        prefix: halfTyped && index === found.length - 1 ? word : undefined
      }
    }
    const characters = Array.from(segment.text).slice(0, maxUnspacedCharacters)
    return characters.length === 1
      ? { _tag: "phrase", lexemes: characters, prefix: true }
      : { _tag: "phrase", lexemes: pairs(characters.join("")).slice(0, -1), prefix: false }
  })
}

/** Further words of a phrase of a search are ignored. */
const maxPhraseWords = 32

/** The words of a text as one phrase, or as a word if there is only one; empty for a text without words. */
export const phraseOf = (text: string, halfTyped: boolean): ReadonlyArray<Term> => {
  const found = segments(text).slice(0, maxPhraseWords)
  const last = found.at(-1)
  if (last === undefined) return []
  const [ending] = queryOf(last.text, halfTyped)
  if (ending === undefined || found.length === 1) return ending === undefined ? [] : [ending]
  const before = found
    .slice(0, -1)
    .flatMap(({ spaced, text }) => (spaced ? [cachedStemOf(shortened(text))] : pairs(text)))
  return [
    ending._tag === "word"
      ? { _tag: "phrase", lexemes: [...before, ending.prefix ?? ending.stem], prefix: ending.prefix !== undefined }
      : { _tag: "phrase", lexemes: [...before, ...ending.lexemes], prefix: ending.prefix }
  ]
}

/** PostgreSQL stores at most this many positions of a lexeme. */
const maxPositionsOfLexeme = 255

/**
 * The greatest position of a word in a title. The content always begins after it, so title and content can be changed
 * separately, and no phrase runs from one into the other.
 */
export const maxTitlePosition = 254

/**
 * The lexemes of a title or a content with their positions, ascending, in the limits of PostgreSQL's tsvector. Words
 * with a hyphen between them are found as one, too.
 */
export const lexemePositions = (text: string, part: "content" | "title"): Map<string, Array<number>> => {
  const [gap, last] = part === "title" ? [0, maxTitlePosition] : [maxTitlePosition + 1, maxPosition]
  const positions = new Map<string, Array<number>>()
  const positionsOf = (lexeme: string): Array<number> => {
    const known = positions.get(lexeme)
    if (known !== undefined) return known
    const list: Array<number> = []
    positions.set(lexeme, list)
    return list
  }
  forEachPosition(
    text,
    (lexemes) => lexemes.map(positionsOf),
    (lists, position) => {
      const placed = Math.min(position + gap, last)
      for (const list of lists) if (list.length < maxPositionsOfLexeme && list.at(-1) !== placed) list.push(placed) // ascending
    },
    true
  )
  return positions
}
