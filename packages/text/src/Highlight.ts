import { lexemesOf, type Term } from "./Lexemes.ts"
import { joinedPlaces, type WordPlace, wordPlaces } from "./WordPositions.ts"

/** The place of a match of a term in a text, in UTF-16 units. */
interface Match {
  readonly term: number
  readonly from: number
  readonly to: number
}

/** A word that matches: it has one of the lexemes, or begins with the prefix. */
interface Wanted {
  readonly lexemes: ReadonlyArray<string>
  readonly prefix: string | undefined
}

/** Of a search so many different terms are highlighted. */
const maxTerms = 32

/** A text is read up to so many words of terms. */
const maxWords = 1_000

/** The words of a term, which follow one another; most terms have one. */
const wordsOfTerm = (term: Term): ReadonlyArray<Wanted> => {
  if (term._tag === "word") return [{ lexemes: [term.stem], prefix: term.prefix }]
  const last = term.lexemes.length - 1
  return term.lexemes.map((lexeme, nth) =>
    term.prefix && nth === last ? { lexemes: [], prefix: lexeme } : { lexemes: [lexeme], prefix: undefined }
  )
}

/** The lexemes of words; each word is analysed once. */
const lexemesByWord = () => {
  const known = new Map<string, ReadonlyArray<string>>()
  return ({ spaced, word }: WordPlace): ReadonlyArray<string> => {
    if (!spaced) return [word]
    const found = known.get(word) ?? lexemesOf(word).map(({ lexeme }) => lexeme)
    known.set(word, found)
    return found
  }
}

/** A word begins as its stem does, which may have another last letter. */
const beginningOf = (lexeme: string): string => lexeme.slice(0, Math.max(1, lexeme.length - 1))

/** Whether a word begins with one of some texts. */
const beginsWithOneOf = (beginnings: ReadonlySet<string>) => {
  const byLetter = new Map<string, Array<string>>()
  for (const one of beginnings) byLetter.set(one.charAt(0), [...(byLetter.get(one.charAt(0)) ?? []), one])
  return (word: string): boolean => byLetter.get(word.charAt(0))?.some((one) => word.startsWith(one)) === true
}

/** The last word of a term. */
interface TermEnd {
  readonly term: number
  /** The bit of its last word, and how many words it has. */
  readonly bit: bigint
  readonly words: number
  readonly isPrefix: boolean
}

/**
 * The terms of a search, made once for all texts. The words of all terms are bits, one after the other: a text is read
 * once for all of them (the shift-and algorithm), however long they are and however much alike.
 */
const wantedOf = (terms: ReadonlyArray<Term>) => {
  const different = Array.from(new Map(terms.map((term) => [JSON.stringify(term), term])).values()).slice(0, maxTerms)
  const [byLexeme, byPrefix] = [new Map<string, bigint>(), new Map<string, bigint>()]
  const ends: Array<TermEnd> = []
  let [begins, bit, longest] = [0n, 1n, 0]
  const add = (bits: Map<string, bigint>, key: string) => bits.set(key, (bits.get(key) ?? 0n) | bit)
  for (const [term, words] of different.map(wordsOfTerm).entries()) {
    begins |= bit
    longest = Math.max(longest, words.length)
    for (const [nth, { lexemes, prefix }] of words.entries()) {
      for (const lexeme of lexemes) add(byLexeme, lexeme)
      if (prefix !== undefined) add(byPrefix, prefix)
      const isPrefix = lexemes.length === 0
      if (nth === words.length - 1) ends.push({ term, bit, words: words.length, isPrefix })
      bit <<= 1n
    }
  }
  const all = [...byLexeme.keys(), ...byPrefix.keys()]
  const beginnings = new Set(all.map(beginningOf))
  const isBegun = beginsWithOneOf(beginnings)
  const prefixes = Array.from(byPrefix)
  const lexemesAt = lexemesByWord()
  /** The words of terms that a place is. */
  const bitsOf = (place: WordPlace): bigint => {
    const { spaced, word } = place
    if (spaced && !isBegun(word)) return 0n
    let bits = 0n
    for (const lexeme of lexemesAt(place)) bits |= byLexeme.get(lexeme) ?? 0n
    for (const [prefix, some] of prefixes) if (word.startsWith(prefix)) bits |= some
    return bits
  }
  const places = {
    beginnings: longest === 1 ? Array.from(beginnings) : undefined,
    first: new Set(all.map((text) => text.codePointAt(0) ?? 0))
  }
  return { begins, bitsOf, ends, longest, places, terms: different.length }
}

