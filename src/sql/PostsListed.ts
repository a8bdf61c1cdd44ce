import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { DiseaseId } from "../domain/Ids.ts"
import { Post, PostCategory } from "../domain/Post.ts"
import { joined, summary } from "./PostColumns.ts"

const Listed = Schema.Struct({
  diseaseId: Schema.UndefinedOr(DiseaseId),
  category: Schema.UndefinedOr(PostCategory),
  includeDescendants: Schema.Boolean,
  sort: Schema.Literal("date", "views", "replies"),
  limit: Schema.Int,
  offset: Schema.Int
})

/** Lists posts: see `PostsRepo.page`. */
export const makeListed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = summary(sql)
  const joins = joined(sql)

  // Orders that indexes give (posts_pkey, post_views_views, posts_reply_count).
  const views = sql`join post_views on post_views.post_id = posts.id`
  const orders = {
    date: { joins: sql``, by: sql`posts.id desc` },
    views: { joins: views, by: sql`post_views.views desc, post_views.post_id desc` },
    replies: { joins: sql``, by: sql`posts.reply_count desc, posts.id desc` }
  }

  // Narrowed by posts_category_id or posts_disease_id.
  return SqlSchema.single({
    Request: Listed,
    Result: Schema.Struct({ items: Schema.Array(Post), total: Schema.Int }),
    execute: ({ category, diseaseId, includeDescendants, limit, offset, sort }) => {
      const order = orders[sort]
      const about = includeDescendants
        ? sql`posts.disease_id = any(disease_subtypes(array[${diseaseId ?? null}::int]))`
        : sql`posts.disease_id = ${diseaseId ?? null}`
      const where = sql.and([
        ...(diseaseId === undefined ? [] : [about]),
        ...(category === undefined ? [] : [sql`posts.category = ${category}`])
      ])
      return sql`
        select
          (select count(*)::int from posts where ${where}) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${columns} from (
              select posts.id from posts ${order.joins} where ${where}
              order by ${order.by} limit ${limit} offset ${offset}
            ) chosen join posts on posts.id = chosen.id ${joins} order by ${order.by}
          ) page) as items`
    }
  })
})
