import { lexemesOf, type Term } from "../domain/SearchText.ts"

/** What a tsvector tells apart: positions up to here, and so many of one lexeme. */
const maxPosition = 16_383
const maxPositions = 255

/**
 * Where a title ends at the latest. What follows it stands behind this, whatever the title: so a post's two parts can be
 * changed one by one, none of their positions moves, and no phrase runs from one into the other.
 */
const titleEnd = 254

const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, "$&$&")}'`

const vector = (text: string, gap: number, last: number, weight: string): string => {
  const positions = new Map<string, Set<number>>()
  for (const { lexeme, position } of lexemesOf(text)) {
    const found = positions.get(lexeme) ?? new Set()
    if (found.size < maxPositions) found.add(Math.min(position + gap, last))
    positions.set(lexeme, found)
  }
  return Array.from(
    positions,
    ([lexeme, found]) => `${quoted(lexeme)}:${Array.from(found, (position) => `${position}${weight}`).join()}`
  ).join(" ")
}

/** The text of a tsvector of a title: weight A. */
export const titleVector = (title: string): string => vector(title, 0, titleEnd, "A")

/** The text of a tsvector of a content: the default weight. Joined to that of a title by a space it makes one of both. */
export const contentVector = (text: string): string => vector(text, titleEnd + 1, maxPosition, "")

/** The text of a tsquery of one lexeme, and of that lexeme in a title. */
export const lexemeQuery = quoted
export const titleQuery = (lexeme: string): string => `${quoted(lexeme)}:A`

/** The text of a tsquery of one term. */
export const termQuery = (term: Term): string => {
  if (term._tag === "word") {
    return term.prefix === undefined ? quoted(term.stem) : `${quoted(term.stem)} | ${quoted(term.prefix)}:*`
  }
  return term.lexemes.map(quoted).join(" <-> ") + (term.prefix ? ":*" : "")
}
