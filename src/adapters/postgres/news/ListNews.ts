import type { SqlClient, Statement } from "@effect/sql"
import { DateTime } from "effect"
import type { NewsKey } from "../../../domain/Lists.ts"
import { News, type NewsCategory } from "../../../domain/news/News.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import { ownKeys } from "../../../ports/news/NewsRepo.ts"
import type { NewsListing, NewsQuery } from "../../../search/posts/PostQuery.ts"
import { communityCount, idArray, time, whenDefined } from "../Columns.ts"
import { partQuery } from "../posts/PostSearchTerms.ts"
import { iso, List, limitClause, page } from "../Rows.ts"
import { allQueries, anyQuery, contentVector, termQuery, titleVector } from "../SearchVector.ts"

/** The text of the tsvector of a news item; `text` is that of `searchedNewsText`. */
export const newsVector = (title: string, text: string): string => `${titleVector(title)} ${contentVector(text)}`

/** The tsqueries of an alternative of a search. */
const queriesOf = (parts: NewsQuery["alternatives"][number]) => {
  const words = parts.filter(({ diseaseIds }) => diseaseIds.length === 0)
  return {
    /**
     * The tsquery for the parts that name no disease, which the item itself has to match; null where all parts name
     * one.
     */
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

const NewsList = List(News)

interface ListRequest extends NewsListing, PageSlice<NewsKey> {}

/** The columns of an item in `news`, its diseases by name. */
export const newsColumns = (
  sql: SqlClient.SqlClient
) => sql`news.id, news.title, news.summary, news.category, news.source, news.source_url as "sourceUrl",
  ${time(sql, "news.published_at")} as "publishedAt", nullif(news.dated, true) as dated,
  nullif(starts_with(news.key, ${ownKeys}), false) as own, (
    select coalesce(
      json_agg(json_build_object('id', diseases.id, 'name', diseases.name)
        order by diseases.sort_key collate "C", diseases.id), '[]')
    from news_diseases join diseases on diseases.id = news_diseases.disease_id
    where news_diseases.news_id = news.id) as diseases`

/** The keyset condition in the order of lists: newest publication first, then the greatest id. */
const behindKey = (sql: SqlClient.SqlClient, after: NewsKey | undefined) =>
  whenDefined(after, ({ id, publishedAt }) => {
    const time = iso(DateTime.unsafeMake(publishedAt))
    return sql`(news.published_at, news.id) < (${time}::timestamptz, ${id})`
  })

const ofCategory = (sql: SqlClient.SqlClient, category: NewsCategory | undefined) =>
  whenDefined(category, (category) => sql`news.category = ${category}`)

/**
 * Lists news, all or of a category, by one statement, so that the items and the total, which writes maintain, are of
 * one snapshot (indexes news_published_at, news_category_published_at).
 */
const listByCategory = (sql: SqlClient.SqlClient, { category, ...window }: ListRequest) => sql`
      select
        (${communityCount(sql, "news", category)}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${newsColumns(sql)} from news where ${sql.and([...ofCategory(sql, category), ...behindKey(sql, window.after)])}
          order by news.published_at desc, news.id desc ${limitClause(sql, window)}
        ) page) as items`

/**
 * Lists the news about a disease or of a search. The cost grows with the number of matching news (indexes
 * news_diseases_disease_id, news_search).
 */
const listMatching = (sql: SqlClient.SqlClient, { category, diseaseId, search, ...window }: ListRequest) => {
  const where = sql.and([
    ...(search === undefined ? [] : newsMatching(sql, search)),
    ...whenDefined(
      diseaseId,
      (diseaseId) => sql`news.id in (select news_id from news_diseases where disease_id = ${diseaseId})`
    ),
    ...ofCategory(sql, category)
  ])
  return sql`
        with matched as materialized (select news.id, news.published_at from news where ${where})
        select
          (select count(*)::int from matched) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${newsColumns(sql)} from (
              select news.id, news.published_at from matched news where ${sql.and([sql`true`, ...behindKey(sql, window.after)])}
              order by news.published_at desc, news.id desc ${limitClause(sql, window)}
            ) chosen join news on news.id = chosen.id order by news.published_at desc, news.id desc
          ) page) as items`
}

const keyOf = ({ id, publishedAt }: News): NewsKey => ({ publishedAt: DateTime.toEpochMillis(publishedAt), id })

/** Lists news: see `NewsRepo.page`. */
export const listNews = (sql: SqlClient.SqlClient) => (filter: NewsListing, window: PageSlice<NewsKey>) => {
  const isPlain = filter.diseaseId === undefined && filter.search === undefined
  const statement = (isPlain ? listByCategory : listMatching)(sql, { ...filter, ...window })
  return statement.pipe(page(NewsList, window, keyOf))
}