/** The matches of words that a text has in parts, such as "NF-1" of "NF1". */
function* matchesInParts(text: string, { bitsOf, ends }: ReturnType<typeof wantedOf>) {
  const words = ends.filter(({ words }) => words === 1)
  if (words.length === 0) return
  let read = 0
  for (const place of joinedPlaces(text)) {
    const bits = bitsOf(place)
    if (bits === 0n) continue
    if (++read > maxWords) return
    for (const { bit, term } of words) if ((bits & bit) !== 0n) yield { term, from: place.from, to: place.to }
  }
}

/** The matches of all terms, in the order of the text. */
function* matchesIn(text: string, wanted: ReturnType<typeof wantedOf>) {
  const { begins, bitsOf, ends, longest, places } = wanted
  let [open, read] = [0n, 0]
  const recent: Array<WordPlace> = []
  const joined = matchesInParts(text, wanted)
  let next = joined.next()
  for (const place of wordPlaces(text, places)) {
    for (; next.done !== true && next.value.from <= place.from; next = joined.next()) yield next.value
    const bits = bitsOf(place)
    open = (((place.isApart ? 0n : open) << 1n) | begins) & bits
    if (bits === 0n) continue
    if (++read > maxWords) return
    recent[read % longest] = place
    if (open === 0n) continue
    for (const { bit, isPrefix, term, words } of ends) {
      const first = recent[(read - words + 1) % longest]
      if ((open & bit) === 0n || first === undefined) continue
      yield { term, from: first.from, to: isPrefix && !place.spaced ? place.firstTo : place.to }
    }
  }
  for (; next.done !== true; next = joined.next()) yield next.value
}

/**
 * The matches within `maxCharacters` of one another that have the most different terms; of several groups the earliest.
 * Reads no more matches than it needs, and adds them to `read`.
 */
const bestGroup = (matches: Iterator<Match>, read: Array<Match>, terms: number, maxCharacters: number) => {
  const counts = new Map<number, number>()
  let best = { begin: 0, end: 0 }
  let [begin, most] = [0, 0]
  for (let next = matches.next(); next.done !== true; next = matches.next()) {
    const match = next.value
    read.push(match)
    counts.set(match.term, (counts.get(match.term) ?? 0) + 1)
    for (let oldest = read[begin]; oldest !== undefined && oldest !== match; oldest = read[++begin]) {
      if (match.to - oldest.from <= maxCharacters) break
      const left = (counts.get(oldest.term) ?? 0) - 1
      if (left > 0) counts.set(oldest.term, left)
      else counts.delete(oldest.term)
    }
    if (counts.size > most) [best, most] = [{ begin, end: read.length }, counts.size]
    if (most === terms) break
  }
  return read.slice(best.begin, best.end)
}

