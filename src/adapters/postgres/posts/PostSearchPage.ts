import type { SqlClient, Statement } from "@effect/sql"
import { DateTime, Effect, Option } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import type { Post, PostSort } from "../../../domain/posts/Post.ts"
import type { SearchedPost } from "../../../search/posts/PostQuery.ts"
import { joined } from "./PostColumns.ts"
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

/** A post of the page, with times in milliseconds since 1970, and the same facts about all matches in each row. */
interface PageRow extends Omit<Post, "author" | "authorRole" | "createdAt" | "disease" | "diseaseId" | "updatedAt"> {
  readonly total: number
  readonly sample: Sample | null
  /** Null in the only row of an empty page. */
  readonly place: number | null
  readonly authorId: Post["author"]["id"]
  readonly username: string
  readonly role: Post["authorRole"]
  readonly verifiedAs: string | null
  readonly byAgent: boolean
  readonly diseaseId: DiseaseId | null
  readonly disease: string | null
  readonly created: number
  readonly updated: number
  readonly html: string
  readonly commentHtml: string | null
}

const postOf = (row: PageRow): SearchedPost => {
  const { category, excerpt, id, likeCount, replyCount, role, title, viewCount } = row
  const diseaseId = Option.fromNullable(row.diseaseId)
  return {
    post: {
      ...{ id, title, excerpt, category, viewCount, replyCount, likeCount, diseaseId },
      disease: Option.map(diseaseId, (id) => ({ id, name: row.disease ?? "" })),
      author: {
        ...{ id: row.authorId, username: row.username, role, verified: row.verifiedAs !== null },
        verifiedAs: Option.fromNullable(row.verifiedAs),
        kind: row.byAgent ? "agent" : "human"
      },
      authorRole: role,
      createdAt: DateTime.unsafeMake(Math.round(row.created)),
      updatedAt: DateTime.unsafeMake(Math.round(row.updated))
    },
    contentHtml: row.html,
    commentHtml: Option.fromNullable(row.commentHtml)
  }
}

/**
 * Selects a page of the posts of a table `found` (id, score), with the texts that snippets are taken from and the columns
 * `total` and `sample`. The rows are taken as the compiler knows them, since a schema takes as long as all the rest; the
 * contract suite compares them with those of the adapter in memory.
 */
export const selectPage = (
  sql: SqlClient.SqlClient,
  { limit, offset, snippet, sort }: PageRequest,
  tables: Statement.Fragment,
  found: Statement.Fragment,
  facts: Statement.Fragment
) =>
  Effect.map(
    sql<PageRow>`
      with ${tables}
      select facts.*, shown.* from (select ${facts}) facts left join (
        select chosen.place::int, posts.id, posts.title, posts.excerpt, posts.category, posts.content_html as html,
          users.id as "authorId", users.username, users.role, users.verified_as as "verifiedAs",
          posts.by_agent as "byAgent", diseases.id as "diseaseId", diseases.name as disease,
          post_views.views as "viewCount", post_counts.replies as "replyCount", post_counts.likes as "likeCount",
          date_part('epoch', posts.created_at) * 1000 as created, date_part('epoch', posts.updated_at) * 1000 as updated,
          case when not post_search.search @@ ${snippet}::tsquery then (
            select comments.content_html from comments join comment_search on comment_id = comments.id
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
      items: rows.filter(({ place }) => place !== null).map(postOf),
      total: rows[0]?.total ?? 0,
      sample: rows[0]?.sample ?? null
    })
  )
