import { lexemesOf, type Term } from "./SearchText.ts"
import { type WordPlace, wordPlaces } from "./WordPlaces.ts"

/** A part of a text that one term of a search is found in; UTF-16 units. */
interface Match {
  readonly term: number
  readonly from: number
  readonly to: number
}

/** What one word of a term asks of a word of the text: to be one of these lexemes, or to begin so. */
interface Wanted {
  readonly lexemes: ReadonlyArray<string>
  readonly prefix: string | undefined
}

/** One term: words that follow one another, mostly one. */
interface Sequence {
  readonly term: number
  readonly wanted: ReadonlyArray<Wanted>
}

const sequencesOf = (term: Term, index: number): ReadonlyArray<Sequence> => {
  if (term._tag === "word") return [{ term: index, wanted: [{ lexemes: [term.stem], prefix: term.prefix }] }]
  const last = term.lexemes.length - 1
  const wanted = term.lexemes.map((lexeme, nth) =>
    term.prefix && nth === last ? { lexemes: [], prefix: lexeme } : { lexemes: [lexeme], prefix: undefined }
  )
  return [{ term: index, wanted }]
}

/** What an index makes of words; each is looked at once. */
const lexemesByWord = () => {
  const known = new Map<string, ReadonlyArray<string>>()
  return ({ spaced, word }: WordPlace): ReadonlyArray<string> => {
    if (!spaced) return [word]
    const found = known.get(word) ?? lexemesOf(word).map(({ lexeme }) => lexeme)
    known.set(word, found)
    return found
  }
}

type LexemesOfPlace = ReturnType<typeof lexemesByWord>

const isWanted = (place: WordPlace, { lexemes, prefix }: Wanted, lexemesAt: LexemesOfPlace): boolean =>
  (prefix !== undefined && place.word.startsWith(prefix)) ||
  (lexemes.length > 0 && lexemesAt(place).some((lexeme) => lexemes.includes(lexeme)))

/** Where a sequence stands whose last word is the last of these places; none if it does not end there. */
const matchAtEnd = (
  sequence: Sequence,
  places: ReadonlyArray<WordPlace>,
  lexemesAt: LexemesOfPlace
): Match | undefined => {
  const { term, wanted } = sequence
  const begin = places.length - wanted.length
  for (let nth = wanted.length - 1; nth >= 0; nth--) {
    const [place, want] = [places[begin + nth], wanted[nth]]
    if (place === undefined || want === undefined || !isWanted(place, want, lexemesAt)) return undefined
  }
  const [first, last] = [places[begin], places.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const isOneCharacter = wanted.at(-1)?.lexemes.length === 0 && !last.spaced
  return { term, from: first.from, to: isOneCharacter ? last.firstTo : last.to }
}

/** Sequences by the character that their last word begins with: a word and its stem begin with the same one. */
const byInitial = (sequences: ReadonlyArray<Sequence>): ReadonlyMap<string, ReadonlyArray<Sequence>> => {
  const initials = new Map<string, Array<Sequence>>()
  for (const sequence of sequences) {
    const { lexemes = [], prefix = "" } = sequence.wanted.at(-1) ?? {}
    for (const initial of new Set([...lexemes, prefix].map((one) => one.charAt(0)))) {
      initials.set(initial, [...(initials.get(initial) ?? []), sequence])
    }
  }
  return initials
}

/** What the terms are found in, in the order of the text. */
function* matchesIn(text: string, sequences: ReadonlyArray<Sequence>): Generator<Match> {
  const lexemesAt = lexemesByWord()
  const initials = byInitial(sequences)
  const longest = Math.max(...sequences.map(({ wanted }) => wanted.length))
  const recent: Array<WordPlace> = []
  for (const place of wordPlaces(text)) {
    recent.push(place)
    if (recent.length > longest) recent.shift()
    for (const sequence of initials.get(place.word.charAt(0)) ?? []) {
      const match = matchAtEnd(sequence, recent, lexemesAt)
      if (match !== undefined) yield match
    }
  }
}

/**
 * The matches near one another, within so many characters, that hold the most different terms; the earliest of those.
 * Reads no further than it must; what it read stands in `read`.
 */
const bestGroup = (matches: Iterator<Match>, read: Array<Match>, terms: number, maxCharacters: number) => {
  const counts = new Map<number, number>()
  let best: ReadonlyArray<Match> = []
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
    if (counts.size > most) [best, most] = [read.slice(begin), counts.size]
    if (most === terms) break
  }
  return best
}

