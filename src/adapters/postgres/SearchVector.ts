import { lexemePositions, type Term } from "@rare-disease-community/text/Lexemes"

const quoted = (lexeme: string): string => `'${/['\\]/.test(lexeme) ? lexeme.replace(/['\\]/g, "$&$&") : lexeme}'`

const vector = (text: string, part: "content" | "title", weight: string): string => {
  let written = ""
  for (const [lexeme, positions] of lexemePositions(text, part)) {
    let separator = written === "" ? "" : " "
    separator += `${quoted(lexeme)}:`
    for (const position of positions) {
      written += `${separator}${position}${weight}`
      separator = ","
    }
  }
  return written
}

/** The text of a tsvector of a title: weight A. */
export const titleVector = (title: string): string => vector(title, "title", "A")

/** The text of a tsvector of a content: the default weight. A space joins it to the title's. */
export const contentVector = (text: string): string => vector(text, "content", "")

export const lexemeQuery = quoted

/** The part of a text that a term must be found in: any, the title, or the content. */
export type TextPart = "" | "A" | "D"

export const termQuery = (term: Term, within: TextPart = ""): string => {
  const exact = (lexeme: string) => quoted(lexeme) + (within === "" ? "" : `:${within}`)
  const beginning = (lexeme: string) => `${quoted(lexeme)}:*${within}`
  if (term._tag === "word") {
    return term.prefix === undefined ? exact(term.stem) : `${exact(term.stem)} | ${beginning(term.prefix)}`
  }
  const last = term.lexemes.length - 1
  return term.lexemes
    .map((lexeme, nth) => (term.prefix && nth === last ? beginning(lexeme) : exact(lexeme)))
    .join(" <-> ")
}

/**
 * The text of a tsquery of one term without the order of a phrase. An index does not store the order: with it, every
 * text that has the words would be read.
 */
export const unorderedQuery = (term: Term): string =>
  term._tag === "word"
    ? termQuery(term)
    : term.lexemes
        .map((lexeme, nth) => quoted(lexeme) + (term.prefix && nth === term.lexemes.length - 1 ? ":*" : ""))
        .join(" & ")

/** The text of a tsquery that matches all of these queries, or any of them. */
export const allQueries = (queries: ReadonlyArray<string>): string => queries.map((query) => `(${query})`).join(" & ")
export const anyQuery = (queries: ReadonlyArray<string>): string => queries.map((query) => `(${query})`).join(" | ")

/** The buckets of ids that the indexes have (`migrations/0003_posts.sql`), in bits. */
const bucketBits = [18, 16, 14, 12, 10]

/** A tsquery for the index in a window of newest ids or some more, where `top` is the newest id; null for all ids. */
export const newestQuery = (query: string, top: number, ids: number | null): string => {
  if (ids === null) return query
  const bits = bucketBits.find((bits) => 2 ** bits <= ids) ?? 8
  const [first, last] = [(top - ids) >> bits, top >> bits]
  const buckets = Array.from({ length: last - first + 1 }, (_, nth) => `'#${bits}:${first + nth}'`)
  return first <= 0 ? query : `(${query}) & (${buckets.join(" | ")})`
}
