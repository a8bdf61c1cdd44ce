import { lexemePositions } from "../../text/LexemePositions.ts"
import type { Term } from "../../text/Lexemes.ts"

const quoted = (lexeme: string): string => `'${/['\\]/.test(lexeme) ? lexeme.replace(/['\\]/g, "$&$&") : lexeme}'`

const vector = (text: string, part: "content" | "title", weight: string): string => {
  let written = ""
  for (const [lexeme, positions] of lexemePositions(text, part)) {
    written += `${written === "" ? "" : " "}${quoted(lexeme)}:${positions.join(`${weight},`)}${weight}`
  }
  return written
}

/** The text of a tsvector of a title: weight A. */
export const titleVector = (title: string): string => vector(title, "title", "A")

/** The text of a tsvector of a content: the default weight. Joined to that of a title by a space, it makes one of both. */
export const contentVector = (text: string): string => vector(text, "content", "")

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
