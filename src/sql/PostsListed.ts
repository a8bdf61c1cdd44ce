import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { DiseaseId } from "../domain/Ids.ts"
import { PostKey } from "../domain/Lists.ts"
import { foundAmong, type Window } from "../domain/Page.ts"
import { Post, PostCategory } from "../domain/Post.ts"
import type { PostListing } from "../repositories/PostsRepo.ts"
import { communityCount } from "./CommunityCounts.ts"
import { joined, summary } from "./PostColumns.ts"
import { cut, windowed } from "./Windows.ts"

const Listed = Schema.Struct({
  diseaseId: Schema.UndefinedOr(DiseaseId),
  category: Schema.UndefinedOr(PostCategory),
  includeDescendants: Schema.Boolean,
  sort: Schema.Literal("date", "views", "replies"),
  ...windowed(PostKey)
})

const counted = {
  date: () => 0, // ids are given in the order of time
  views: ({ viewCount }: Post) => viewCount,
  replies: ({ replyCount }: Post) => replyCount
}

/** Lists posts: see `PostsRepo.page`. */
export const makeListed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = summary(sql)
  const joins = joined(sql)

  // Orders that indexes give (posts_pkey, post_views_views, post_counts_replies), and where in them one reads on.
  const views = sql`join post_views on post_views.post_id = posts.id`
  const orders = {
    date: { joins: sql``, by: sql`posts.id desc`, behind: ({ id }: PostKey) => sql`posts.id < ${id}` },
    views: {
      joins: views,
      by: sql`post_views.views desc, post_views.post_id desc`,
      behind: ({ count, id }: PostKey) => sql`(post_views.views, post_views.post_id) < (${count}, ${id})`
    },
    replies: {
      joins: sql`join post_counts on post_counts.post_id = posts.id`,
      by: sql`post_counts.replies desc, post_counts.post_id desc`,
      behind: ({ count, id }: PostKey) => sql`(post_counts.replies, post_counts.post_id) < (${count}, ${id})`
    }
  }

  // Narrowed by posts_category_id or posts_disease_id; by views without a disease post_views_category_views and
  // post_views_views alone say which. The total is kept by the writes (primary keys of the counts).
  const select = SqlSchema.single({
    Request: Listed,
    Result: Schema.Struct({ items: Schema.Array(Post), total: Schema.Int }),
    execute: ({ category, diseaseId, includeDescendants, sort, ...window }) => {
      const order = orders[sort]
      const about = includeDescendants
        ? sql`posts.disease_id = any(disease_subtypes(array[${diseaseId ?? null}::int]))`
        : sql`posts.disease_id = ${diseaseId ?? null}`
      const where = sql.and([
        ...(diseaseId === undefined ? [] : [about]),
        ...(category === undefined ? [] : [sql`posts.category = ${category}`])
      ])
      const behind = window.after === undefined ? [] : [order.behind(window.after)]
      const chosen =
        sort === "views" && diseaseId === undefined
          ? sql`select post_views.post_id as id from post_views where ${sql.and([
              ...(category === undefined ? [] : [sql`post_views.category = ${category}`]),
              ...behind
            ])}`
          : sql`select posts.id from posts ${order.joins} where ${sql.and([where, ...behind])}`
      const total =
        diseaseId === undefined
          ? communityCount(sql, "posts", category)
          : sql`select coalesce(sum(posts.posts), 0)::int from disease_counts posts where ${where}`
      return sql`
        select
          (${total}) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${columns} from (
              ${chosen} order by ${order.by} ${cut(sql, window)}
            ) chosen join posts on posts.id = chosen.id ${joins} order by ${order.by}
          ) page) as items`
    }
  })

  return ({ category, diseaseId, includeDescendants = false, sort = "date" }: PostListing, window: Window<PostKey>) =>
    Effect.map(select({ diseaseId, includeDescendants, category, sort, ...window }), ({ items, total }) =>
      foundAmong(items, total, window, (post): PostKey => ({ count: counted[sort](post), id: post.id }))
    )
})
