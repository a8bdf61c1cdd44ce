import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { DiseaseId, PostId, UserId } from "../../../domain/Ids.ts"
import { decodePost, PostCategory, PostDetail, PostNotFound } from "../../../domain/posts/Post.ts"
import { PostsRepo } from "../../../ports/PostsRepo.ts"
import { batchStatement } from "../BatchStatement.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { contentVector, titleVector } from "../SearchVector.ts"
import { addPosts } from "./AddPosts.ts"
import { listPosts } from "./ListPosts.ts"
import { detail, joined } from "./PostColumns.ts"
import { makePostDocuments } from "./PostDocuments.ts"
import { relatedPosts, wordCounts } from "./RelatedPosts.ts"
import { keepRevision } from "./RevisionsRepoSql.ts"
import { searchPosts } from "./SearchPosts.ts"

/** Null where the viewer is not signed in. */
const Liked = Schema.OptionFromNullOr(Schema.Boolean)
const Views = Schema.Struct({ id: PostId, views: Schema.Int })

/** An unchanged field is null. Title and content come with their parts of the search vector. */
const PostChange = Schema.Struct({
  id: PostId,
  title: Schema.OptionFromNullOr(Schema.Struct({ text: Schema.String, search: Schema.String })),
  content: Schema.OptionFromNullOr(
    Schema.Struct({ text: Schema.String, html: Schema.String, excerpt: Schema.String, search: Schema.String })
  ),
  category: Schema.OptionFromNullOr(PostCategory),
  setsDisease: Schema.Boolean,
  byAgent: Schema.Boolean,
  diseaseId: Schema.OptionFromNullOr(DiseaseId),
  updatedAt: Schema.DateTimeUtc,
  viewer: UserId
})

const selectOwnership = (sql: SqlClient.SqlClient, locking: Statement.Fragment) =>
  SqlSchema.findOne({
    Request: PostId,
    Result: Schema.Struct({ authorId: UserId, title: Schema.String, content: Schema.String }),
    execute: (id) => sql`select author_id as "authorId", title, content from posts where id = ${id}${locking}`
  })

/**
 * Locks rows in the order of ids, independent of the plan: otherwise two calls for the same posts could deadlock. A post that
 * was hidden since it was read keeps its views.
 */
const addPostViews = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Array(Views),
    Result: Views,
    execute: (added) => {
      const ids = sql`${added.map(({ id }) => id)}::int[]`
      return sql`
      with given as (select * from unnest(${ids}, ${added.map(({ views }) => views)}::int[]) given (id, views)),
      hidden as (
        update hidden_posts set views = hidden_posts.views + held.added
        from (
          select hidden_posts.id, given.views as added from hidden_posts join given on given.id = hidden_posts.id
          where hidden_posts.id = any(${ids}) order by hidden_posts.id for update of hidden_posts
        ) held
        where hidden_posts.id = held.id
      )
      update post_views set views = post_views.views + added.views
      from (
        select given.* from (
          select post_id from post_views where post_id = any(${ids}) order by post_id for no key update
        ) held
        join given on given.id = held.post_id
      ) added
      where post_views.post_id = added.id
      returning post_views.post_id as id, post_views.views`
    }
  })

/** The unchanged part of the search vector is selected by its weight, and its positions stay (`SearchVector.ts`). */
const updatePost = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: PostChange,
    Result: Schema.Struct({ ...PostDetail.fields, liked: Liked }),
    execute: ({ byAgent, category, content, diseaseId, id, setsDisease, title, updatedAt, viewer }) => sql`
      with before as materialized (select * from posts where id = ${id}), posts as (
        update posts set
          title = coalesce(${title?.text ?? null}, title),
          content = coalesce(${content?.text ?? null}, content),
          content_html = coalesce(${content?.html ?? null}, content_html),
          excerpt = coalesce(${content?.excerpt ?? null}, excerpt),
          category = coalesce(${category}, category),
          disease_id = case when ${setsDisease} then ${diseaseId}::int else disease_id end,
          by_agent = by_agent or ${byAgent},
          edited_at = case
            when (coalesce(${title?.text ?? null}, title), coalesce(${content?.text ?? null}, content)) <> (title, content)
            then greatest(edited_at, ${updatedAt}::timestamptz) else edited_at end,
          updated_at = greatest(updated_at, ${updatedAt}::timestamptz)
        where id = ${id}
        returning *
      ), kept as (${keepRevision(sql, "posts", viewer)}), searched as (
        update post_search set search = (
          coalesce(${title?.search ?? null}, ts_filter(search, '{a}')::text) || ' ' ||
          coalesce(${content?.search ?? null}, ts_filter(search, '{d}')::text)
        )::tsvector
        where post_id = ${id} and ${title !== null || content !== null}
      )
      select ${detail(sql, viewer)} from posts ${joined(sql)}`
  })

