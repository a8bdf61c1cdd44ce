import { asciiOnly, foldLetters, foldText, greekLetters } from "./Folding.ts"
import { groupsOf, joinedIn, unspaced, wordPattern } from "./Lexemes.ts"

/** A word of a text, as `lexemesOf` finds it, and its place in the text as written. */
export interface WordPlace {
  /** Folded; in a script without spaces a character and the next one, if there is one. */
  readonly word: string
  readonly spaced: boolean
  /** True behind a place that was left out. */
  readonly isApart: boolean
  /** Beginning of the word, end of its first character (in scripts without spaces) and end, in UTF-16 units. */
  readonly from: number
  readonly firstTo: number
  readonly to: number
}

/** A folded text, with the beginning and the end of the characters that each of its units comes from. */
interface Folded {
  readonly text: string
  readonly from: (unit: number) => number
  readonly to: (unit: number) => number
}

/** Word characters, and symbols that fold to word characters, such as "\u2122"; U+02BC is an apostrophe. */
const inWord =
  "[[\\p{L}\\p{N}\\p{M}\\u20a8\\u2100-\\u213b\\u249c-\\u24e9\\u2e9f-\\u2fd5\\u309b\\u309c\\u3196-\\u33ff\\ufdfc" +
  "\\u{1ccd6}-\\u{1ccef}\\u{1d15e}-\\u{1d1c0}\\u{1f110}-\\u{1f251}]--\\u02bc]+"

/** Invisible characters within a word do not divide it. */
const runs = new RegExp(`${inWord}(?:\\p{Default_Ignorable_Code_Point}+${inWord})*`, "gv")

/** Characters that fold together: a character with its marks, and the letters of a Hangul syllable. */
const pieces =
  /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\ud7b0-\ud7fb\uffa0-\uffdc]+|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu

/** ASCII and typographic dashes, quotation marks and dots, which are not word characters. */
const asciiWords = /^[\0-\x7f\u2010-\u2027]*$/
/** Word characters of such a text, found several times as fast. */
const asciiRuns = /[a-z0-9]+/gi
const onlySpacedWord = /^[\p{L}\p{N}\p{M}]+$/u

/** Folds a run piece by piece, since folding changes the number of characters. */
const foldedPieces = (run: string, cache: Map<string, string>): Folded => {
  const from: Array<number> = []
  const to: Array<number> = []
  let [text, begin] = ["", 0]
  for (const piece of run.match(pieces) ?? []) {
    const folded = cache.get(piece) ?? foldLetters(piece)
    cache.set(piece, folded)
    const end = begin + piece.length
    for (let unit = 0; unit < folded.length; unit++) {
      from.push(begin)
      to.push(end)
    }
    text += folded
    begin = end
  }
  return withGreekNames({ text, from: (unit) => from[unit] ?? run.length, to: (unit) => to[unit] ?? run.length })
}

/** The same with the names of single Greek letters in their places. */
const withGreekNames = (folded: Folded): Folded => {
  const greek = greekLetters(folded.text)
  if (greek.size === 0) return folded
  const units: Array<number> = []
  let text = ""
  for (let unit = 0; unit < folded.text.length; unit++) {
    const name = greek.get(unit) ?? folded.text.charAt(unit)
    text += name
    for (let at = 0; at < name.length; at++) units.push(unit)
  }
  const unitAt = (at: number) => units[at] ?? folded.text.length
  return { text, from: (at) => folded.from(unitAt(at)), to: (at) => folded.to(unitAt(at)) }
}

const unchanged = (text: string): Folded => ({ text, from: (unit) => unit, to: (unit) => unit + 1 })

/** Characters each of which folds to one unit, alone and beside others. */
const foldToOne = /^[\0-\x7f\u3041-\u3096\u30a1-\u30f6\u30fc\u3400-\u9fff]*$/

/** A run whose places are looked for where a caller wants one. */
const foldedRun = (run: string, text: string, cache: Map<string, string>): Folded => {
  if (text === run || foldToOne.test(run)) return unchanged(text)
  let pieces: Folded | undefined
  const read = () => {
    pieces ??= foldedPieces(run, cache)
    return pieces
  }
  return { text, from: (unit) => read().from(unit), to: (unit) => read().to(unit) }
}

/** The place behind the character at a place. */
const behind = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** Every two neighbouring characters of a part of a folded text, and the last one by itself, where one is wanted. */
function* pairPlaces(
  folded: Folded,
  [begin, end]: readonly [begin: number, end: number],
  at: number,
  first?: ReadonlySet<number>
): Generator<WordPlace> {
  const { text } = folded
  let done = begin
  for (let from = begin, firstTo = begin; from < end; from = firstTo) {
    firstTo = behind(text, from)
    if (first?.has(text.codePointAt(from) ?? 0) === false) continue
    const to = firstTo < end ? behind(text, firstTo) : firstTo
    yield {
      word: text.slice(from, to),
      spaced: false,
      isApart: from > done,
      from: at + folded.from(from),
      firstTo: at + folded.to(firstTo - 1),
      to: at + folded.to(to - 1)
    }
    done = firstTo
  }
}

