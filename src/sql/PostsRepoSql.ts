import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { DiseaseId, PostId, UserId } from "../domain/Ids.ts"
import { Post, PostCategory, PostDetail, PostNotFound } from "../domain/Post.ts"
import { postOf } from "../domain/PostDocument.ts"
import { PostsRepo } from "../repositories/PostsRepo.ts"
import { batchOf } from "./Batches.ts"
import { communityCount } from "./CommunityCounts.ts"
import { stored } from "./Failures.ts"
import { detail, joined, summary } from "./PostColumns.ts"
import { makeDocuments } from "./PostDocument.ts"
import { makeSearch } from "./PostSearch.ts"
import { postsAdded } from "./PostsAdded.ts"
import { makeRelated, makeWordCounts } from "./PostsRelated.ts"
import { contentVector, titleVector } from "./SearchVector.ts"

/** SQL's null where nobody signed in asks. */
const Liked = Schema.OptionFromNullOr(Schema.Boolean)
const Detail = Schema.Struct({ ...PostDetail.fields, liked: Liked })
const Views = Schema.Struct({ id: PostId, views: Schema.Int })
const Ownership = Schema.Struct({ authorId: UserId, title: Schema.String, content: Schema.String })

/** What stays is null. Title and content come with their parts of the search vector. */
const Changed = Schema.Struct({
  id: PostId,
  title: Schema.OptionFromNullOr(Schema.Struct({ text: Schema.String, search: Schema.String })),
  content: Schema.OptionFromNullOr(
    Schema.Struct({ text: Schema.String, html: Schema.String, excerpt: Schema.String, search: Schema.String })
  ),
  category: Schema.OptionFromNullOr(PostCategory),
  setsDisease: Schema.Boolean,
  diseaseId: Schema.OptionFromNullOr(DiseaseId),
  updatedAt: Schema.DateTimeUtc,
  viewer: UserId
})

