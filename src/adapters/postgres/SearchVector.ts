import { lexemesOf, type Term } from "../../text/Lexemes.ts"

/** What a tsvector tells apart: positions up to here, and so many of one lexeme. */
const maxPosition = 16_383
const maxPositions = 255

/**
 * Where a title ends at the latest. What follows it stands behind this, whatever the title: so a post's two parts can be
 * changed one by one, none of their positions moves, and no phrase runs from one into the other.
 */
const titleEnd = 254

const quoted = (lexeme: string): string => `'${/['\\]/.test(lexeme) ? lexeme.replace(/['\\]/g, "$&$&") : lexeme}'`

const vector = (text: string, gap: number, last: number, weight: string): string => {
  const positions = new Map<string, Array<number>>()
  for (const { lexeme, position } of lexemesOf(text)) {
    const placed = Math.min(position + gap, last)
    const found = positions.get(lexeme)
    if (found === undefined) positions.set(lexeme, [placed])
    else if (found.length < maxPositions && found.at(-1) !== placed) found.push(placed) // they come in order
  }
  let written = ""
  for (const [lexeme, found] of positions) {
    written += `${written === "" ? "" : " "}${quoted(lexeme)}:${found.join(`${weight},`)}${weight}`
  }
  return written
}

/** The text of a tsvector of a title: weight A. */
export const titleVector = (title: string): string => vector(title, 0, titleEnd, "A")

/** The text of a tsvector of a content: the default weight. Joined to that of a title by a space it makes one of both. */
export const contentVector = (text: string): string => vector(text, titleEnd + 1, maxPosition, "")

/** The text of a tsquery of one lexeme. */
export const lexemeQuery = quoted

/** Where something must stand to be found: anywhere, in the title, or behind it. */
export type Place = "" | "A" | "D"

/** The text of a tsquery of one term. */
export const termQuery = (term: Term, place: Place = ""): string => {
  const exact = (lexeme: string) => quoted(lexeme) + (place === "" ? "" : `:${place}`)
  const beginning = (lexeme: string) => `${quoted(lexeme)}:*${place}`
  if (term._tag === "word") {
    return term.prefix === undefined ? exact(term.stem) : `${exact(term.stem)} | ${beginning(term.prefix)}`
  }
  const last = term.lexemes.length - 1
  return term.lexemes
    .map((lexeme, nth) => (term.prefix && nth === last ? beginning(lexeme) : exact(lexeme)))
    .join(" <-> ")
}

/**
 * The same without the order of a phrase, which an index does not know: asked in its words alone, the index need not have
 * every text read again that holds them.
 */
export const wordsQuery = (term: Term): string =>
  term._tag === "word"
    ? termQuery(term)
    : term.lexemes
        .map((lexeme, nth) => quoted(lexeme) + (term.prefix && nth === term.lexemes.length - 1 ? ":*" : ""))
        .join(" & ")

/** The text of a tsquery of all of several, and of one of several. */
export const allQueries = (queries: ReadonlyArray<string>): string => queries.map((query) => `(${query})`).join(" & ")
export const anyQuery = (queries: ReadonlyArray<string>): string => queries.map((query) => `(${query})`).join(" | ")
