import { SqlClient, type SqlError, SqlSchema } from "@effect/sql"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { DiseaseId, NewsId } from "../../../domain/Ids.ts"
import { NewsKey } from "../../../domain/Lists.ts"
import { News, NewsCategory, NewsDetail, NewsNotFound } from "../../../domain/news/News.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import { NewsRepo, type NewsToSave } from "../../../ports/NewsRepo.ts"
import { type NewsListing, searchedNewsText } from "../../../search/posts/NewsQuery.ts"
import { time } from "../Columns.ts"
import { communityCount } from "../CommunityCounts.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { NewsSearchQueries, newsMatching, newsSearchQueries, newsVector } from "./NewsSearch.ts"

const rowOf = (item: NewsToSave, position: number) => ({
  position,
  key: item.key,
  title: item.title,
  summary: item.summary,
  category: item.category,
  source: item.source,
  sourceUrl: Option.getOrNull(item.sourceUrl),
  publishedAt: DateTime.formatIso(item.publishedAt),
  content: item.content.content,
  contentHtml: item.content.html,
  search: newsVector(item.title, searchedNewsText(item.summary, item.source, item.content.text)),
  digest: Option.getOrNull(item.digest)
})

const Listed = { category: Schema.UndefinedOr(NewsCategory), ...keysetFields(NewsKey) }
const ListedNews = Schema.Struct({ items: Schema.Array(News), total: Schema.Int })

