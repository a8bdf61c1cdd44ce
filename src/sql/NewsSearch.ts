import type { SqlClient, Statement } from "@effect/sql"
import { Schema } from "effect"
import type { NewsSearch } from "../domain/NewsSearch.ts"
import { oneOf } from "./PostSearchTerms.ts"
import { allQueries, anyQuery, contentVector, termQuery, titleVector } from "./SearchVector.ts"

/** The text of the tsvector of a news item; `text` is that of `searchedNewsText`. */
export const newsVector = (title: string, text: string): string => `${titleVector(title)} ${contentVector(text)}`

/** A search of news as tsqueries. */
export const AskedNews = Schema.Struct({
  readings: Schema.Array(
    Schema.Struct({
      /** What the item itself has to hold, of all parts that name no disease; null where all name one. */
      held: Schema.NullOr(Schema.String),
      /** The parts that the item has by holding this, or by a linked disease. */
      named: Schema.Array(Schema.Struct({ held: Schema.String, diseases: Schema.Array(Schema.Int) }))
    })
  ),
  unwanted: Schema.NullOr(Schema.String)
})

/** A search of news as this adapter asks it. */
export const askedNews = ({ readings, unwanted }: NewsSearch): typeof AskedNews.Type => ({
  readings: readings
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
 * Conditions on `news`. Where a part is had by a linked disease as well as by words, each is looked up in an index of its
 * own, which one condition with `or` could not be.
 */
export const newsMatching = (
  sql: SqlClient.SqlClient,
  { readings, unwanted }: typeof AskedNews.Type
): ReadonlyArray<Statement.Fragment> => {
  const holding = (query: string) => sql`select id from news where search @@ ${query}::tsquery`
  const linked = (diseases: ReadonlyArray<number>) =>
    sql`select news_id from news_diseases where disease_id = any(disease_subtypes(${`{${diseases.join()}}`}::int[]))`
  const worded = readings.flatMap(({ held, named }) => (held !== null && named.length === 0 ? [held] : []))
  const found = readings.map(({ held, named }) =>
    sql.join(
      " intersect ",
      false
    )([
      ...(held === null ? [] : [holding(held)]),
      ...named.map(({ diseases, held }) => sql`(${holding(held)} union ${linked(diseases)})`)
    ])
  )
  const matching = () => {
    if (readings.length === 0) return sql`false`
    if (worded.length === readings.length) return sql`news.search @@ ${anyQuery(worded)}::tsquery`
    return sql`news.id in (${sql.join(" union ", false)(found.map((reading) => sql`(${reading})`))})`
  }
  return [matching(), ...(unwanted === null ? [] : [sql`not news.search @@ ${unwanted}::tsquery`])]
}
