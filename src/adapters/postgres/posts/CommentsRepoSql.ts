import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Author } from "../../../domain/accounts/User.ts"
import { CommentId, PostId, UserId } from "../../../domain/Ids.ts"
import type { CommentKey } from "../../../domain/Lists.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import { Audience, AudienceWidened } from "../../../domain/posts/Audience.ts"
import { Comment, CommentNotFound, CommentOfMember, RepliedTo, UnknownReplyTo } from "../../../domain/posts/Comment.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import {
  type CommentRefused,
  CommentsRepo,
  type CommentToAdd,
  type CommentUpdate,
  type HelpedMark
} from "../../../ports/posts/CommentsRepo.ts"
import { batchStatement, type Refused, refusedReaction } from "../BatchStatement.ts"
import * as Columns from "../Columns.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { eachAsReader, nameOf } from "../Reading.ts"
import { all, Changed, changesIn, firstOr, iso, limitClause, lockInboxes, one, Value } from "../Rows.ts"
import { contentVector } from "../SearchVector.ts"
import { keepRevision } from "./RevisionsRepoSql.ts"

const Ownership = Schema.Struct({ postId: PostId, authorId: UserId, content: Schema.String })
const Place = Schema.Struct({ postId: PostId, before: Schema.Int, fits: Schema.Boolean })
const Newest = Value("newest", Schema.Int)
const Removed = Value("recipients", Schema.Array(UserId))
/** A comment as a row; `liked` is null where the viewer is not signed in. */
export const Row = Schema.Struct({ ...Comment.fields, liked: Schema.OptionFromNullOr(Schema.Boolean) })
const Shown = Schema.Struct({ items: Schema.Array(Row), read: Schema.Int, total: Schema.Int })

const updateComment = (sql: SqlClient.SqlClient, id: CommentId, { authorKind, editorId, ...change }: CommentUpdate) => {
  const changed = Option.getOrNull(change.content)
  const updatedAt = iso(change.updatedAt)
  return sql`
      with before as materialized (select * from comments where id = ${id}), comments as (
        update comments set content = coalesce(${changed?.content ?? null}, content),
          content_html = coalesce(${changed?.html ?? null}, content_html),
          excerpt = coalesce(${changed?.excerpt ?? null}, excerpt),
          language = coalesce(${Option.getOrNull(change.language)}, language),
          by_agent = by_agent or ${authorKind === "agent"},
          by_verified = by_verified and ${authorKind !== "agent"},
          edited_at = case
            when content <> ${changed?.content ?? null} then greatest(edited_at, ${updatedAt}::timestamptz) else edited_at end,
          updated_at = greatest(updated_at, ${updatedAt}::timestamptz)
        where id = ${id}
        returning *
      ), kept as (${keepRevision(sql, "comments", editorId)}), searched as (
        update comment_search set search = ${changed === null ? null : contentVector(changed.text)}::tsvector from comments
        where ${changed !== null} and comment_search.post_id = comments.post_id and comment_id = comments.id
      )
      select ${Columns.comment(sql, editorId)} from comments join users on users.id = comments.author_id`
}

/**
 * Selects the recipients as they are before the removal: all parts of a statement see the same snapshot (index
 * notifications_comment_once).
 */
const removeComment = (sql: SqlClient.SqlClient, id: CommentId) => sql`
      with removed as (
        delete from comments where id = ${id} returning post_id
      ), counted as (
        update post_counts set replies = replies - 1 from removed where post_counts.post_id = removed.post_id
      )
      select array(select distinct recipient_id from notifications where comment_id = ${id} order by 1) as recipients
      from removed`

const setHelped = (sql: SqlClient.SqlClient, id: CommentId, { actorKind, at, helped }: HelpedMark) =>
  Effect.zipRight(
    lockInboxes(sql, sql`array(select author_id from comments where id = ${id})`),
    sql`select to_json(mark_helped(${id}, ${helped}, ${iso(at)}::timestamptz, ${actorKind === "agent"})) as changes`.pipe(
      one(Changed),
      Effect.map((row) => Option.getOrElse(changesIn(row), () => []))
    )
  )

/** Counts within an index, and measures the comments of one page: the primary key, then comments_post_id. */
const selectPlace = (sql: SqlClient.SqlClient, id: CommentId, limit: number) => sql`
      select found.post_id as "postId", earlier.before, (
        select fits from (
          select id, ${Columns.fitting(sql, "contentHtml")} as fits from (
            select comments.id, comments.content, ${Columns.html(sql, "comments.content")} as "contentHtml"
            from comments where comments.post_id = found.post_id and comments.id <= found.id
            order by comments.id desc limit earlier.before % ${limit}::int + 1
          ) shown
        ) page where page.id = found.id
      ) as fits
      from comments found cross join lateral (
        select count(*)::int as before from comments where comments.post_id = found.post_id and comments.id < found.id
      ) earlier
      where found.id = ${id}`

