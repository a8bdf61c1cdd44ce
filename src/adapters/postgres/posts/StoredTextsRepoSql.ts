import { SqlClient, type Statement } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { type Change, newsChanged } from "../../../domain/Change.ts"
import { PostId, UserId } from "../../../domain/Ids.ts"
import { type RenewedText, type StoredTextKind, StoredTextsRepo } from "../../../ports/posts/StoredTextsRepo.ts"
import { searchedNewsText } from "../../../search/posts/PostQuery.ts"
import { time } from "../Columns.ts"
import { newsVector } from "../news/ListNews.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { all, one, Value } from "../Rows.ts"
import { contentVector, titleVector } from "../SearchVector.ts"

const Text = Schema.Struct({
  id: Schema.Int,
  title: Schema.String,
  content: Schema.String,
  language: Schema.String,
  writtenAt: Schema.DateTimeUtc,
  summary: Schema.String,
  source: Schema.String,
  originalHtml: Schema.String
})

const Counted = Value("count", Schema.Int)

/** The row whose readers are to see a change: the post of a text, the member of a bio, or nothing. */
const Seen = Schema.Struct({ seen: Schema.NullOr(Schema.Int) })

/** How a kind of text is read. The columns are those of `Text`; empty ones are left out. */
const sources = (sql: SqlClient.SqlClient): Readonly<Record<StoredTextKind, Statement.Fragment>> => {
  const written = sql`'' as summary, '' as source, '' as original, updated_at as at`
  const none = sql`'' as summary, '' as source, '' as original, 'epoch'::timestamptz as at`
  const translations = (type: "post" | "comment") => sql`
    select ${sql(`${type}_id`)} as id, coalesce(translations.title, '') as title, translations.content,
      translations.language, '' as summary, '' as source, texts.content_html as original, 'epoch'::timestamptz as at
    from translations join ${sql(`all_${type}s`)} texts on texts.id = ${sql(`${type}_id`)}`
  return {
    post: sql`select id, title, content, language, ${written} from all_posts`,
    comment: sql`select id, '' as title, content, language, ${written} from all_comments`,
    hiddenPost: sql`select id, title, content, language, ${written} from hidden_posts`,
    hiddenComment: sql`select id, '' as title, content, language, ${written} from hidden_comments`,
    bio: sql`select id, '' as title, bio as content, '' as language, ${none} from users where bio is not null`,
    news: sql`select id, title, content, '' as language, summary, source, '' as original, 'epoch'::timestamptz as at
      from news`,
    postTranslation: translations("post"),
    commentTranslation: translations("comment")
  }
}

/** Primary keys, and the unique indexes of translations. */
const selectNext = (sql: SqlClient.SqlClient, kind: StoredTextKind, after: number, limit: number) => {
  const source = sources(sql)[kind]
  return sql`
    select id, title, content, language, summary, source, original as "originalHtml", ${time(sql, "at")} as "writtenAt"
    from (${source}) texts
    where id = any(array(select distinct id from (${source}) ids where id > ${after} order by id limit ${limit}))
    order by id, language`
}

const selectCount = (sql: SqlClient.SqlClient) => sql`
  select ((select count(*) from all_posts) + (select count(*) from all_comments) + (select count(*) from hidden_posts)
    + (select count(*) from hidden_comments) + (select count(*) from users where bio is not null)
    + (select count(*) from news) + (select count(*) from translations))::int as count`

const vectorOf = (kind: StoredTextKind, text: string, { before, title }: RenewedText): string => {
  if (kind === "news") return newsVector(title, searchedNewsText(before.summary, before.source, text))
  return kind === "post" || kind === "hiddenPost" ? `${titleVector(title)} ${contentVector(text)}` : contentVector(text)
}

const rowOf = (kind: StoredTextKind, renewed: RenewedText) => {
  const { before, content, language, title } = renewed
  const made = Option.getOrUndefined(content)
  return {
    id: before.id,
    title: before.title,
    content: before.content,
    language: before.language,
    isGone: made === undefined,
    newTitle: title,
    newContent: made?.content ?? "",
    newHtml: made?.html ?? "",
    newExcerpt: made?.excerpt ?? "",
    newLanguage: language,
    newSearch: made === undefined ? "" : vectorOf(kind, made.text, renewed)
  }
}

const given = (sql: SqlClient.SqlClient, rows: string) =>
  sql`given as materialized (
    select * from json_to_recordset(${rows}::json) as given (id int, title text, content text, language text,
      "isGone" boolean, "newTitle" text, "newContent" text, "newHtml" text, "newExcerpt" text, "newLanguage" text,
      "newSearch" text)
  )`

const language = (sql: SqlClient.SqlClient) =>
  sql`case when texts.language = given.language then given."newLanguage" else texts.language end`

