import type { SqlClient } from "@effect/sql"
import { DateTime, Option, Schema } from "effect"
import { DiseaseId, PostId } from "../../../domain/Ids.ts"
import { Audience } from "../../../domain/posts/Audience.ts"
import { type Post, PostCategory } from "../../../domain/posts/Post.ts"
import { author, html, liked, time } from "../Columns.ts"
import { AuthorRow, authorColumns, authorOf } from "./AuthorColumns.ts"

// Select lists and joins for rows of `posts`. A writing statement names its `returning` rows `posts` too, so that it
// can use the same fragments.

/** The joins that `summary` and `detail` need besides `posts` itself. */
export const joined = (sql: SqlClient.SqlClient) => sql`
  join users on users.id = posts.author_id
  join post_views on post_views.post_id = posts.id
  join post_counts on post_counts.post_id = posts.id
  left join diseases on diseases.id = posts.disease_id`

/** The columns of a post in a list. */
export const summary = (sql: SqlClient.SqlClient) => sql`
  posts.id, posts.title, posts.excerpt, posts.language, posts.category, posts.disease_id as "diseaseId",
  case when diseases.id is not null then json_build_object('id', diseases.id, 'name', diseases.name) end as disease,
  ${author(sql, "posts")} as author, users.role as "authorRole", post_views.views as "viewCount",
  post_counts.replies as "replyCount", post_counts.likes as "likeCount",
  post_counts.helped as "helpedCount",
  ${time(sql, "posts.created_at")} as "createdAt", ${time(sql, "posts.updated_at")} as "updatedAt",
  ${time(sql, "posts.edited_at")} as "editedAt", posts.locked, posts.audience`

/** The columns of a post in full; a null `viewer` is an anonymous one. */
export const detail = (sql: SqlClient.SqlClient, viewer: number | null) => sql`
  ${summary(sql)}, posts.content, ${html(sql, "posts.content")} as "contentHtml", ${liked(sql, viewer)} as liked`

/** A text as the columns of a row. Times are milliseconds since 1970. */
const TextRow = Schema.Struct({
  html: Schema.String,
  language: Schema.String,
  ...AuthorRow.fields,
  created: Schema.Number,
  updated: Schema.Number,
  edited: Schema.NullOr(Schema.Number)
})

export type TextRow = typeof TextRow.Type

export const PostRow = Schema.Struct({
  ...TextRow.fields,
  id: PostId,
  views: Schema.Int,
  title: Schema.String,
  excerpt: Schema.String,
  category: PostCategory,
  diseaseId: Schema.NullOr(DiseaseId),
  disease: Schema.NullOr(Schema.String),
  replies: Schema.Int,
  likes: Schema.Int,
  helpedCount: Schema.Int,
  locked: Schema.Boolean,
  audience: Audience
})

export type PostRow = typeof PostRow.Type

/** The columns of a `PostRow`, in its order. */
export const rowColumns = (sql: SqlClient.SqlClient) => sql`
  posts.id, ${html(sql, "posts.content")} as html, posts.language, ${authorColumns(sql, "posts")},
  date_part('epoch', posts.created_at) * 1000 as created, date_part('epoch', posts.updated_at) * 1000 as updated,
  date_part('epoch', posts.edited_at) * 1000 as edited,
  post_views.views, posts.title, posts.excerpt, posts.category, diseases.id as "diseaseId", diseases.name as disease,
  post_counts.replies, post_counts.likes, post_counts.helped as "helpedCount",
  posts.locked, posts.audience`

export const postOf = (row: PostRow): Post => {
  const diseaseId = Option.fromNullable(row.diseaseId)
  // One literal: V8 makes objects that are spread together several times as slowly.
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    language: row.language,
    category: row.category,
    diseaseId,
    disease: Option.map(diseaseId, (id) => ({ id, name: row.disease ?? "" })),
    author: authorOf(row),
    authorRole: row.role,
    viewCount: row.views,
    replyCount: row.replies,
    likeCount: row.likes,
    helpedCount: row.helpedCount,
    createdAt: DateTime.unsafeMake(Math.round(row.created)),
    updatedAt: DateTime.unsafeMake(Math.round(row.updated)),
    editedAt: Option.map(Option.fromNullable(row.edited), (edited) => DateTime.unsafeMake(Math.round(edited))),
    locked: row.locked,
    audience: row.audience
  }
}
