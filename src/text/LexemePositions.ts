import { forEachPosition, maxPosition } from "./Lexemes.ts"

/** PostgreSQL stores at most so many positions of a lexeme. */
const maxPositionsOfLexeme = 255

/**
 * The greatest position in a title. A content begins behind it, whatever the title: so the two parts of a post can be
 * changed one by one, and no phrase runs from one into the other.
 */
export const maxTitlePosition = 254

/** The lexemes of a title or a content with their positions, ascending, in the limits of PostgreSQL's tsvector. */
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
    }
  )
  return positions
}
