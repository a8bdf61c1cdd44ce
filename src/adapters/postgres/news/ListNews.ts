import { type SqlClient, SqlSchema } from "@effect/sql"
import { DateTime, Effect, Schema } from "effect"
import { DiseaseId } from "../../../domain/Ids.ts"
import { NewsKey } from "../../../domain/Lists.ts"
import { News, NewsCategory } from "../../../domain/news/News.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import type { NewsListing } from "../../../search/posts/PostQuery.ts"
import { time } from "../Columns.ts"
import { communityCount } from "../CommunityCounts.ts"
import { whenDefined } from "../Conditions.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { NewsSearchQueries, newsMatching, newsSearchQueries } from "./NewsSearch.ts"

const listFields = { category: Schema.UndefinedOr(NewsCategory), ...keysetFields(NewsKey) }
const NewsList = Schema.Struct({ items: Schema.Array(News), total: Schema.Int })

/** The columns of an item in `news`, its diseases by name. */
export const newsColumns = (
  sql: SqlClient.SqlClient
) => sql`news.id, news.title, news.summary, news.category, news.source, news.source_url as "sourceUrl",
  ${time(sql, "news.published_at")} as "publishedAt", (
    select coalesce(
      json_agg(json_build_object('id', diseases.id, 'name', diseases.name)
        order by diseases.sort_key collate "C", diseases.id), '[]')
    from news_diseases join diseases on diseases.id = news_diseases.disease_id
    where news_diseases.news_id = news.id) as diseases`

/** The keyset condition in the order of lists: newest publication first, then the greatest id. */
const behindKey = (sql: SqlClient.SqlClient, after: NewsKey | undefined) =>
  whenDefined(after, ({ id, publishedAt }) => {
    const time = DateTime.formatIso(DateTime.unsafeMake(publishedAt))
    return sql`(news.published_at, news.id) < (${time}::timestamptz, ${id})`
  })

const ofCategory = (sql: SqlClient.SqlClient, category: NewsCategory | undefined) =>
  whenDefined(category, (category) => sql`news.category = ${category}`)

/**
 * Lists news, all or of a category, by one statement, so that the items and the total, which writes maintain, are of one
 * snapshot (indexes news_published_at, news_category_published_at).
 */
const listByCategory = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: Schema.Struct(listFields),
    Result: NewsList,
    execute: ({ category, ...window }) => sql`
      select
        (${communityCount(sql, "news", category)}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${newsColumns(sql)} from news where ${sql.and([...ofCategory(sql, category), ...behindKey(sql, window.after)])}
          order by news.published_at desc, news.id desc ${limitClause(sql, window)}
        ) page) as items`
  })

/**
 * Lists the news about a disease or of a search. The cost grows with the number of matching news (indexes
 * news_diseases_disease_id, news_search).
 */
const listMatching = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: Schema.Struct({
      ...listFields,
      diseaseId: Schema.UndefinedOr(DiseaseId),
      search: Schema.UndefinedOr(NewsSearchQueries)
    }),
    Result: NewsList,
    execute: ({ category, diseaseId, search, ...window }) => {
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
  })

const keyOf = ({ id, publishedAt }: News): NewsKey => ({ publishedAt: DateTime.toEpochMillis(publishedAt), id })

/** Lists news: see `NewsRepo.page`. */
export const listNews = (sql: SqlClient.SqlClient) => {
  const list = listByCategory(sql)
  const match = listMatching(sql)
  return ({ category, diseaseId, search }: NewsListing, window: PageSlice<NewsKey>) =>
    Effect.map(
      diseaseId === undefined && search === undefined
        ? list({ category, ...window })
        : match({ category, diseaseId, search: search && newsSearchQueries(search), ...window }),
      ({ items, total }) => pageFromOverfetch(items, total, window, keyOf)
    )
}
