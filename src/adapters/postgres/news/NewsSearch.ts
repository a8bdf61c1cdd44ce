import type { SqlClient, Statement } from "@effect/sql"
import type { NewsQuery } from "../../../search/posts/PostQuery.ts"
import { idArray } from "../Columns.ts"
import { partQuery } from "../posts/PostSearchTerms.ts"
import { allQueries, anyQuery, contentVector, termQuery, titleVector } from "../SearchVector.ts"

/** The text of the tsvector of a news item; `text` is that of `searchedNewsText`. */
export const newsVector = (title: string, text: string): string => `${titleVector(title)} ${contentVector(text)}`

/** The tsqueries of an alternative of a search. */
const queriesOf = (parts: NewsQuery["alternatives"][number]) => {
  const words = parts.filter(({ diseaseIds }) => diseaseIds.length === 0)
  return {
    /** The tsquery for the parts that name no disease, which the item itself has to match; null where all parts name one. */
    query: words.length === 0 ? null : allQueries(words.map((part) => partQuery(part))),
    /** The parts that the item matches by this tsquery or by a linked disease. */
    diseaseParts: parts
      .filter(({ diseaseIds }) => diseaseIds.length > 0)
      .map((part) => ({ query: partQuery(part), diseases: part.diseaseIds }))
  }
}

/**
 * Conditions on `news`. A part that matches by a linked disease or by words is a union of two index look-ups, since one
 * condition with `or` could use neither index.
 */
export const newsMatching = (
  sql: SqlClient.SqlClient,
  { unwanted, ...search }: NewsQuery
): ReadonlyArray<Statement.Fragment> => {
  const alternatives = search.alternatives.filter((parts) => parts.length > 0).map(queriesOf)
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
  return [
    condition(),
    ...(unwanted.length === 0
      ? []
      : [sql`not news.search @@ ${anyQuery(unwanted.map((term) => termQuery(term)))}::tsquery`])
  ]
}
