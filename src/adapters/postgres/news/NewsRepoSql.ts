import type { SqlClient } from "@effect/sql"
import { DateTime, Effect, Option, Schema } from "effect"
import { NewsId, UserId } from "../../../domain/Ids.ts"
import { NewsDetail, NewsNotFound } from "../../../domain/news/News.ts"
import { NewsRepo, type NewsToSave } from "../../../ports/news/NewsRepo.ts"
import { searchedNewsText } from "../../../search/posts/PostQuery.ts"
import { html, time } from "../Columns.ts"
import { all, firstOr, inDatabase, orUnavailable, Value } from "../Rows.ts"
import { listNews, newsColumns, newsVector } from "./ListNews.ts"

const Known = Schema.Struct({
  id: NewsId,
  key: Schema.String,
  publishedAt: Schema.DateTimeUtc,
  dated: Schema.Boolean,
  digest: Schema.OptionFromNullOr(Schema.String)
})

const Key = Schema.Struct({ key: Schema.String })

const Excluded = Schema.Struct({ title: Schema.String, recipients: Schema.Array(UserId) })

const rowOf = (item: NewsToSave, position: number) => ({
  position,
  key: item.key,
  title: item.title,
  summary: item.summary,
  category: item.category,
  source: item.source,
  sourceUrl: Option.getOrNull(item.sourceUrl),
  publishedAt: DateTime.formatIso(item.publishedAt),
  dated: item.dated,
  content: item.content.content,
  contentHtml: item.content.html,
  search: newsVector(item.title, searchedNewsText(item.summary, item.source, item.content.text)),
  digest: Option.getOrNull(item.digest)
})

/** The items as rows, in the order in which they take ids. */
const givenRows = (sql: SqlClient.SqlClient, rows: string) =>
  sql`json_to_recordset(${rows}::json) as given (position int, key text, title text, summary text, category text,
        source text, "sourceUrl" text, "publishedAt" timestamptz, dated boolean, content text, "contentHtml" text, search text,
        digest text)`

const keysOf = all(Value("key", Schema.String))

/**
 * Adds items with new keys that are not excluded. Known keys are left out, since each row that meets a conflict would
 * use up an id.
 */
const addNew = (sql: SqlClient.SqlClient, rows: string) =>
  keysOf(sql`insert into news (key, title, summary, category, source, source_url, published_at, dated, content, content_html,
        search, digest)
      select key, title, summary, category, source, "sourceUrl", "publishedAt", dated, content, "contentHtml",
        search::tsvector, digest
      from ${givenRows(sql, rows)}
      where not exists (select from news where news.key = given.key)
        and not exists (select from deleted_news where deleted_news.key = given.key)
      order by position
      on conflict (key) do nothing
      returning key`)

/** Updates the known items that readers would see differ. */
const changeKnown = (sql: SqlClient.SqlClient, rows: string) =>
  keysOf(sql`update news set title = given.title, summary = given.summary, category = given.category,
        source = given.source, source_url = given."sourceUrl", published_at = given."publishedAt",
        dated = given.dated, content = given.content, content_html = given."contentHtml", search = given.search::tsvector
      from ${givenRows(sql, rows)}
      where news.key = given.key
        and (news.title, news.summary, news.category, news.source, news.source_url, news.published_at,
             news.dated, news.content, news.content_html)
          is distinct from (given.title, given.summary, given.category, given.source, given."sourceUrl",
             given."publishedAt", given.dated, given.content, given."contentHtml")
      returning news.key`)

const setDigests = (sql: SqlClient.SqlClient, rows: string) =>
  sql`update news set digest = given.digest from ${givenRows(sql, rows)}
      where news.key = given.key and news.digest is distinct from given.digest`

/** Sets the diseases of items. One statement may delete and add, since it never touches a row twice. */
const setDiseases = (sql: SqlClient.SqlClient, keys: string, links: string) =>
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

/** Saves items by a few statements: see `NewsRepo.save`. */
export const saveNews = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, items: ReadonlyArray<NewsToSave>) {
  const rows = JSON.stringify(items.map(rowOf))
  const keys = items.map(({ key }) => key)
  const links = items.flatMap(({ diseaseIds, diseaseKeys, key }) => [
    ...diseaseKeys.map((disease, position) => ({ news: key, disease, position })),
    ...diseaseIds.map((id, position) => ({ news: key, id, position: diseaseKeys.length + position }))
  ])
  const added = new Set(yield* addNew(sql, rows))
  const stored = yield* changeKnown(sql, rows)
  yield* setDigests(sql, rows)
  const linked = yield* setDiseases(sql, JSON.stringify(keys), JSON.stringify(links))
  const changed = new Set([...stored, ...linked].filter((key) => !added.has(key))).size
  return { added: added.size, changed, unchanged: keys.length - added.size - changed }
})

/** News in PostgreSQL. `save` runs several statements and is atomic only inside a transaction. */
export const layer = inDatabase(NewsRepo, (sql) => ({
  page: listNews(sql),
  get: (id) =>
    sql`select ${newsColumns(sql)}, news.content, ${html(sql, "news.content")} as "contentHtml"
          from news where news.id = ${id}`.pipe(firstOr(NewsDetail, () => new NewsNotFound({ id }))),
  // Primary key of news.
  keyOf: (id) =>
    Effect.map(
      sql`select key from news where id = ${id}`.pipe(firstOr(Key, () => new NewsNotFound({ id }))),
      ({ key }) => key
    ),
  known: (keys) =>
    sql`select id, key, ${time(sql, "published_at")} as "publishedAt", dated, digest from news
          where key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`.pipe(all(Known)),
  save: (items) => orUnavailable(saveNews(sql, items)),
  // Primary key of deleted_news.
  excluded: (keys) =>
    Effect.map(
      keysOf(
        sql`select key from deleted_news where key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`
      ),
      (found) => new Set(found)
    ),
  exclude: (id) =>
    sql`with deleted as (
        delete from news where id = ${id} returning key, title
      ), kept as (
        insert into deleted_news (key) select key from deleted on conflict do nothing
      )
      select title, array(select recipient_id from notifications where news_id = ${id}) as recipients from deleted`.pipe(
      firstOr(Excluded, () => new NewsNotFound({ id }))
    ),
  // Index news_key_key.
  remove: (items) => {
    const given = JSON.stringify(items.map(({ key, sourceUrl }) => ({ key, url: Option.getOrNull(sourceUrl) })))
    const removed = keysOf(sql`
      delete from news using json_to_recordset(${given}::json) as given (key text, url text)
      where news.key = given.key and news.source_url is not distinct from given.url
      returning news.key`)
    return Effect.map(removed, ({ length }) => length)
  }
}))
