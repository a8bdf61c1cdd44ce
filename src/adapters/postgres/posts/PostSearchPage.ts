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

/** The orders of posts; among equals the greater id comes first. */
const sortOrders = (sql: SqlClient.SqlClient) => ({
  relevance: sql`found.score desc nulls last,`,
  date: sql``,
  views: sql`(select views from post_views where post_id = found.id) desc,`,
  replies: sql`(select replies from post_counts where post_id = found.id) desc,`
})

/** Selects `items` and `total` of the posts of a table `found` (id, score), with the texts that snippets are taken from. */
export const selectPage = (
  sql: SqlClient.SqlClient,
  { limit, offset, snippet, sort }: PageRequest,
  found: Statement.Fragment
) => sql`
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
          select found.id, row_number() over (order by ${sortOrders(sql)[sort]} found.id desc) as place from ${found} found
          order by place limit ${limit} offset ${offset}
        ) chosen join posts on posts.id = chosen.id ${joined(sql)}
      ) shown
    ) as items`
