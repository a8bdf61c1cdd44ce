import type { SqlClient } from "@effect/sql"
import { DateTime, Effect, Option, Schema } from "effect"
import { DiseaseId, UserId } from "../../../domain/Ids.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { Translation } from "../../../domain/posts/Translation.ts"
import { TranslationsRepo } from "../../../ports/posts/TranslationsRepo.ts"
import { idArray, time } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { all, returnsRow, run } from "../Rows.ts"

const Text = Schema.Struct({
  id: Schema.Int,
  authorId: UserId,
  title: Schema.OptionFromNullOr(Schema.String),
  content: Schema.String,
  language: Schema.String,
  diseaseId: Schema.OptionFromNullOr(DiseaseId),
  revision: Schema.String,
  isWanted: Schema.Boolean,
  translation: Schema.OptionFromNullOr(Translation)
})

/** Expressions on the row of a shown text, `texts`. */
const partsOf = (sql: SqlClient.SqlClient, type: TextTarget["type"]) => {
  const title = type === "post" ? sql`texts.title` : sql`null::text`
  return {
    table: sql(`${type}s`),
    key: sql(`${type}_id`),
    title,
    disease: type === "post" ? sql`texts.disease_id` : sql`(select disease_id from posts where id = texts.post_id)`,
    revision: sql`md5(json_build_array(texts.language, ${title}, texts.content)::text)`,
    isWanted: sql`(texts.audience = 'everyone' and texts.author_id <> former_member()
      and not exists (select from member_settings where user_id = texts.author_id and not translate))`
  }
}

/** Unique indexes of translations by text and language. */
const selectTexts = (
  sql: SqlClient.SqlClient,
  type: TextTarget["type"],
  ids: ReadonlyArray<TextTarget["id"]>,
  to: string
) => {
  const { disease, isWanted, key, revision, table, title } = partsOf(sql, type)
  return sql`
    select id, author_id as "authorId", ${title} as title, texts.content, texts.language, ${disease} as "diseaseId",
      ${revision} as revision, ${isWanted} as "isWanted", (
        select json_strip_nulls(json_build_object('language', texts.language, 'to', language, 'title', title,
          'content', content, 'contentHtml', content_html, 'engine', engine, 'createdAt', ${time(sql, "created_at")}))
        from translations where ${key} = texts.id and language = ${to} and revision = ${revision}
      ) as translation
    from ${table} texts where id = any(${idArray(sql, ids)})`
}

const insertTranslation = (
  sql: SqlClient.SqlClient,
  target: TextTarget,
  sent: string,
  { content, contentHtml, createdAt, engine, title, to }: Translation
) => {
  const { isWanted, key, revision, table } = partsOf(sql, target.type)
  return sql`
    insert into translations (${key}, language, revision, title, content, content_html, engine, created_at)
    select id, ${to}, ${sent}, ${title ?? null}::text, ${content}, ${contentHtml}, ${engine}, ${DateTime.toDateUtc(createdAt)}::timestamptz
    from ${table} texts where id = ${target.id} and ${revision} = ${sent} and ${isWanted} for key share of texts
    on conflict (${key}, language) do update set revision = excluded.revision, title = excluded.title,
      content = excluded.content, content_html = excluded.content_html, engine = excluded.engine, created_at = excluded.created_at
    returning language`
}

export const layer = inDatabaseAsReader(TranslationsRepo, (sql) => ({
  // One statement for posts and one for comments, however many texts there are.
  read: (targets, to) =>
    Effect.gen(function* () {
      const found = new Map<string, Omit<typeof Text.Type, "id">>()
      for (const type of ["post", "comment"] as const) {
        const ids = targets.filter((target) => target.type === type).map(({ id }) => id)
        if (ids.length === 0) continue
        for (const { id, ...text } of yield* selectTexts(sql, type, ids, to).pipe(all(Text))) {
          found.set(`${type} ${id}`, text)
        }
      }
      return targets.map(({ id, type }) => Option.fromNullable(found.get(`${type} ${id}`)))
    }),
  store: (target, revision, translation) => returnsRow(insertTranslation(sql, target, revision, translation)),
  // Indexes of posts and comments by author.
  removeOf: (authorId) =>
    run(sql`
      delete from translations where post_id = any(array(select id from all_posts where author_id = ${authorId}))
        or comment_id = any(array(select id from all_comments where author_id = ${authorId}))`)
}))
