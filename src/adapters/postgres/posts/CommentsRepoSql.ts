import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Author } from "../../../domain/accounts/User.ts"
import { CommentId, PostId, UserId } from "../../../domain/Ids.ts"
import { CommentKey } from "../../../domain/Lists.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { Comment, CommentNotFound } from "../../../domain/posts/Comment.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { CommentsRepo, type CommentToAdd } from "../../../ports/CommentsRepo.ts"
import { batchStatement, refusedReaction } from "../BatchStatement.ts"
import * as Columns from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { contentVector } from "../SearchVector.ts"
import { keepRevision } from "./RevisionsRepoSql.ts"

const selectOwnership = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: CommentId,
    Result: Schema.Struct({ postId: PostId, authorId: UserId, content: Schema.String }),
    execute: (id) => sql`select post_id as "postId", author_id as "authorId", content from comments where id = ${id}`
  })

const Change = Schema.Struct({
  id: CommentId,
  content: Schema.String,
  html: Schema.String,
  excerpt: Schema.String,
  search: Schema.String,
  byAgent: Schema.Boolean,
  editorId: UserId,
  updatedAt: Schema.DateTimeUtc
})

const updateComment = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Change,
    Result: Comment,
    execute: ({ byAgent, content, editorId, excerpt, html, id, search, updatedAt }) => sql`
      with before as materialized (select * from comments where id = ${id}), comments as (
        update comments set content = ${content}, content_html = ${html}, excerpt = ${excerpt},
          by_agent = by_agent or ${byAgent},
          edited_at = case
            when content <> ${content} then greatest(edited_at, ${updatedAt}::timestamptz) else edited_at end,
          updated_at = greatest(updated_at, ${updatedAt}::timestamptz)
        where id = ${id}
        returning *
      ), kept as (${keepRevision(sql, "comments", editorId)}), searched as (
        update comment_search set search = ${search}::tsvector from comments
        where comment_search.post_id = comments.post_id and comment_id = comments.id
      )
      select ${Columns.comment(sql)} from comments join users on users.id = comments.author_id`
  })

/**
 * Selects the recipients as they are before the removal: all parts of a statement see the same snapshot (index
 * notifications_comment_once).
 */
const removeComment = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: CommentId,
    Result: Schema.Struct({ recipients: Schema.Array(UserId) }),
    execute: (id) => sql`
      with removed as (
        delete from comments where id = ${id} returning post_id
      ), counted as (
        update post_counts set replies = replies - 1 from removed where post_counts.post_id = removed.post_id
      )
      select array(select recipient_id from notifications where comment_id = ${id}) as recipients from removed`
  })

/** One row if the post exists, otherwise none (index comments_post_id). */
const selectPage = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ postId: PostId, ...keysetFields(CommentKey) }),
    Result: Schema.Struct({ items: Schema.Array(Comment), read: Schema.Int, total: Schema.Int }),
    execute: ({ postId, ...window }) => sql`
      select post_counts.replies as total, page.*
      from posts join post_counts on post_counts.post_id = posts.id
      cross join lateral (
        select count(*)::int as read, coalesce(json_agg(fitted order by id) filter (where fits), '[]') as items
        from (select *, ${Columns.fitting(sql, "contentHtml")} as fits from (
          select ${Columns.comment(sql)} from comments join users on users.id = comments.author_id
          where comments.post_id = posts.id and comments.id > ${window.after?.id ?? 0}
          order by comments.id ${limitClause(sql, window)}
        ) found) fitted
      ) page
      where posts.id = ${postId}`
  })

const orNotFound = (id: CommentId) => Effect.orElseFail(() => new CommentNotFound({ id }))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const noteWrite = yield* emptyPendingLists(sql, "comment_search")
  const add = batchStatement(sql, {
    name: "add_comments",
    encode: ({ authorId, authorKind, content: { content, excerpt, html, text }, createdAt, postId }: CommentToAdd) => ({
      postId,
      userId: authorId,
      byAgent: authorKind === "agent",
      content,
      html,
      excerpt,
      search: contentVector(text),
      at: createdAt
    }),
    answer: Schema.Struct({ item: Schema.Int, id: CommentId, author: Author }),
    result: ({ content: { content, html }, createdAt, postId }, { author, id }): Comment => ({
      id,
      postId,
      content,
      contentHtml: html,
      author,
      authorRole: author.role,
      createdAt,
      updatedAt: createdAt,
      editedAt: Option.none()
    }),
    refusal: ({ postId }, refused) => refusedReaction(postId, refused)
  })

  const ownership = selectOwnership(sql)
  const update = updateComment(sql)
  const remove = removeComment(sql)

  const page = selectPage(sql)

  return CommentsRepo.of({
    addAll: (items) => Effect.zipLeft(add(items), noteWrite),
    ownership: (id) => Effect.flatMap(orUnavailable(ownership(id)), orNotFound(id)),
    update: (id, { authorKind, content: { content, excerpt, html, text }, editorId, updatedAt }) =>
      orUnavailable(
        update({
          id,
          content,
          html,
          excerpt,
          search: contentVector(text),
          byAgent: authorKind === "agent",
          editorId,
          updatedAt
        })
      ).pipe(Effect.flatMap(orNotFound(id)), Effect.zipLeft(noteWrite)),
    remove: (id) =>
      Effect.map(Effect.flatMap(orUnavailable(remove(id)), orNotFound(id)), ({ recipients }) => recipients),
    page: (postId, window) =>
      Effect.map(
        Effect.flatMap(
          orUnavailable(page({ postId, ...window })),
          Effect.orElseFail(() => new PostNotFound({ id: postId }))
        ),
        ({ items, read, total }) => pageFromOverfetch(items, total, window, ({ id }): CommentKey => ({ id }), read)
      )
  })
})

/** Comments in PostgreSQL. */
export const layer = Layer.scoped(CommentsRepo, make)