/** The words of a run that is not one spaced word; the ending of a possessive is left out. */
function* partPlaces(
  folded: Folded,
  at: number,
  isPossessive: boolean,
  first?: ReadonlySet<number>
): Generator<WordPlace> {
  const spacedPlace = (begin: number, end: number): WordPlace => {
    const [from, to] = [at + folded.from(begin), at + folded.to(end - 1)]
    return { word: folded.text.slice(begin, end), spaced: true, isApart: false, from, firstTo: to, to }
  }
  if (unspacedRun.test(folded.text)) return yield* pairPlaces(folded, [0, folded.text.length], at, first)
  for (const { 0: word, index } of folded.text.matchAll(wordPattern)) {
    if (isPossessive && index === 0 && word === "s") continue
    let done = 0
    for (const match of word.matchAll(unspaced)) {
      const end = match.index + match[0].length
      if (match.index > done) yield spacedPlace(index + done, index + match.index)
      yield* pairPlaces(folded, [index + match.index, index + end], at, first)
      done = end
    }
    if (done < word.length) yield spacedPlace(index + done, index + word.length)
  }
}

/** Word characters of common scripts without spaces. */
const unspacedRun =
  /^[\u0e01-\u0e3a\u0e40-\u0e4e\u1780-\u17b3\u1000-\u1049\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]*$/

const apostrophes = /['\u2018\u2019\u02bc\uff07`]/

/** The words of an ASCII text that begin with one of these folded beginnings. */
const asciiRunsWith = (beginnings: ReadonlyArray<string>) => {
  const written = beginnings.filter((beginning) => /^[a-z0-9]+$/.test(beginning))
  return written.length === 0 ? /(?!)/g : new RegExp(`(?<![a-z0-9])(?:${written.join("|")})[a-z0-9]*`, "gi")
}

/** A run folded, and whether it is one word. */
const readRun = (run: string) => {
  if (asciiOnly.test(run)) return { folded: run.toLowerCase(), isWord: true }
  const folded = foldText(run)
  return { folded, isWord: onlySpacedWord.test(folded) && folded.search(unspaced) < 0 }
}

/** The words that a caller looks for; others may be left out. */
interface WantedPlaces {
  /** The beginnings of words, if it does not ask whether words follow one another. */
  readonly beginnings?: ReadonlyArray<string> | undefined
  /** The first characters of pairs of a script without spaces. */
  readonly first?: ReadonlySet<number> | undefined
}

/** The words of a text in order, found as the caller asks for them. */
export function* wordPlaces(text: string, { beginnings, first }: WantedPlaces = {}): Generator<WordPlace> {
  const cache = new Map<string, string>()
  const isAsciiText = asciiWords.test(text)
  const ascii = beginnings === undefined ? asciiRuns : asciiRunsWith(beginnings)
  const known = new Map<string, ReturnType<typeof readRun>>()
  for (const { 0: run, index } of text.matchAll(isAsciiText ? ascii : runs)) {
    const { folded, isWord } = known.get(run) ?? readRun(run)
    known.set(run, { folded, isWord })
    const isPossessive = folded.startsWith("s") && index > 0 && apostrophes.test(text.charAt(index - 1))
    if (isPossessive && folded === "s") continue
    if (isWord) {
      const to = index + run.length
      yield { word: folded, spaced: true, isApart: false, from: index, firstTo: to, to }
    } else {
      yield* partPlaces(foldedRun(run, folded, cache), index, isPossessive, first)
    }
  }
}

/** A hyphen or a point before a word. */
const separators = /[-.\u2010\u2011](?=[\p{L}\p{N}])/gu

const wordCharacter = /[\p{L}\p{N}\p{M}]/u

/** A word that is written in parts, from its first letter on. */
const inParts = /[\p{L}\p{N}\p{M}]+(?:[-.\u2010\u2011][\p{L}\p{N}\p{M}]+)+/uy

/** The words of a text that are written in parts, as one: "NF-1", "A.L.S.". */
export function* joinedPlaces(text: string): Generator<WordPlace> {
  let done = 0
  for (const { index } of text.matchAll(separators)) {
    let from = index
    while (from > done && wordCharacter.test(text.charAt(from - 1))) from--
    if (index < done || from === index) continue
    inParts.lastIndex = from
    const [run = ""] = inParts.exec(text) ?? []
    done = from + run.length
    for (const { isDotted, parts } of groupsOf(run)) {
      const places = parts.map((part) => {
        const place = { from, to: from + part.length }
        from = place.to + 1
        return place
      })
      for (const one of joinedIn(parts, isDotted)) {
        const [first, last] = [places[one.from]?.from ?? from, places[one.to - 1]?.to ?? done]
        yield { word: foldText(one.word), spaced: true, isApart: false, from: first, firstTo: last, to: last }
      }
    }
  }
}