/** Texts whose words to search are in a table of their own. The rows are locked by id, as those of other writes. */
const replaceShown = (sql: SqlClient.SqlClient, kind: "post" | "comment", rows: string) => {
  const isPost = kind === "post"
  const title = isPost ? sql`texts.title` : sql`''`
  const post = isPost ? sql`texts.id` : sql`texts.post_id`
  const searched = sql(`all_${kind}_search`)
  const key = isPost
    ? sql`${searched}.post_id = held.id`
    : sql`${searched}.post_id = held.post and ${searched}.comment_id = held.id`
  return sql`
    with ${given(sql, rows)}, held as materialized (
      select texts.id, ${post} as post from ${sql(`all_${kind}s`)} texts join given on given.id = texts.id
      where texts.content = given.content and ${title} = given.title
      order by texts.id for no key update of texts
    ), changed as (
      update ${sql(`all_${kind}s`)} texts set ${isPost ? sql`title = given."newTitle",` : sql``}
        content = given."newContent", content_html = given."newHtml", excerpt = given."newExcerpt",
        language = ${language(sql)}
      from given join held on held.id = given.id
      where texts.id = given.id and (${title}, texts.content, texts.content_html, texts.excerpt, texts.language)
        is distinct from (given."newTitle", given."newContent", given."newHtml", given."newExcerpt", ${language(sql)})
      returning ${post} as seen
    ), found as (
      update ${searched} set search = given."newSearch"::tsvector from given join held on held.id = given.id
      where ${key} and ${searched}.search <> given."newSearch"::tsvector
      returning held.post as seen
    )
    select seen from changed union select seen from found order by seen`
}

const replaceHidden = (sql: SqlClient.SqlClient, kind: "hiddenPost" | "hiddenComment", rows: string) => {
  const isPost = kind === "hiddenPost"
  const title = isPost ? sql`texts.title` : sql`''`
  return sql`
    with ${given(sql, rows)}
    update ${sql(isPost ? "hidden_posts" : "hidden_comments")} texts set
      ${isPost ? sql`title = given."newTitle",` : sql``} content = given."newContent",
      content_html = given."newHtml", excerpt = given."newExcerpt", language = ${language(sql)},
      search = given."newSearch"::tsvector
    from given where texts.id = given.id and texts.content = given.content and ${title} = given.title
    returning null::int as seen`
}

const replaceNews = (sql: SqlClient.SqlClient, rows: string) => sql`
  with ${given(sql, rows)}
  update news texts set content = given."newContent", content_html = given."newHtml",
    search = given."newSearch"::tsvector
  from given where texts.id = given.id and texts.content = given.content and texts.title = given.title
    and (texts.content, texts.content_html, texts.search)
      is distinct from (given."newContent", given."newHtml", given."newSearch"::tsvector)
  returning texts.id as seen`

const replaceBios = (sql: SqlClient.SqlClient, rows: string) => sql`
  with ${given(sql, rows)}
  update users texts set bio = given."newContent", bio_html = given."newHtml"
  from given where texts.id = given.id and texts.bio = given.content
    and (texts.bio, texts.bio_html) is distinct from (given."newContent", given."newHtml")
  returning texts.id as seen`

const replaceTranslations = (sql: SqlClient.SqlClient, type: "post" | "comment", rows: string) => {
  const isTheSame = sql`texts.${sql(`${type}_id`)} = given.id and texts.language = given.language
    and texts.content = given.content`
  const post =
    type === "post" ? sql`given.id` : sql`(select post_id from all_comments comments where comments.id = given.id)`
  return sql`
    with ${given(sql, rows)}, gone as (
      delete from translations texts using given where ${isTheSame} and given."isGone" returning ${post} as seen
    ), changed as (
      update translations texts set content = given."newContent", content_html = given."newHtml",
        title = case when texts.title is null then null else given."newTitle" end
      from given where ${isTheSame} and not given."isGone"
        and (texts.content, texts.content_html, coalesce(texts.title, ''))
          is distinct from (given."newContent", given."newHtml", given."newTitle")
      returning ${post} as seen
    )
    select seen from gone union select seen from changed order by seen`
}

const statementOf = (sql: SqlClient.SqlClient, kind: StoredTextKind, rows: string) => {
  switch (kind) {
    case "post":
    case "comment":
      return replaceShown(sql, kind, rows)
    case "hiddenPost":
    case "hiddenComment":
      return replaceHidden(sql, kind, rows)
    case "news":
      return replaceNews(sql, rows)
    case "bio":
      return replaceBios(sql, rows)
    case "postTranslation":
      return replaceTranslations(sql, "post", rows)
    case "commentTranslation":
      return replaceTranslations(sql, "comment", rows)
  }
}

const changesOf = (kind: StoredTextKind, seen: ReadonlyArray<number>): ReadonlyArray<Change> => {
  if (kind === "news") return seen.length === 0 ? [] : [newsChanged]
  if (kind === "bio") return seen.map((id) => ({ kind: "user", id: UserId.make(id), userId: UserId.make(id) }))
  const change = kind === "comment" || kind === "commentTranslation" ? ("comment" as const) : ("post" as const)
  return seen.map((id) => ({ kind: change, id: PostId.make(id), userId: null }))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const noteWrites = Effect.zipRight(
    yield* emptyPendingLists(sql, "post_search"),
    yield* emptyPendingLists(sql, "comment_search")
  )
  return StoredTextsRepo.of({
    next: (kind, after, limit) => selectNext(sql, kind, after, limit).pipe(all(Text)),
    count: selectCount(sql).pipe(one(Counted)),
    replace: (kind, texts) =>
      statementOf(sql, kind, JSON.stringify(texts.map((text) => rowOf(kind, text)))).pipe(
        all(Seen),
        Effect.map((rows) => changesOf(kind, Array.from(new Set(rows.flatMap(({ seen }) => seen ?? []))))),
        Effect.zipLeft(noteWrites)
      )
  })
})

export const layer = Layer.scoped(StoredTextsRepo, make)
