import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { DiseaseId, PostId, UserId } from "../../../domain/Ids.ts"
import { decodePost, PostCategory, PostDetail, PostNotFound } from "../../../domain/posts/Post.ts"
import { PostsRepo } from "../../../ports/PostsRepo.ts"
import { batchStatement } from "../BatchStatement.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { contentVector, titleVector } from "../SearchVector.ts"
import { detail, joined } from "./PostColumns.ts"
import { makePostDocuments } from "./PostDocuments.ts"
import { makeSearch } from "./PostSearch.ts"
import { postsAdded } from "./PostsAdded.ts"
import { makeListed } from "./PostsListed.ts"
import { makeRelated, makeWordCounts } from "./PostsRelated.ts"

/** SQL's null where nobody signed in asks. */
const Liked = Schema.OptionFromNullOr(Schema.Boolean)
const Detail = Schema.Struct({ ...PostDetail.fields, liked: Liked })
const Views = Schema.Struct({ id: PostId, views: Schema.Int })
const Ownership = Schema.Struct({ authorId: UserId, title: Schema.String, content: Schema.String })

/** An unchanged field is null. Title and content come with their parts of the search vector. */
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

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const joins = joined(sql)
  const documents = yield* makePostDocuments
  const listed = yield* makeListed
  const related = yield* makeRelated
  const search = yield* makeSearch
  const wordCounts = yield* makeWordCounts

  const addAll = batchStatement(sql, postsAdded)

  const ownership = SqlSchema.findOne({
    Request: PostId,
    Result: Ownership,
    execute: (id) => sql`select author_id as "authorId", title, content from posts where id = ${id}`
  })

  const lock = SqlSchema.findOne({
    Request: PostId,
    Result: Ownership,
    execute: (id) =>
      sql`select author_id as "authorId", title, content from posts where id = ${id} for update skip locked`
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

  // The recipients are those before the removal: the parts of a statement see the same snapshot (index notifications_post_id).
  const remove = SqlSchema.findOne({
    Request: PostId,
    Result: Schema.Struct({ recipients: Schema.Array(UserId) }),
    execute: (id) => sql`
      delete from posts where id = ${id}
      returning array(select distinct recipient_id from notifications where post_id = ${id} order by 1) as recipients`
  })

  const document = (id: PostId, viewer: Option.Option<UserId>) => orUnavailable(documents(id, viewer))

  const orNotFound = (id: PostId) => Effect.orElseFail(() => new PostNotFound({ id }))

  const owned = (id: PostId) => Effect.flatMap(orUnavailable(ownership(id)), orNotFound(id))

  return PostsRepo.of({
    addAll,
    ownership: owned,
    lock: (id) =>
      Effect.flatMap(
        orUnavailable(lock(id)),
        // Not there, or held by others.
        Effect.orElse(() => Effect.zipRight(owned(id), new Blocked({ by: `post ${id}` })))
      ),
    document,
    peek: (id, viewer) => Effect.flatMap(document(id, viewer), decodePost),
    addViews: (added) => orUnavailable(addViews(added)),
    update: (id, { category, content, diseaseId, title, updatedAt }, viewer) =>
      orUnavailable(
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
    remove: (id) =>
      Effect.map(Effect.flatMap(orUnavailable(remove(id)), orNotFound(id)), ({ recipients }) => recipients),
    page: (filter, window) => orUnavailable(listed(filter, window)),
    search: (asked, window) => orUnavailable(search(asked, window)),
    wordCounts: (words) => orUnavailable(wordCounts(words)),
    related: (request) => orUnavailable(related(request))
  })
})

/** Posts in PostgreSQL. */
export const layer = Layer.scoped(PostsRepo, make)