/** One row if the post exists, otherwise none (index comments_post_id, which skips the rows before a page unread). */
const readPage = (
  sql: SqlClient.SqlClient,
  postId: PostId,
  window: PageSlice<CommentKey>,
  viewer: Option.Option<UserId>
) =>
  sql`
      select post_counts.replies as total, page.*
      from posts join post_counts on post_counts.post_id = posts.id
      cross join lateral (
        select count(*)::int as read, coalesce(json_agg(fitted order by id) filter (where fits), '[]') as items
        from (select *, ${Columns.fitting(sql, "contentHtml")} as fits from (
          select ${Columns.comment(sql, Option.getOrNull(viewer), Columns.repliedTo(sql))} from (
            select id from comments where post_id = posts.id and id > ${window.after?.id ?? 0}
            order by id ${limitClause(sql, window)}
          ) chosen join comments using (id) join users on users.id = comments.author_id
        ) found) fitted
      ) page
      where posts.id = ${postId}`.pipe(
    firstOr(Shown, () => new PostNotFound({ id: postId })),
    Effect.map(({ items, read, total }) =>
      pageFromOverfetch(items, total, window, ({ id }): CommentKey => ({ id }), read)
    )
  )

/** Index comments_author_id, from its end. */
const selectNewestOf = (sql: SqlClient.SqlClient, authorId: UserId, limit: number) => sql`
      select comments.id, posts.title as "postTitle", comments.excerpt, comments.language,
        ${Columns.time(sql, "comments.created_at")} as "createdAt"
      from comments join posts on posts.id = comments.post_id
      where comments.author_id = ${authorId} order by comments.id desc limit ${limit}`

const isAudience = Schema.is(Audience)

const refusalOf = ({ postId, replyTo }: CommentToAdd, refused: Refused | undefined): CommentRefused => {
  if (isAudience(refused)) return new AudienceWidened({ audience: refused })
  return refused === "unanswerable" && Option.isSome(replyTo)
    ? new UnknownReplyTo({ replyTo: replyTo.value, postId })
    : refusedReaction(refused, new PostNotFound({ id: postId }))
}

const notFound = (id: CommentId) => () => new CommentNotFound({ id })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const noteWrite = yield* emptyPendingLists(sql, "comment_search")
  const add = batchStatement(sql, {
    name: "add_comments",
    encode: ({ content: { content, excerpt, html, mentions, text }, ...added }: CommentToAdd) => ({
      postId: added.postId,
      userId: added.authorId,
      byAgent: added.authorKind === "agent",
      content,
      html,
      excerpt,
      language: added.language,
      replyTo: Option.getOrNull(added.replyTo),
      mentions: mentions.length === 0 ? undefined : mentions,
      search: contentVector(text),
      audience: added.audience,
      reader: added.reader && nameOf(added.reader),
      at: added.createdAt
    }),
    answer: Schema.Struct({
      item: Schema.Int,
      id: CommentId,
      author: Author,
      replyTo: Schema.OptionFromNullOr(RepliedTo)
    }),
    result: ({ content: { content, html }, createdAt, language, postId }, { author, id, replyTo }): Comment => ({
      id,
      postId,
      content,
      contentHtml: html,
      language,
      author,
      authorRole: author.role,
      replyTo,
      likeCount: 0,
      liked: Option.some(false),
      helped: false,
      createdAt,
      updatedAt: createdAt,
      editedAt: Option.none()
    }),
    refusal: refusalOf
  })

  return CommentsRepo.of({
    addAll: (items) => Effect.zipLeft(add(items), noteWrite),
    ownership: (id) =>
      sql`select post_id as "postId", author_id as "authorId", content from comments where id = ${id}`.pipe(
        firstOr(Ownership, notFound(id))
      ),
    newestOf: (authorId, limit) => selectNewestOf(sql, authorId, limit).pipe(all(CommentOfMember)),
    // Index comments_post_id.
    newestId: (postId) =>
      sql`select coalesce((select max(id) from comments where post_id = posts.id), 0) as newest
          from posts where id = ${postId}`.pipe(firstOr(Newest, () => new PostNotFound({ id: postId }))),
    place: (id, limit) => selectPlace(sql, id, limit).pipe(firstOr(Place, notFound(id))),
    update: (id, change) => Effect.zipLeft(updateComment(sql, id, change).pipe(firstOr(Row, notFound(id))), noteWrite),
    setHelped: (id, mark) => setHelped(sql, id, mark),
    remove: (id) => removeComment(sql, id).pipe(firstOr(Removed, notFound(id))),
    page: (postId, window, viewer = Option.none()) => readPage(sql, postId, window, viewer)
  })
})

export const layer = Layer.scoped(CommentsRepo, eachAsReader(make))
