import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { DiseaseId, UserId } from "../../../domain/Ids.ts"
import { PostKey } from "../../../domain/Lists.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import { Post, PostCategory } from "../../../domain/posts/Post.ts"
import type { PostListing } from "../../../ports/PostsRepo.ts"
import { communityCount } from "../CommunityCounts.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { joined, summary } from "./PostColumns.ts"

const Listed = Schema.Struct({
  authorId: Schema.UndefinedOr(UserId),
  diseaseId: Schema.UndefinedOr(DiseaseId),
  category: Schema.UndefinedOr(PostCategory),
  includeDescendants: Schema.Boolean,
  sort: Schema.Literal("date", "views", "replies"),
  ...keysetFields(PostKey)
})

const countOf = {
  date: () => 0, // ids ascend with time
  views: ({ viewCount }: Post) => viewCount,
  replies: ({ replyCount }: Post) => replyCount
}

/** Lists posts: see `PostsRepo.page`. */
export const makeListed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = summary(sql)
  const joins = joined(sql)

  // Each sort order reads one table, which holds the sort key, the category and the author: no join finds the next posts.
  const orders = {
    date: {
      table: "posts",
      id: "posts.id",
      by: sql`posts.id desc`,
      behind: ({ id }: PostKey) => sql`posts.id < ${id}`
    },
    views: {
      table: "post_views",
      id: "post_views.post_id",
      by: sql`post_views.views desc, post_views.post_id desc`,
      behind: ({ count, id }: PostKey) => sql`(post_views.views, post_views.post_id) < (${count}, ${id})`
    },
    replies: {
      table: "post_counts",
      id: "post_counts.post_id",
      by: sql`post_counts.replies desc, post_counts.post_id desc`,
      behind: ({ count, id }: PostKey) => sql`(post_counts.replies, post_counts.post_id) < (${count}, ${id})`
    }
  }

  // Without a disease one index finds the page: posts_pkey, posts_category_id, post_views_views, post_views_category_views,
  // post_counts_replies or post_counts_category_replies; for an author posts_author_id, posts_author_category_id,
  // post_views_author_views or post_counts_author_replies. With a disease posts_disease_id does. Writes maintain the total
  // (read by the primary keys of the count tables); only an author's posts of a category or about a disease are counted
  // here. An author's posts of a category are sorted for the orders by views and by replies, at a cost that grows with the
  // number of posts of the author.
  const select = SqlSchema.single({
    Request: Listed,
    Result: Schema.Struct({ items: Schema.Array(Post), total: Schema.Int }),
    execute: ({ authorId, category, diseaseId, includeDescendants, sort, ...window }) => {
      const { behind, by, id, table } = orders[sort]
      const about = includeDescendants
        ? sql`posts.disease_id = any(disease_subtypes(array[${diseaseId ?? null}::int]))`
        : sql`posts.disease_id = ${diseaseId ?? null}`
      const ofCategory = (table: string) =>
        category === undefined ? [] : [sql`${sql(`${table}.category`)} = ${category}`]
      const filed = (table: string) => [
        ...(authorId === undefined ? [] : [sql`${sql(`${table}.author_id`)} = ${authorId}`]),
        ...ofCategory(table)
      ]
      const next = window.after === undefined ? [] : [behind(window.after)]
      const isAbout = diseaseId === undefined ? [] : [about]
      const where = sql.and([...isAbout, ...filed("posts")])
      const beside = sort === "date" ? sql`` : sql`join ${sql(table)} on ${sql(id)} = posts.id`
      const chosen =
        diseaseId === undefined
          ? sql`select ${sql(id)} as id from ${sql(table)} where ${sql.and([...filed(table), ...next])}`
          : sql`select posts.id from posts ${beside} where ${sql.and([where, ...next])}`
      const counted = () => {
        if (authorId === undefined) {
          return diseaseId === undefined
            ? communityCount(sql, "posts", category)
            : sql`select coalesce(sum(posts.posts), 0)::int from disease_counts posts
                  where ${sql.and([...isAbout, ...ofCategory("posts")])}`
        }
        return diseaseId === undefined && category === undefined
          ? sql`select coalesce(sum(posts), 0)::int from author_counts where author_id = ${authorId}`
          : sql`select count(*)::int from posts where ${where}`
      }
      return sql`
        select
          (${counted()}) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${columns} from (
              ${chosen} order by ${by} ${limitClause(sql, window)}
            ) chosen join posts on posts.id = chosen.id ${joins} order by ${by}
          ) page) as items`
    }
  })

  return (
    { authorId, category, diseaseId, includeDescendants = false, sort = "date" }: PostListing,
    window: PageSlice<PostKey>
  ) =>
    Effect.map(select({ authorId, diseaseId, includeDescendants, category, sort, ...window }), ({ items, total }) =>
      pageFromOverfetch(items, total, window, (post): PostKey => ({ count: countOf[sort](post), id: post.id }))
    )
})
