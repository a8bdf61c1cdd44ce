import type { Term } from "../../../text/Lexemes.ts"
import { lexemesOf } from "../../../text/Lexemes.ts"

/** What stands in a text, and where: each lexeme with its positions, ascending. */
export type SearchIndex = ReadonlyMap<string, ReadonlyArray<number>>

/** What the tsvectors of `sql/` tell apart, so that a very long text is found here as it is there. */
const maxPosition = 16_383
const maxPositionsOfLexeme = 255

/** How many positions a text takes when another follows it: more than the longest title has, so that no phrase spans both. */
const positionsOfText = 255

/** The index of texts that are searched as one: each stands behind the one before it, with a gap. */
export const indexOf = (...texts: ReadonlyArray<string>): SearchIndex => {
  const index = new Map<string, Array<number>>()
  for (const [nth, text] of texts.entries()) {
    const end = nth < texts.length - 1 ? (nth + 1) * positionsOfText - 1 : maxPosition
    const standing = new Map<string, Array<number>>()
    for (const { lexeme, position } of lexemesOf(text)) {
      const at = Math.min(nth * positionsOfText + position, end)
      const positions = standing.get(lexeme) ?? []
      if (positions.at(-1) !== at && positions.length < maxPositionsOfLexeme) positions.push(at)
      standing.set(lexeme, positions)
    }
    for (const [lexeme, positions] of standing) index.set(lexeme, [...(index.get(lexeme) ?? []), ...positions])
  }
  return index
}

/** Where lexemes stand that begin so. */
const beginning = (index: SearchIndex, prefix: string): ReadonlyArray<number> => {
  const positions: Array<number> = []
  for (const [lexeme, at] of index) if (lexeme.startsWith(prefix)) positions.push(...at)
  return positions
}

/** Where lexemes begin that stand one after the other, the last one maybe as the beginning of one. */
const phrasePlaces = (index: SearchIndex, lexemes: ReadonlyArray<string>, prefix: boolean): ReadonlyArray<number> => {
  const places = lexemes.map((lexeme, at) =>
    prefix && at === lexemes.length - 1 ? beginning(index, lexeme) : (index.get(lexeme) ?? [])
  )
  const [first = [], ...rest] = places
  const following = rest.map((positions) => new Set(positions))
  return first.filter((position) => following.every((positions, at) => positions.has(position + at + 1)))
}

/** Where a term stands. */
const placesOf = (index: SearchIndex, term: Term): ReadonlyArray<number> => {
  if (term._tag === "phrase") return phrasePlaces(index, term.lexemes, term.prefix)
  const stem = index.get(term.stem) ?? []
  return term.prefix === undefined ? stem : [...stem, ...beginning(index, term.prefix)]
}

/** Whether a term stands in a text. */
export const holds = (index: SearchIndex, term: Term): boolean => placesOf(index, term).length > 0

/** Whether it stands in the first of several texts that are searched as one: the title of a post. */
export const holdsInFirst = (index: SearchIndex, term: Term): boolean =>
  placesOf(index, term).some((position) => position < positionsOfText)

/** Whether it stands in one of those behind the first: the content of a post. */
export const holdsInRest = (index: SearchIndex, term: Term): boolean =>
  placesOf(index, term).some((position) => position >= positionsOfText)

/** Whether every term is found in one text or another of these; a search of no terms finds nothing. */
export const matches = (texts: ReadonlyArray<SearchIndex>, terms: ReadonlyArray<Term>): boolean =>
  terms.length > 0 && terms.every((term) => texts.some((index) => holds(index, term)))
