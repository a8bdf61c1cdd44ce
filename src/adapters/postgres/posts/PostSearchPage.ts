import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Post, type PostSort } from "../../../domain/posts/Post.ts"
import { joined, summary } from "./PostColumns.ts"
import type { SearchRow } from "./PostSearchTerms.ts"

/** A search with the order and the page of its matches. */
export interface PageRequest extends SearchRow {
  readonly sort: PostSort
  readonly limit: number
  readonly offset: number
}

const Row = Schema.Struct({
  post: Post,
  contentHtml: Schema.String,
  commentHtml: Schema.OptionFromNullOr(Schema.String)
})

/** The posts of a page, and the number of all that were found. */
export const FoundPage = Schema.Struct({ items: Schema.Array(Row), total: Schema.Int })

/** Decodes the only row of a statement. */
export const onlyRow = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(Schema.Tuple(row))
  return (rows: unknown) => Effect.map(decode(rows), ([only]) => only)
}

/** The orders of posts; among equals the greater id comes first. */
const sortOrders = (sql: SqlClient.SqlClient) => ({
  relevance: sql`found.score desc,`,
  date: sql``,
  views: sql`(select views from post_views where post_id = found.id) desc,`,
  replies: sql`(select replies from post_counts where post_id = found.id) desc,`
})

/** Selects a page of the posts of a table `found` (id, score) as JSON, with the texts that snippets are taken from. */
export const selectPage = (
  sql: SqlClient.SqlClient,
  { limit, offset, snippet, sort }: PageRequest,
  found: Statement.Fragment
) => sql`(
      select coalesce(json_agg(json_build_object(
        'post', shown.post, 'contentHtml', shown.content_html, 'commentHtml', shown.comment_html
      ) order by shown.place), '[]') from (
        select chosen.place, (select row_to_json(post) from (select ${summary(sql)}) post) as post, posts.content_html,
          case when not post_search.search @@ ${snippet}::tsquery then (
            select comments.content_html from comments join comment_search on comment_id = comments.id
            where comment_search.post_id = posts.id and comment_search.search @@ ${snippet}::tsquery
            order by comments.id limit 1
          ) end as comment_html
        from (
          select id, row_number() over () as place from (
            select id from ${found} found order by ${sortOrders(sql)[sort]} id desc limit ${limit} offset ${offset}
          ) best
        ) chosen join posts on posts.id = chosen.id join post_search on post_search.post_id = posts.id ${joined(sql)}
      ) shown
    )`