/**
 * Selects the recipients as they are before the removal: all parts of a statement see the same snapshot (index
 * notifications_post_id).
 */
const removePost = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: PostId,
    Result: Schema.Struct({ recipients: Schema.Array(UserId) }),
    execute: (id) => sql`
      delete from posts where id = ${id}
      returning array(select distinct recipient_id from notifications where post_id = ${id} order by 1) as recipients`
  })

/** Answers whether the state changed. */
const updateLocked = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ id: PostId, locked: Schema.Boolean }),
    Result: Schema.Struct({ changed: Schema.Boolean }),
    execute: ({ id, locked }) => sql`
      with changed as (update posts set locked = ${locked} where id = ${id} and locked <> ${locked} returning id)
      select exists (select from changed) as changed from posts where id = ${id}`
  })

const orNotFound = (id: PostId) => Effect.orElseFail(() => new PostNotFound({ id }))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const documents = yield* makePostDocuments
  const ownership = selectOwnership(sql, sql``)
  const lock = selectOwnership(sql, sql` for update skip locked`)
  const noteWrite = yield* emptyPendingLists(sql, "post_search")
  const add = batchStatement(sql, addPosts)
  const addViews = addPostViews(sql)
  const update = updatePost(sql)
  const setLocked = updateLocked(sql)
  const remove = removePost(sql)
  const list = listPosts(sql)
  const search = searchPosts(sql)
  const related = relatedPosts(sql)
  const counts = wordCounts(sql)

  const document = (id: PostId, viewer: Option.Option<UserId>) => orUnavailable(documents(id, viewer))
  const findOwnership = (id: PostId) => Effect.flatMap(orUnavailable(ownership(id)), orNotFound(id))

  return PostsRepo.of({
    addAll: (items) => Effect.zipLeft(add(items), noteWrite),
    ownership: findOwnership,
    lock: (id) =>
      Effect.flatMap(
        orUnavailable(lock(id)),
        // The post does not exist, or another transaction holds it.
        Effect.orElse(() => Effect.zipRight(findOwnership(id), new Blocked({ by: `post ${id}` })))
      ),
    document,
    peek: (id, viewer) => Effect.flatMap(document(id, viewer), decodePost),
    addViews: (views) => orUnavailable(addViews(views)),
    update: (id, { authorKind, category, content, diseaseId, title, updatedAt }, viewer) =>
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
          byAgent: authorKind === "agent",
          updatedAt,
          viewer
        })
      ).pipe(Effect.flatMap(orNotFound(id)), Effect.zipLeft(noteWrite)),
    setLocked: (id, locked) =>
      Effect.map(Effect.flatMap(orUnavailable(setLocked({ id, locked })), orNotFound(id)), ({ changed }) => changed),
    remove: (id) =>
      Effect.map(Effect.flatMap(orUnavailable(remove(id)), orNotFound(id)), ({ recipients }) => recipients),
    page: (filter, window) => orUnavailable(list(filter, window)),
    search: (query, window) => orUnavailable(search(query, window)),
    wordCounts: (words) => orUnavailable(counts(words)),
    related: (request) => orUnavailable(related(request))
  })
})

/** Posts in PostgreSQL. */
export const layer = Layer.scoped(PostsRepo, make)
