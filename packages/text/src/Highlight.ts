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

/** The words of a term, which follow one another; most terms have one. */
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

type LexemesOfPlace = ReturnType<typeof lexemesByWord>

const isWanted = (place: WordPlace, { lexemes, prefix }: Wanted, lexemesAt: LexemesOfPlace): boolean =>
  (prefix !== undefined && place.word.startsWith(prefix)) ||
  (lexemes.length > 0 && lexemesAt(place).some((lexeme) => lexemes.includes(lexeme)))

/** The match of a sequence that ends at the last of these places; undefined if none does. */
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

/** A word begins with the first two characters of its stem if this has more than two, else with the first. */
const beginningOf = (lexeme: string): string => lexeme.slice(0, lexeme.length > 2 ? 2 : 1)

const byBeginning = (sequences: ReadonlyArray<Sequence>): ReadonlyMap<string, ReadonlyArray<Sequence>> => {
  const beginnings = new Map<string, Array<Sequence>>()
  for (const sequence of sequences) {
    const { lexemes = [], prefix } = sequence.wanted.at(-1) ?? {}
    const wanted = prefix === undefined ? lexemes : [...lexemes, prefix]
    for (const beginning of new Set(wanted.map(beginningOf))) {
      beginnings.set(beginning, [...(beginnings.get(beginning) ?? []), sequence])
    }
  }
  return beginnings
}

/** The terms of a search as sequences, made once for all texts. */
const wantedOf = (terms: ReadonlyArray<Term>) => {
  const sequences = terms.flatMap(sequencesOf)
  const beginnings = byBeginning(sequences)
  const longest = Math.max(...sequences.map(({ wanted }) => wanted.length))
  const first = longest === 1 ? Array.from(beginnings.keys()) : undefined
  const words = sequences.filter(({ wanted }) => wanted.length === 1)
  return { beginnings, longest, first, joined: byBeginning(words), terms: terms.length, lexemesAt: lexemesByWord() }
}

const endingAt = (beginnings: ReadonlyMap<string, ReadonlyArray<Sequence>>, word: string) => {
  const [one, two] = [word.charAt(0), word.slice(0, 2)]
  return one === two ? beginnings.get(one) : [...(beginnings.get(one) ?? []), ...(beginnings.get(two) ?? [])]
}

/** The matches of all sequences, in the order of the text. */
function* matchesIn(text: string, { beginnings, first, joined, lexemesAt, longest }: ReturnType<typeof wantedOf>) {
  const recent: Array<WordPlace> = []
  const joins = joined.size === 0 ? [].values() : joinedPlaces(text)
  let join = joins.next()
  /** The matches of words that the text has in parts, up to a place. */
  function* joinedUpTo(until: number) {
    for (; join.done !== true && join.value.from <= until; join = joins.next()) {
      for (const sequence of endingAt(joined, join.value.word) ?? []) {
        const match = matchAtEnd(sequence, [join.value], lexemesAt)
        if (match !== undefined) yield match
      }
    }
  }
  for (const place of wordPlaces(text, first)) {
    if (join.done !== true) yield* joinedUpTo(place.from)
    recent.push(place)
    if (recent.length > longest) recent.shift()
    for (const sequence of endingAt(beginnings, place.word) ?? []) {
      const match = matchAtEnd(sequence, recent, lexemesAt)
      if (match !== undefined) yield match
    }
  }
  if (join.done !== true) yield* joinedUpTo(text.length)
}

/**
 * The matches within `maxCharacters` of one another that have the most different terms; of several groups the earliest.
 * Reads no more matches than it needs, and adds them to `read`.
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
 * Matches are those of an index: stems, half-typed words, phrases, folded letters, parts of texts without spaces.
 */
export const highlight = (text: string, terms: ReadonlyArray<Term>, maxCharacters: number): string | undefined =>
  highlighter(terms)(text, maxCharacters)

/** Highlights the words of a search in many texts. */
export const highlighter = (terms: ReadonlyArray<Term>) => {
  const wanted = wantedOf(terms)
  return (text: string, maxCharacters: number): string | undefined => {
    if (wanted.terms === 0) return undefined
    const matches = matchesIn(text, wanted)
    const read: Array<Match> = []
    const group = bestGroup(matches, read, wanted.terms, maxCharacters)
    if (group.length === 0) return undefined
    const from = Math.min(...group.map((match) => match.from))
    const to = Math.max(...group.map((match) => match.to))
    const window = windowAround(text, { from, to }, maxCharacters)
    for (let next = matches.next(); next.done !== true && next.value.from < window.to; next = matches.next()) {
      read.push(next.value)
    }
    return `${window.from > 0 ? "…" : ""}${marked(text, window, read)}${window.to < text.length ? "…" : ""}`
  }
}