const wordCharacter = /[\p{L}\p{N}\p{M}'\u2019]/u
const lowSurrogate = /[\udc00-\udfff]/

/** A cut of a highlighted text is moved by up to this many UTF-16 units to fall between words; a longer word is cut. */
const maxCutShift = 40

const isMark = (text: string, at: number) => /^\p{M}$/u.test(String.fromCodePoint(text.codePointAt(at) ?? 0))

/** True if a text may be cut at a place: a character with its marks is never divided. */
const isBetweenCharacters = (text: string, at: number) =>
  at === 0 || at >= text.length || !(lowSurrogate.test(text.charAt(at)) || isMark(text, at))

const isBetweenWords = (text: string, at: number) =>
  at === 0 || at >= text.length || !wordCharacter.test(text.charAt(at)) || !wordCharacter.test(text.charAt(at - 1))

/**
 * The first place from `from` to `to`, in either direction, where a text may be cut: between words, or else characters.
 */
const cutFrom = (text: string, from: number, to: number): number | undefined => {
  const step = from <= to ? 1 : -1
  let first: number | undefined
  for (let at = from; at !== to + step; at += step) {
    const isWhole = isBetweenWords(text, at)
    if ((!isWhole && first !== undefined) || !isBetweenCharacters(text, at)) continue
    if (isWhole) return at
    first = at
  }
  return first
}

interface Window {
  readonly from: number
  readonly to: number
}

/** The part of a text to show around its matches; a quarter of the free room is in front of them. */
const windowAround = (text: string, { from, to }: Window, maxCharacters: number): Window => {
  if (text.length <= maxCharacters) return { from: 0, to: text.length }
  const room = Math.max(maxCharacters - 2 - (to - from), 0)
  const earliest = Math.max(0, Math.min(from - Math.floor(room / 4), text.length - (maxCharacters - 2)))
  const begin = earliest === 0 ? 0 : (cutFrom(text, earliest, Math.min(earliest + maxCutShift, from)) ?? from)
  const latest = Math.min(text.length, begin + Math.max(maxCharacters - 2, 1))
  const end =
    latest === text.length
      ? latest
      : (cutFrom(text, latest, Math.max(latest - maxCutShift, Math.min(to, latest - 1))) ?? latest)
  return { from: begin, to: end }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

/** A part of a text as HTML, with overlapping matches in one `<mark>`. */
const marked = (text: string, window: Window, matches: ReadonlyArray<Match>): string => {
  const spans: Array<Window> = []
  for (const match of matches) {
    let [from, to] = [Math.max(match.from, window.from), Math.min(match.to, window.to)]
    if (from >= to) continue
    for (let last = spans.at(-1); last !== undefined && from < last.to; last = spans.at(-1)) {
      from = Math.min(last.from, from)
      to = Math.max(last.to, to)
      spans.pop()
    }
    spans.push({ from, to })
  }
  let html = ""
  let done = window.from
  for (const { from, to } of spans) {
    html += `${escaped(text.slice(done, from))}<mark>${escaped(text.slice(from, to))}</mark>`
    done = to
  }
  return (html + escaped(text.slice(done, window.to))).trim()
}

/**
 * A snippet of plain text around the matches of a search, as safe HTML: the text is escaped, and `<mark>` around
 * matches is the only element. It shows the place with the most different terms, the earliest of several, in at most
 * `maxCharacters` UTF-16 units (a longer match is cut), with `…` where the text goes on. Undefined if no term is found.
 * Matches are those of an index: stems, half-typed words, phrases, folded letters, parts of texts without spaces. Of
 * many terms, and of many words in a text, the first count.
 */
export const highlight = (text: string, terms: ReadonlyArray<Term>, maxCharacters: number): string | undefined =>
  highlighter(terms)(text, maxCharacters)

/** Highlights the words of a search in many texts, or in their beginnings. */
export const highlighter = (terms: ReadonlyArray<Term>) => {
  const wanted = wantedOf(terms)
  return (text: string, maxCharacters: number, goesOn = false): string | undefined => {
    if (wanted.terms === 0) return undefined
    const matches: Iterator<Match> = matchesIn(text, wanted)
    const read: Array<Match> = []
    const group = bestGroup(matches, read, wanted.terms, maxCharacters)
    if (group.length === 0) return undefined
    const from = Math.min(...group.map((match) => match.from))
    const to = Math.max(...group.map((match) => match.to))
    const window = windowAround(text, { from, to }, maxCharacters)
    for (let next = matches.next(); next.done !== true && next.value.from < window.to; next = matches.next()) {
      read.push(next.value)
    }
    return `${window.from > 0 ? "…" : ""}${marked(text, window, read)}${goesOn || window.to < text.length ? "…" : ""}`
  }
}
