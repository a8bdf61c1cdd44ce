import { lexemePositions, maxTitlePosition, type Term } from "@rare-disease-community/text/Lexemes"

/** The lexemes of a text with their positions, ascending. */
export type SearchIndex = ReadonlyMap<string, ReadonlyArray<number>>

/** The index of a title and a content that are searched as one text. No phrase spans both. */
export const postIndex = (title: string, content: string): SearchIndex => {
  const index = lexemePositions(title, "title")
  for (const [lexeme, positions] of lexemePositions(content, "content")) {
    index.set(lexeme, [...(index.get(lexeme) ?? []), ...positions])
  }
  return index
}

const positionsOfPrefix = (index: SearchIndex, prefix: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (const [lexeme, positions] of index) if (lexeme.startsWith(prefix)) found.push(...positions)
  return found
}

/** The first positions of a phrase: lexemes that follow one another, of which the last one may be a prefix. */
const phrasePositions = (index: SearchIndex, lexemes: ReadonlyArray<string>, isPrefix: boolean) => {
  const [first = [], ...rest] = lexemes.map((lexeme, at) =>
    isPrefix && at === lexemes.length - 1 ? positionsOfPrefix(index, lexeme) : (index.get(lexeme) ?? [])
  )
  const following = rest.map((positions) => new Set(positions))
  return first.filter((position) => following.every((positions, at) => positions.has(position + at + 1)))
}

const positionsOf = (index: SearchIndex, term: Term): ReadonlyArray<number> => {
  if (term._tag === "phrase") return phrasePositions(index, term.lexemes, term.prefix)
  const stem = index.get(term.stem) ?? []
  return term.prefix === undefined ? stem : [...stem, ...positionsOfPrefix(index, term.prefix)]
}

export const holds = (index: SearchIndex, term: Term): boolean => positionsOf(index, term).length > 0

/** True if the title of a `postIndex` has the term. */
export const holdsInTitle = (index: SearchIndex, term: Term): boolean =>
  positionsOf(index, term).some((position) => position <= maxTitlePosition)

/** True if the content of a `postIndex` has the term. */
export const holdsInContent = (index: SearchIndex, term: Term): boolean =>
  positionsOf(index, term).some((position) => position > maxTitlePosition)

/** True if each term is found in one of these texts; false for a search of no terms. */
export const matches = (texts: ReadonlyArray<SearchIndex>, terms: ReadonlyArray<Term>): boolean =>
  terms.length > 0 && terms.every((term) => texts.some((index) => holds(index, term)))
