import { asciiOnly, foldLetters, foldText, greekLetters } from "./Folding.ts"
import { groupsOf, joinedIn, unspaced, wordPattern } from "./Lexemes.ts"

/** A word of a text, as `lexemesOf` finds it, and its place in the text as written. */
export interface WordPlace {
  /** Folded; in a script without spaces a character and the next one, if there is one. */
  readonly word: string
  readonly spaced: boolean
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
  let text = ""
  const add = (folded: string, begin: number, end: number) => {
    text += folded
    for (let unit = 0; unit < folded.length; unit++) {
      from.push(begin)
      to.push(end)
    }
  }
  for (const { 0: piece, index } of run.matchAll(pieces)) {
    const folded = cache.get(piece) ?? foldLetters(piece)
    cache.set(piece, folded)
    add(folded, index, index + piece.length)
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

/** Every two neighbouring characters of a part of a folded text, and the last one by itself. */
function* pairPlaces(folded: Folded, begin: number, end: number, at: number): Generator<WordPlace> {
  const characters = Array.from(folded.text.slice(begin, end))
  let unit = begin
  for (const [nth, character] of characters.entries()) {
    const next = characters[nth + 1] ?? ""
    const firstEnd = unit + character.length
    const [from, firstTo] = [at + folded.from(unit), at + folded.to(firstEnd - 1)]
    const to = at + folded.to(firstEnd + next.length - 1)
    yield { word: character + next, spaced: false, from, firstTo, to }
    unit = firstEnd
  }
}

/** The words of a run that is not one spaced word; the ending of a possessive is left out. */
function* partPlaces(folded: Folded, at: number, isPossessive: boolean): Generator<WordPlace> {
  const spacedPlace = (begin: number, end: number): WordPlace => {
    const [from, to] = [at + folded.from(begin), at + folded.to(end - 1)]
    return { word: folded.text.slice(begin, end), spaced: true, from, firstTo: to, to }
  }
  for (const { 0: word, index } of folded.text.matchAll(wordPattern)) {
    if (isPossessive && index === 0 && word === "s") continue
    let done = 0
    for (const match of word.matchAll(unspaced)) {
      const end = match.index + match[0].length
      if (match.index > done) yield spacedPlace(index + done, index + match.index)
      yield* pairPlaces(folded, index + match.index, index + end, at)
      done = end
    }
    if (done < word.length) yield spacedPlace(index + done, index + word.length)
  }
}

const apostrophes = /['\u2018\u2019\u02bc\uff07`]/

/** The words of an ASCII text that begin with one of these folded beginnings. */
const asciiRunsWith = (beginnings: ReadonlyArray<string>) => {
  const written = beginnings.filter((beginning) => /^[a-z0-9]+$/.test(beginning))
  return written.length === 0 ? /(?!)/g : new RegExp(`(?<![a-z0-9])(?:${written.join("|")})[a-z0-9]*`, "gi")
}

/**
 * The words of a text in order, found as the caller asks for them. With `beginnings`, words that have none of these
 * beginnings may be left out.
 */
export function* wordPlaces(text: string, beginnings?: ReadonlyArray<string>): Generator<WordPlace> {
  const cache = new Map<string, string>()
  const isAsciiText = asciiWords.test(text)
  const ascii = beginnings === undefined ? asciiRuns : asciiRunsWith(beginnings)
  for (const { 0: run, index } of text.matchAll(isAsciiText ? ascii : runs)) {
    const isAscii = isAsciiText || asciiOnly.test(run)
    const folded = isAscii ? run.toLowerCase() : foldText(run)
    const isPossessive = folded.startsWith("s") && index > 0 && apostrophes.test(text.charAt(index - 1))
    if (isPossessive && folded === "s") continue
    if (isAscii || (onlySpacedWord.test(folded) && folded.search(unspaced) < 0)) {
      const to = index + run.length
      yield { word: folded, spaced: true, from: index, firstTo: to, to }
    } else {
      yield* partPlaces(folded === run ? unchanged(run) : foldedPieces(run, cache), index, isPossessive)
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
        yield { word: foldText(one.word), spaced: true, from: first, firstTo: last, to: last }
      }
    }
  }
}
