import type { SqlClient } from "@effect/sql"
import { author, liked, time } from "../Columns.ts"

// Select lists and joins for rows of `posts`. A writing statement names its `returning` rows `posts` too, so that it can use
// the same fragments.

/** The joins that `summary` and `detail` need beside `posts` itself. */
export const joined = (sql: SqlClient.SqlClient) => sql`
  join users on users.id = posts.author_id
  join post_views on post_views.post_id = posts.id
  join post_counts on post_counts.post_id = posts.id
  left join diseases on diseases.id = posts.disease_id`

/** The columns of a post in a list. */
export const summary = (sql: SqlClient.SqlClient) => sql`
  posts.id, posts.title, posts.excerpt, posts.category, posts.disease_id as "diseaseId",
  case when diseases.id is not null then json_build_object('id', diseases.id, 'name', diseases.name) end as disease,
  ${author(sql, "posts")} as author, users.role as "authorRole", post_views.views as "viewCount",
  post_counts.replies as "replyCount", post_counts.likes as "likeCount",
  ${time(sql, "posts.created_at")} as "createdAt", ${time(sql, "posts.updated_at")} as "updatedAt"`

/** The columns of a post in full; a null `viewer` is an anonymous one. */
export const detail = (sql: SqlClient.SqlClient, viewer: number | null) => sql`
  ${summary(sql)}, posts.content, posts.content_html as "contentHtml", ${liked(sql, viewer)} as liked`