/** What is never parted: a character with its marks. */
const characters = /\P{M}\p{M}*/gu
const wordCharacter = /[\p{L}\p{N}\p{M}'\u2019]/u
const lowSurrogate = /[\udc00-\udfff]/

/** How far a cut is moved so that it parts no word, in UTF-16 units; a longer word is cut through. */
const longestWord = 40

/** The places of a text between `from` and `to` where it may be cut, between words if there are any such. */
const cutsBetween = (text: string, from: number, to: number): ReadonlyArray<number> => {
  const starts = Array.from(text.slice(from, to + 1).matchAll(characters), ({ index }) => from + index).filter(
    (at) => !lowSurrogate.test(text.charAt(at))
  )
  const isBetweenWords = (at: number) =>
    at === 0 || at >= text.length || !wordCharacter.test(text.charAt(at)) || !wordCharacter.test(text.charAt(at - 1))
  const words = starts.filter(isBetweenWords)
  return words.length > 0 ? words : starts
}

interface Window {
  readonly from: number
  readonly to: number
}

/** A quarter of what room is left goes before the matches, so that they are read in their sentence. */
const windowAround = (text: string, { from, to }: Window, maxCharacters: number): Window => {
  if (text.length <= maxCharacters) return { from: 0, to: text.length }
  const room = Math.max(maxCharacters - 2 - (to - from), 0)
  const earliest = Math.max(0, Math.min(from - Math.floor(room / 4), text.length - (maxCharacters - 2)))
  const begin = earliest === 0 ? 0 : (cutsBetween(text, earliest, Math.min(earliest + longestWord, from))[0] ?? from)
  const latest = Math.min(text.length, begin + Math.max(maxCharacters - 2, 1))
  const end =
    latest === text.length
      ? latest
      : (cutsBetween(text, Math.max(latest - longestWord, Math.min(to, latest - 1)), latest).at(-1) ?? latest)
  return { from: begin, to: end }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

/** A part of the text as HTML; matches that overlap are marked as one. */
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
 * A snippet of plain text around what a search matched, as safe HTML: everything is escaped, and matches stand in
 * `<mark>`, the only element. It shows the place with the most different terms of the search, the earliest of several,
 * in at most `maxCharacters` UTF-16 units of text (what no longer fits of a match is cut off), with `…` where the text
 * goes on. None where no term is found. It finds what an index finds: stems, a half-typed last word, phrases, folded
 * letters, parts of texts without spaces; the text is shown as it was written.
 */
export const highlight = (text: string, terms: ReadonlyArray<Term>, maxCharacters: number): string | undefined => {
  const sequences = terms.flatMap(sequencesOf)
  if (sequences.length === 0) return undefined
  const matches = matchesIn(text, sequences)
  const read: Array<Match> = []
  const group = bestGroup(matches, read, new Set(sequences.map(({ term }) => term)).size, maxCharacters)
  if (group.length === 0) return undefined
  const from = Math.min(...group.map((match) => match.from))
  const to = Math.max(...group.map((match) => match.to))
  const window = windowAround(text, { from, to }, maxCharacters)
  for (let next = matches.next(); next.done !== true && next.value.from < window.to; next = matches.next()) {
    read.push(next.value)
  }
  return `${window.from > 0 ? "…" : ""}${marked(text, window, read)}${window.to < text.length ? "…" : ""}`
}
