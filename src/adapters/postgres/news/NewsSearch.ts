import type { SqlClient, Statement } from "@effect/sql"
import { Schema } from "effect"
import type { NewsQuery } from "../../../search/posts/PostQuery.ts"
import { idArray } from "../Conditions.ts"
import { partQuery } from "../posts/PostSearchTerms.ts"
import { allQueries, anyQuery, contentVector, termQuery, titleVector } from "../SearchVector.ts"

/** The text of the tsvector of a news item; `text` is that of `searchedNewsText`. */
export const newsVector = (title: string, text: string): string => `${titleVector(title)} ${contentVector(text)}`

/** A search of news as tsqueries. */
export const NewsSearchQueries = Schema.Struct({
  alternatives: Schema.Array(
    Schema.Struct({
      /** The tsquery for the parts that name no disease, which the item itself has to match; null where all parts name one. */
      query: Schema.NullOr(Schema.String),
      /** The parts that the item matches by this tsquery or by a linked disease. */
      diseaseParts: Schema.Array(Schema.Struct({ query: Schema.String, diseases: Schema.Array(Schema.Int) }))
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
        query: words.length === 0 ? null : allQueries(words.map((part) => partQuery(part))),
        diseaseParts: parts
          .filter(({ diseaseIds }) => diseaseIds.length > 0)
          .map((part) => ({ query: partQuery(part), diseases: part.diseaseIds }))
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
  const matching = (query: string) => sql`select id from news where search @@ ${query}::tsquery`
  const linked = (diseases: ReadonlyArray<number>) =>
    sql`select news_id from news_diseases where disease_id = any(disease_subtypes(${idArray(sql, diseases)}))`
  const wordQueries = alternatives.flatMap(({ diseaseParts, query }) =>
    query !== null && diseaseParts.length === 0 ? [query] : []
  )
  const selections = alternatives.map(({ diseaseParts, query }) =>
    sql.join(
      " intersect ",
      false
    )([
      ...(query === null ? [] : [matching(query)]),
      ...diseaseParts.map(({ diseases, query }) => sql`(${matching(query)} union ${linked(diseases)})`)
    ])
  )
  const condition = () => {
    if (alternatives.length === 0) return sql`false`
    if (wordQueries.length === alternatives.length) return sql`news.search @@ ${anyQuery(wordQueries)}::tsquery`
    return sql`news.id in (${sql.join(" union ", false)(selections.map((alternative) => sql`(${alternative})`))})`
  }
  return [condition(), ...(unwanted === null ? [] : [sql`not news.search @@ ${unwanted}::tsquery`])]
}
