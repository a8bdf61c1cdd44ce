import type { SqlClient, Statement } from "@effect/sql"
import { Schema } from "effect"
import type { NewsQuery } from "../../../search/posts/NewsQuery.ts"
import { idArray } from "../Conditions.ts"
import { oneOf } from "../posts/PostSearchTerms.ts"
import { allQueries, anyQuery, contentVector, termQuery, titleVector } from "../SearchVector.ts"

/** The text of the tsvector of a news item; `text` is that of `searchedNewsText`. */
export const newsVector = (title: string, text: string): string => `${titleVector(title)} ${contentVector(text)}`

/** A search of news as tsqueries. */
export const NewsSearchQueries = Schema.Struct({
  alternatives: Schema.Array(
    Schema.Struct({
      /** The tsquery for the parts that name no disease, which the item itself has to match; null where all parts name one. */
      held: Schema.NullOr(Schema.String),
      /** The parts that the item matches by this tsquery or by a linked disease. */
      named: Schema.Array(Schema.Struct({ held: Schema.String, diseases: Schema.Array(Schema.Int) }))
    })
  ),
  unwanted: Schema.NullOr(Schema.String)
})

/** Translates a search of news to tsqueries. */
export const newsSearchQueries = ({ alternatives, unwanted }: NewsQuery): typeof NewsSearchQueries.Type => ({
  alternatives: alternatives
    .filter((parts) => parts.length > 0)
    .map((parts) => {
      const words = parts.filter(({ diseaseIds }) => diseaseIds.length === 0)
      return {
        held: words.length === 0 ? null : allQueries(words.map((part) => oneOf(part))),
        named: parts
          .filter(({ diseaseIds }) => diseaseIds.length > 0)
          .map((part) => ({ held: oneOf(part), diseases: part.diseaseIds }))
      }
    }),
  unwanted: unwanted.length === 0 ? null : anyQuery(unwanted.map((term) => termQuery(term)))
})

/**
 * Conditions on `news`. A part that matches by a linked disease or by words is a union of two index look-ups, since one
 * condition with `or` could use neither index.
 */
export const newsMatching = (
  sql: SqlClient.SqlClient,
  { alternatives, unwanted }: typeof NewsSearchQueries.Type
): ReadonlyArray<Statement.Fragment> => {
  const holding = (query: string) => sql`select id from news where search @@ ${query}::tsquery`
  const linked = (diseases: ReadonlyArray<number>) =>
    sql`select news_id from news_diseases where disease_id = any(disease_subtypes(${idArray(sql, diseases)}))`
  const wordQueries = alternatives.flatMap(({ held, named }) => (held !== null && named.length === 0 ? [held] : []))
  const found = alternatives.map(({ held, named }) =>
    sql.join(
      " intersect ",
      false
    )([
      ...(held === null ? [] : [holding(held)]),
      ...named.map(({ diseases, held }) => sql`(${holding(held)} union ${linked(diseases)})`)
    ])
  )
  const matching = () => {
    if (alternatives.length === 0) return sql`false`
    if (wordQueries.length === alternatives.length) return sql`news.search @@ ${anyQuery(wordQueries)}::tsquery`
    return sql`news.id in (${sql.join(" union ", false)(found.map((alternative) => sql`(${alternative})`))})`
  }
  return [matching(), ...(unwanted === null ? [] : [sql`not news.search @@ ${unwanted}::tsquery`])]
}
