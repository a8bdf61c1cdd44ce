import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import type { PostSort } from "../../../domain/posts/Post.ts"
import type { SearchedPost } from "../../../search/posts/PostQuery.ts"
import { html } from "../Columns.ts"
import { joined, type PostRow, postOf, rowColumns } from "./PostColumns.ts"
import type { Sample } from "./PostSearchSample.ts"
import type { SearchRow } from "./PostSearchTerms.ts"

/** A search with the order and the page of its matches. */
export interface PageRequest extends SearchRow {
  readonly sort: PostSort
  readonly limit: number
  readonly offset: number
}

/** The orders of posts; among equals the greater id comes first. */
const sortOrders = (sql: SqlClient.SqlClient) => ({
  relevance: sql`found.score desc,`,
  date: sql``,
  views: sql`(select views from post_views where post_id = found.id) desc,`,
  replies: sql`(select replies from post_counts where post_id = found.id) desc,`
})

/** A post of the page, and the same facts about all matches in each row. */
interface PageRow<Facts> extends PostRow {
  readonly total: number
  readonly sample: Facts | null
  /** Null in the only row of an empty page. */
  readonly place: number | null
  readonly commentHtml: string | null
}

/**
 * Selects a page of the posts of a table `found` (id, score), with the texts that snippets are taken from and the columns
 * `total` and `sample`. The rows are not decoded, since a schema would take as long as all the rest; the contract suite
 * compares them with the rows of the memory adapter.
 */
export const selectPage = <Facts = Sample>(
  sql: SqlClient.SqlClient,
  { limit, offset, snippet, sort }: PageRequest,
  tables: Statement.Fragment,
  found: Statement.Fragment,
  facts: Statement.Fragment
) =>
  Effect.map(
    sql<PageRow<Facts>>`
      with ${tables}
      select facts.*, shown.* from (select ${facts}) facts left join (
        select chosen.place::int, ${rowColumns(sql)},
          case when not post_search.search @@ ${snippet}::tsquery then (
            select ${html(sql, "comments.content")} from comments join comment_search on comment_id = comments.id
            where comment_search.post_id = posts.id and comment_search.search @@ ${snippet}::tsquery
            order by comments.id limit 1
          ) end as "commentHtml"
        from (
          select id, row_number() over () as place from (
            select id from ${found} found order by ${sortOrders(sql)[sort]} id desc limit ${limit} offset ${offset}
          ) best
        ) chosen join posts on posts.id = chosen.id join post_search on post_search.post_id = posts.id ${joined(sql)}
      ) shown on true order by shown.place`,
    (rows) => ({
      items: rows
        .filter(({ place }) => place !== null)
        .map(
          (row): SearchedPost => ({
            post: postOf(row),
            contentHtml: row.html,
            commentHtml: Option.fromNullable(row.commentHtml)
          })
        ),
      total: rows[0]?.total ?? 0,
      sample: rows[0]?.sample ?? null
    })
  )
