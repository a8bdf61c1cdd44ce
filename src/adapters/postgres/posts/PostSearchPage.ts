import type { SqlClient, Statement } from "@effect/sql"
import { Schema } from "effect"
import { Post, PostSort } from "../../../domain/posts/Post.ts"
import { joined, summary } from "./PostColumns.ts"
import { SearchRow } from "./PostSearchConditions.ts"

/** A search with the order and the page of its matches. */
export const PageRequest = Schema.Struct({
  ...SearchRow.fields,
  /** The whole search as a phrase in a title, and in a content; null if it is none. */
  wholeTitle: Schema.NullOr(Schema.String),
  wholeContent: Schema.NullOr(Schema.String),
  /** A tsquery of any part, for the comment that a snippet is taken from. */
  snippet: Schema.String,
  sort: PostSort,
  limit: Schema.Int,
  offset: Schema.Int
})
export type PageRequest = typeof PageRequest.Type

const Row = Schema.Struct({
  post: Post,
  contentHtml: Schema.String,
  commentHtml: Schema.OptionFromNullOr(Schema.String)
})

/** The posts of a page, and the number of all that were found. */
export const FoundPage = Schema.Struct({ items: Schema.Array(Row), total: Schema.Int })

const sortOrders = (sql: SqlClient.SqlClient) => ({
  relevance: { joins: sql``, by: sql`found.score desc nulls last, found.id desc` },
  date: { joins: sql``, by: sql`found.id desc` },
  views: {
    joins: sql`join post_views on post_views.post_id = found.id`,
    by: sql`post_views.views desc, found.id desc`
  },
  replies: {
    joins: sql`join post_counts on post_counts.post_id = found.id`,
    by: sql`post_counts.replies desc, found.id desc`
  }
})

/** Selects `items` and `total` of the posts of a table `found` (id, score), with the texts that snippets are taken from. */
export const selectPage = (
  sql: SqlClient.SqlClient,
  { limit, offset, snippet, sort }: PageRequest,
  found: Statement.Fragment
) => {
  const order = sortOrders(sql)[sort]
  return sql`
    (select count(*)::int from ${found}) as total, (
      select coalesce(json_agg(json_build_object(
        'post', shown.post, 'contentHtml', shown.content_html, 'commentHtml', shown.comment_html
      ) order by shown.place), '[]') from (
        select chosen.place, (select row_to_json(post) from (select ${summary(sql)}) post) as post, posts.content_html,
          case when not posts.search @@ ${snippet}::tsquery then (
            select comments.content_html from comments
            where comments.post_id = posts.id and comments.search @@ ${snippet}::tsquery
            order by comments.id limit 1
          ) end as comment_html
        from (
          select found.id, row_number() over (order by ${order.by}) as place from ${found} found ${order.joins}
          order by place limit ${limit} offset ${offset}
        ) chosen join posts on posts.id = chosen.id ${joined(sql)}
      ) shown
    ) as items`
}