const newsKey = ({ id, publishedAt }: News): NewsKey => ({ publishedAt: DateTime.toEpochMillis(publishedAt), id })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql`news.id, news.title, news.summary, news.category, news.source, news.source_url as "sourceUrl",
    ${time(sql, "news.published_at")} as "publishedAt", (
      select coalesce(
        json_agg(json_build_object('id', diseases.id, 'name', diseases.name)
          order by diseases.sort_key collate "C", diseases.id), '[]')
      from news_diseases join diseases on diseases.id = news_diseases.disease_id
      where news_diseases.news_id = news.id) as diseases`

  const behind = (after: NewsKey | undefined) =>
    after === undefined
      ? []
      : [
          sql`(news.published_at, news.id) < (${DateTime.formatIso(DateTime.unsafeMake(after.publishedAt))}::timestamptz, ${after.id})`
        ]

  const ofCategory = (category: NewsCategory | undefined) =>
    category === undefined ? [] : [sql`news.category = ${category}`]

  // One statement, so that the items and the total, which writes maintain, are of one snapshot (indexes news_published_at,
  // news_category_published_at).
  const page = SqlSchema.single({
    Request: Schema.Struct(Listed),
    Result: ListedNews,
    execute: ({ category, ...window }) => sql`
      select
        (${communityCount(sql, "news", category)}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${columns} from news where ${sql.and([...ofCategory(category), ...behind(window.after)])}
          order by news.published_at desc, news.id desc ${limitClause(sql, window)}
        ) page) as items`
  })

  // The cost grows with the number of matching news (indexes news_diseases_disease_id, news_search).
  const narrowed = SqlSchema.single({
    Request: Schema.Struct({
      ...Listed,
      diseaseId: Schema.UndefinedOr(DiseaseId),
      search: Schema.UndefinedOr(NewsSearchQueries)
    }),
    Result: ListedNews,
    execute: ({ category, diseaseId, search, ...window }) => {
      const where = sql.and([
        ...(search === undefined ? [] : newsMatching(sql, search)),
        ...(diseaseId === undefined
          ? []
          : [sql`news.id in (select news_id from news_diseases where disease_id = ${diseaseId})`]),
        ...ofCategory(category)
      ])
      return sql`
        with matched as materialized (select news.id, news.published_at from news where ${where})
        select
          (select count(*)::int from matched) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${columns} from (
              select news.id, news.published_at from matched news where ${sql.and([sql`true`, ...behind(window.after)])}
              order by news.published_at desc, news.id desc ${limitClause(sql, window)}
            ) chosen join news on news.id = chosen.id order by news.published_at desc, news.id desc
          ) page) as items`
    }
  })

  const listed = ({ category, diseaseId, search }: NewsListing, window: PageSlice<NewsKey>) =>
    diseaseId === undefined && search === undefined
      ? page({ category, ...window })
      : narrowed({ category, diseaseId, search: search && newsSearchQueries(search), ...window })

  const select = SqlSchema.findOne({
    Request: NewsId,
    Result: NewsDetail,
    execute: (id) =>
      sql`select ${columns}, news.content, news.content_html as "contentHtml" from news where news.id = ${id}`
  })

  const given = (rows: string) =>
    sql`json_to_recordset(${rows}::json) as given (position int, key text, title text, summary text, category text,
          source text, "sourceUrl" text, "publishedAt" timestamptz, content text, "contentHtml" text, search text,
          digest text)`

  const Keys = Schema.Array(Schema.Struct({ key: Schema.String }))
  const keysOf = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.map(Effect.flatMap(statement, Schema.decodeUnknown(Keys)), (rows) => rows.map(({ key }) => key))

  // Known keys are left out, since each row that meets a conflict would use up an id.
  const addNew = (rows: string) =>
    keysOf(sql`insert into news (key, title, summary, category, source, source_url, published_at, content, content_html,
          search, digest)
        select key, title, summary, category, source, "sourceUrl", "publishedAt", content, "contentHtml",
          search::tsvector, digest
        from ${given(rows)}
        where not exists (select from news where news.key = given.key)
        order by position
        on conflict (key) do nothing
        returning key`)

  const changeKnown = (rows: string) =>
    keysOf(sql`update news set title = given.title, summary = given.summary, category = given.category,
          source = given.source, source_url = given."sourceUrl", published_at = given."publishedAt",
          content = given.content, content_html = given."contentHtml", search = given.search::tsvector
        from ${given(rows)}
        where news.key = given.key
          and (news.title, news.summary, news.category, news.source, news.source_url, news.published_at,
               news.content, news.content_html)
            is distinct from (given.title, given.summary, given.category, given.source, given."sourceUrl",
               given."publishedAt", given.content, given."contentHtml")
        returning news.key`)

  const setDigests = (rows: string) =>
    sql`update news set digest = given.digest from ${given(rows)}
        where news.key = given.key and news.digest is distinct from given.digest`

  // One statement may delete and add, since it never touches a row twice.
  const setDiseases = (keys: string, links: string) =>
    keysOf(sql`with saved as (
          select id, key from news where key in (select json_array_elements_text(${keys}::json))
        ), given as (
          select saved.id as news_id, diseases.id as disease_id, min(link.position) as position
          from json_to_recordset(${links}::json) as link (news text, disease text, id int, position int)
          join saved on saved.key = link.news
          join diseases on diseases.key = link.disease or diseases.id = link.id
          group by saved.id, diseases.id
        ), gone as (
          delete from news_diseases where news_id in (select id from saved)
            and (news_id, disease_id) not in (select news_id, disease_id from given)
          returning news_id
        ), put as (
          insert into news_diseases (news_id, disease_id, position) select news_id, disease_id, position from given
          on conflict (news_id, disease_id) do update set position = excluded.position
            where news_diseases.position <> excluded.position
          returning news_id
        )
        select key from saved where id in (select news_id from gone union select news_id from put)`)

  const save = Effect.fnUntraced(function* (items: ReadonlyArray<NewsToSave>) {
    const rows = JSON.stringify(items.map(rowOf))
    const keys = items.map(({ key }) => key)
    const links = items.flatMap(({ diseaseIds, diseaseKeys, key }) => [
      ...diseaseKeys.map((disease, position) => ({ news: key, disease, position })),
      ...diseaseIds.map((id, position) => ({ news: key, id, position: diseaseKeys.length + position }))
    ])
    const added = new Set(yield* addNew(rows))
    const stored = yield* changeKnown(rows)
    yield* setDigests(rows)
    const linked = yield* setDiseases(JSON.stringify(keys), JSON.stringify(links))
    const changed = new Set([...stored, ...linked].filter((key) => !added.has(key))).size
    return { added: added.size, changed, unchanged: keys.length - added.size - changed }
  })

  const known = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({
      key: Schema.String,
      publishedAt: Schema.DateTimeUtc,
      digest: Schema.OptionFromNullOr(Schema.String)
    }),
    execute: (keys) =>
      sql`select key, ${time(sql, "published_at")} as "publishedAt", digest from news
          where key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`
  })

  return NewsRepo.of({
    page: (filter, window) =>
      Effect.map(orUnavailable(listed(filter, window)), ({ items, total }) =>
        pageFromOverfetch(items, total, window, newsKey)
      ),
    get: (id) =>
      Effect.flatMap(
        orUnavailable(select(id)),
        Option.match({ onNone: () => Effect.fail(new NewsNotFound({ id })), onSome: Effect.succeed })
      ),
    known: (keys) => orUnavailable(known(keys)),
    save: (items) => orUnavailable(save(items))
  })
})

/** News in PostgreSQL. `save` runs several statements and is atomic only inside a transaction. */
export const layer = Layer.effect(NewsRepo, make)
