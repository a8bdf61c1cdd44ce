import type { SqlClient, Statement } from "@effect/sql"
import { maxHtmlBytes } from "@rare-disease-community/markdown/Refusals"
import type { AuthorKind } from "../../domain/accounts/User.ts"
import { otherCommentBytes } from "../../domain/posts/Comment.ts"
import { maxTextsBytes } from "../../domain/posts/Revision.ts"

// Expressions and columns of several adapters. They refer to tables by name: `users`, `posts`, `comments`.

/** A time as responses have it, such as `2026-01-02T03:04:05.678Z`. */
export const time = (sql: SqlClient.SqlClient, column: string) =>
  sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The member in `users` as the author of a row of `table`; see `author_from`. */
export const author = (sql: SqlClient.SqlClient, table: "comments" | "posts") =>
  sql`author_from(users, ${sql(`${table}.by_agent`)})`

/** The member in `users` as the actor of a notification: also an agent, if its key has rewritten the comment. */
export const actor = (sql: SqlClient.SqlClient) =>
  sql`author_from(users, inbox.by_agent or coalesce(comments.by_agent, false))`

/** `shownHtml` of a column, whose HTML is in a column of its own. */
export const html = (sql: SqlClient.SqlClient, column: `${"comments" | "news" | "posts"}.content` | "users.bio") => {
  const [content, stored] = [sql(column), sql(`${column}_html`)]
  const [perByte, allowance] = [maxHtmlBytes(1) - maxHtmlBytes(0), maxHtmlBytes(0)]
  return sql`case
    when octet_length(${stored}) <= octet_length(${content}) * ${sql.literal(`${perByte} + ${allowance}`)} then ${stored}
    else '<pre>' || replace(replace(replace(${content}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</pre>' end`
}

/** True for the rows, with `id`, `content` and HTML, that one response may hold (`countFitting`). */
export const fitting = (sql: SqlClient.SqlClient, htmlColumn: string) => sql`
  row_number() over (order by id) = 1 or sum(
    octet_length(to_json(content)::text) + octet_length(to_json(${sql(htmlColumn)})::text) + ${sql.literal(String(otherCommentBytes))}
  ) over (order by id) <= ${sql.literal(String(maxTextsBytes))}`

/** True if the viewer likes the comment in `comments`; null without a viewer (primary key of comment_likes). */
export const likedComment = (sql: SqlClient.SqlClient, viewer: Statement.Fragment) =>
  sql`case when ${viewer} is not null then comments.likes > 0 and exists (
        select from comment_likes where comment_id = comments.id and user_id = ${viewer}) end`

/**
 * The comment that the one in `comments` replies to, where that name is the table: a subquery, which costs a twentieth
 * of a call of `answered_comment`.
 */
export const repliedTo = (sql: SqlClient.SqlClient) =>
  sql`case when comments.reply_to is not null then (
        select json_build_object('id', other.id, 'author', json_build_object('id', writer.id, 'username', writer.username))
        from comments other join users writer on writer.id = other.author_id where other.id = comments.reply_to) end`

/** The same, where `comments` is a part of the table, or of the hidden ones. */
const repliedToElsewhere = (sql: SqlClient.SqlClient) =>
  sql`case when comments.reply_to is not null then answered_comment(comments.reply_to) end`

/** A comment, where `users` is its author; a null `viewer` is an anonymous one. */
export const comment = (
  sql: SqlClient.SqlClient,
  viewer: number | null,
  replyTo = repliedToElsewhere(sql)
) => sql`comments.id, comments.post_id as "postId", comments.content,
  ${html(sql, "comments.content")} as "contentHtml", comments.language, ${author(sql, "comments")} as author, users.role as "authorRole",
  ${replyTo} as "replyTo", comments.likes as "likeCount", comments.helped, ${likedComment(sql, sql`${viewer}::int`)} as liked,
  ${time(sql, "comments.created_at")} as "createdAt", ${time(sql, "comments.updated_at")} as "updatedAt",
  ${time(sql, "comments.edited_at")} as "editedAt"`

/** True if the viewer likes the post in `posts`; null without a viewer (primary key of likes). */
export const liked = (sql: SqlClient.SqlClient, viewer: number | null) =>
  sql`case when ${viewer}::int is not null then
        exists (select from likes where likes.post_id = posts.id and likes.user_id = ${viewer}) end`

/** The condition on a value as a list, for `sql.and`; an empty list where there is no value. */
export const whenDefined = <A>(
  value: A | undefined,
  condition: (value: A) => Statement.Fragment
): ReadonlyArray<Statement.Fragment> => (value === undefined ? [] : [condition(value)])

/** The condition that a row is by authors of a kind, as partial indexes have it. */
export const isOfKind = (sql: SqlClient.SqlClient, table: string, kind: AuthorKind) =>
  kind === "agent" ? sql`${sql(`${table}.by_agent`)}` : sql`not ${sql(`${table}.by_agent`)}`

/** The condition that a post in `post_counts` has an answer or, as partial indexes have it, none. */
export const hasAnswers = (sql: SqlClient.SqlClient, answered: boolean) =>
  answered ? sql`post_counts.answers > 0` : sql`post_counts.answers = 0`

/** `hasAnswers` for a post in `posts` (primary key of post_counts). */
export const isAnswered = (sql: SqlClient.SqlClient, answered: boolean) =>
  sql`exists (select from post_counts where post_counts.post_id = posts.id and ${hasAnswers(sql, answered)})`

export const idArray = (sql: SqlClient.SqlClient, ids: Iterable<number>) =>
  sql`${`{${Array.from(ids).join(",")}}`}::int[]`

/**
 * Selects the number of rows of a table, or of posts by agents, all or of one category or role. Sums the slots that
 * triggers maintain (`migrations/functions/counts.sql`) by the primary key of community_counts, so the cost does not
 * grow with the rows.
 */
export const communityCount = (
  sql: SqlClient.SqlClient,
  table: "agent_posts" | "comments" | "likes" | "news" | "posts" | "users",
  category?: string
) => sql`select coalesce(sum(count), 0)::int from community_counts
  where name = ${table} ${category === undefined ? sql`` : sql`and category = ${category}`}`
