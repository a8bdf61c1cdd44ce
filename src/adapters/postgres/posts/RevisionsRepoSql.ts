import type { SqlClient } from "@effect/sql"
import { Schema } from "effect"
import { UserId } from "../../../domain/Ids.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { maxTextsBytes, Revision, revisionsShown } from "../../../domain/posts/Revision.ts"
import { RevisionsRepo } from "../../../ports/posts/RevisionsRepo.ts"
import { time } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { first } from "../Rows.ts"

const Revisions = Schema.Struct({ authorId: UserId, isHidden: Schema.Boolean, revisions: Schema.Array(Revision) })

/**
 * Keeps the text that an update replaces: `before` is its row as it was, `table` names the updated rows. A replaced
 * text was written by whoever replaced the one before it, and the first by the author (index revisions_target).
 */
export const keepRevision = (sql: SqlClient.SqlClient, table: "comments" | "posts", editorId: number) => {
  const [type, title] = table === "posts" ? ["post", sql`before.title`] : ["comment", sql`null`]
  const isEdited =
    table === "posts"
      ? sql`(before.title, before.content) <> (posts.title, posts.content)`
      : sql`before.content <> comments.content`
  return sql`
    insert into revisions (target_type, target_id, title, content, created_at, by_id, replaced_by_id)
    select ${type}, before.id, ${title}, before.content, coalesce(before.edited_at, before.created_at),
      coalesce((
        select replaced_by_id from revisions where target_type = ${type} and target_id = before.id order by id desc limit 1
      ), before.author_id), ${editorId}
    from before join ${sql(table)} on ${sql(`${table}.id`)} = before.id where ${isEdited}`
}

const selectRevisions = (sql: SqlClient.SqlClient, { id, type }: TextTarget) => sql`
      select author_id as "authorId", is_hidden as "isHidden", (
        select coalesce(json_agg(json_strip_nulls(json_build_object('title', title, 'content', content,
            'createdAt', ${time(sql, "created_at")})) ::jsonb
            || jsonb_build_object('by', case when user_id is not null
              then jsonb_build_object('id', user_id, 'username', username) end)
          order by id desc) filter (where bytes <= ${maxTextsBytes}), '[]')
        from (
          select revisions.*, users.id as user_id, username,
            sum(octet_length(to_json(content)::text)) over (order by revisions.id desc) as bytes
          from revisions left join users on users.id = by_id
          where target_type = ${type} and target_id = ${id} order by revisions.id desc limit ${revisionsShown}
        ) kept
      ) as revisions
      from (
        select author_id, false as is_hidden from ${sql(`${type}s`)} where id = ${id}
        union all select author_id, true from ${sql(`hidden_${type}s`)} where id = ${id} and reads_text(${type}, id)
      ) text`

export const layer = inDatabaseAsReader(RevisionsRepo, (sql) => ({
  of: (target) => selectRevisions(sql, target).pipe(first(Revisions))
}))