const Listed = Schema.Struct({
  diseaseId: Schema.UndefinedOr(DiseaseId),
  category: Schema.UndefinedOr(PostCategory),
  includeDescendants: Schema.Boolean,
  sort: Schema.Literal("date", "views", "replies"),
  limit: Schema.Int,
  offset: Schema.Int
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = summary(sql)
  const joins = joined(sql)
  const documents = yield* makeDocuments
  const related = yield* makeRelated
  const search = yield* makeSearch
  const wordCounts = yield* makeWordCounts

  const addAll = batchOf(sql, postsAdded)

  const ownership = SqlSchema.findOne({
    Request: PostId,
    Result: Ownership,
    execute: (id) => sql`select author_id as "authorId", title, content from posts where id = ${id}`
  })

  const lock = SqlSchema.findOne({
    Request: PostId,
    Result: Ownership,
    execute: (id) => sql`select author_id as "authorId", title, content from posts where id = ${id} for update`
  })

  // Rows are locked in the order of ids, whatever the plan, so that two who write the same posts never do it crosswise.
  const addViews = SqlSchema.findAll({
    Request: Schema.Array(Views),
    Result: Views,
    execute: (added) => {
      const ids = sql`${added.map(({ id }) => id)}::int[]`
      return sql`
      update post_views set views = post_views.views + added.views
      from (
        select given.* from (
          select post_id from post_views where post_id = any(${ids}) order by post_id for no key update
        ) held
        join unnest(${ids}, ${added.map(({ views }) => views)}::int[]) given (id, views) on given.id = held.post_id
      ) added
      where post_views.post_id = added.id
      returning post_views.post_id as id, post_views.views`
    }
  })

  // The part of the search vector that stays is told by its weight, and keeps its positions (`SearchVector.ts`).
  const update = SqlSchema.findOne({
    Request: Changed,
    Result: Detail,
    execute: ({ category, content, diseaseId, id, setsDisease, title, updatedAt, viewer }) => sql`
      with posts as (
        update posts set
          title = coalesce(${title?.text ?? null}, title),
          content = coalesce(${content?.text ?? null}, content),
          content_html = coalesce(${content?.html ?? null}, content_html),
          excerpt = coalesce(${content?.excerpt ?? null}, excerpt),
          category = coalesce(${category}, category),
          disease_id = case when ${setsDisease} then ${diseaseId}::int else disease_id end,
          updated_at = ${updatedAt},
          search = case when ${title !== null || content !== null} then (
            coalesce(${title?.search ?? null}, ts_filter(search, '{a}')::text) || ' ' ||
            coalesce(${content?.search ?? null}, ts_filter(search, '{d}')::text)
          )::tsvector else search end
        where id = ${id}
        returning *
      )
      select ${detail(sql, viewer)} from posts ${joins}`
  })

  const remove = SqlSchema.findOne({
    Request: PostId,
    Result: Schema.Struct({ id: PostId }),
    execute: (id) => sql`delete from posts where id = ${id} returning id`
  })

  // Orders that indexes give (posts_pkey, post_counts_replies, post_views_views, and post_views_category_views alone where
  // only the category narrows).
  const views = sql`join post_views on post_views.post_id = posts.id`
  const counts = sql`join post_counts on post_counts.post_id = posts.id`
  const orders = {
    date: { joins: sql``, by: sql`posts.id desc` },
    views: { joins: views, by: sql`post_views.views desc, post_views.post_id desc` },
    replies: { joins: counts, by: sql`post_counts.replies desc, post_counts.post_id desc` }
  }

  // Narrowed by posts_category_id or posts_disease_id; the total is kept by the writes (primary keys of the counts).
  const page = SqlSchema.single({
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
      const chosen =
        sort === "views" && diseaseId === undefined
          ? sql`select post_id as id from post_views
              where ${category === undefined ? sql`true` : sql`post_views.category = ${category}`}`
          : sql`select posts.id from posts ${order.joins} where ${where}`
      const total =
        diseaseId === undefined
          ? communityCount(sql, "posts", category)
          : sql`select coalesce(sum(posts.posts), 0)::int from disease_counts posts where ${where}`
      return sql`
        select
          (${total}) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${columns} from (
              ${chosen} order by ${order.by} limit ${limit} offset ${offset}
            ) chosen join posts on posts.id = chosen.id ${joins} order by ${order.by}
          ) page) as items`
    }
  })

  const document = (id: PostId, viewer: Option.Option<UserId>) => stored(documents(id, viewer))

  const orNotFound = (id: PostId) => Effect.orElseFail(() => new PostNotFound({ id }))

  return PostsRepo.of({
    addAll,
    ownership: (id) => Effect.flatMap(stored(ownership(id)), orNotFound(id)),
    lock: (id) => Effect.flatMap(stored(lock(id)), orNotFound(id)),
    document,
    peek: (id, viewer) => Effect.flatMap(document(id, viewer), (read) => postOf(read, read.views)),
    addViews: (added) => stored(addViews(added)),
    update: (id, { category, content, diseaseId, title, updatedAt }, viewer) =>
      stored(
        update({
          id,
          title: Option.map(title, (text) => ({ text, search: titleVector(text) })),
          content: Option.map(content, ({ content, excerpt, html, text }) => ({
            text: content,
            html,
            excerpt,
            search: contentVector(text)
          })),
          category,
          setsDisease: Option.isSome(diseaseId),
          diseaseId: Option.flatten(diseaseId),
          updatedAt,
          viewer
        })
      ).pipe(Effect.flatMap(orNotFound(id))),
    remove: (id) => Effect.asVoid(Effect.flatMap(stored(remove(id)), orNotFound(id))),
    page: ({ category, diseaseId, includeDescendants = false, sort = "date" }, { limit, offset }) =>
      stored(page({ diseaseId, includeDescendants, category, sort, limit, offset })),
    search: (asked, window) => stored(search(asked, window)),
    wordCounts: (words) => stored(wordCounts(words)),
    related: (request) => stored(related(request))
  })
})

/** Posts in PostgreSQL. */
export const layer = Layer.scoped(PostsRepo, make)
