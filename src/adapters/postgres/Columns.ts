import type { SqlClient } from "@effect/sql"

// Expressions and columns of several adapters. They refer to tables by name: `users`, `posts`, `comments`.

/** A time as responses have it, such as `2026-01-02T03:04:05.678Z`. */
export const time = (sql: SqlClient.SqlClient, column: string) =>
  sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The member in `users` as the author of a row of `table`; see `author_of`. */
export const author = (sql: SqlClient.SqlClient, table: "comments" | "posts") =>
  sql`author_of(users.id, users.username, users.role, users.verified_as, ${sql(`${table}.by_agent`)})`

/** The member in `users` as the actor of a notification: an agent too where its key has written the comment anew. */
export const actor = (sql: SqlClient.SqlClient) =>
  sql`author_of(users.id, users.username, users.role, users.verified_as, told.by_agent or coalesce(comments.by_agent, false))`

/** A comment, where `users` is its author. */
export const comment = (sql: SqlClient.SqlClient) => sql`comments.id, comments.post_id as "postId", comments.content,
  comments.content_html as "contentHtml", ${author(sql, "comments")} as author, users.role as "authorRole",
  ${time(sql, "comments.created_at")} as "createdAt", ${time(sql, "comments.updated_at")} as "updatedAt"`

/** True if the viewer likes the post in `posts`; null without a viewer (primary key of likes). */
export const liked = (sql: SqlClient.SqlClient, viewer: number | null) =>
  sql`case when ${viewer}::int is not null then
        exists (select from likes where likes.post_id = posts.id and likes.user_id = ${viewer}) end`
