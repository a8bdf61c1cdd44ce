import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import { batchLoader } from "../../../concurrency/BatchQueue.ts"
import type { CommentId, PostId, UserId } from "../../../domain/Ids.ts"
import { commentsShown } from "../../../domain/posts/Comment.ts"
import { type PostDocument, PostNotFound } from "../../../domain/posts/Post.ts"
import { fitting, html, likedComment, repliedTo } from "../Columns.ts"
import { authorColumns, authorNames, encodedAuthorOf } from "./AuthorColumns.ts"
import * as Columns from "./PostColumns.ts"

/**
 * The key of a document: a post and its viewer, null for an anonymous one, and whether its first comments come with it.
 */
interface DocumentKey {
  readonly id: PostId
  readonly viewer: UserId | null
  readonly hasComments: boolean
}

interface Shown {
  /** The position of the key in the batch, from 1. */
  readonly n: number
  readonly content: string
}

interface PostRow extends Columns.PostRow, Shown {
  readonly liked: boolean | null
}

interface CommentRow extends Columns.TextRow, Shown {
  readonly id: CommentId
  readonly replyTo: PostDocument["comments"][number]["replyTo"]
  readonly likes: number
  readonly helpedCount: number
  readonly liked: boolean | null
  readonly views: null
}

const time = (milliseconds: number): string => new Date(Math.round(milliseconds)).toISOString()

const commentOf = (row: CommentRow, postId: PostId): PostDocument["comments"][number] => ({
  id: row.id,
  postId,
  content: row.content,
  contentHtml: row.html,
  language: row.language,
  author: encodedAuthorOf(row),
  authorRole: row.role,
  replyTo: row.replyTo,
  likeCount: row.likes,
  ...(row.liked === null ? {} : { liked: row.liked }),
  helped: row.helpedCount > 0,
  createdAt: time(row.created),
  updatedAt: time(row.updated),
  editedAt: row.edited === null ? null : time(row.edited)
})

const documentOf = (row: PostRow, comments: PostDocument["comments"]): PostDocument => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  language: row.language,
  category: row.category,
  diseaseId: row.diseaseId,
  disease: row.diseaseId === null || row.disease === null ? null : { id: row.diseaseId, name: row.disease },
  author: encodedAuthorOf(row),
  authorRole: row.role,
  viewCount: row.views,
  replyCount: row.replies,
  likeCount: row.likes,
  helpedCount: row.helpedCount,
  createdAt: time(row.created),
  updatedAt: time(row.updated),
  editedAt: row.edited === null ? null : time(row.edited),
  locked: row.locked,
  audience: row.audience,
  content: row.content,
  contentHtml: row.html,
  ...(row.liked === null ? {} : { liked: row.liked }),
  comments
})

const isPost = (row: PostRow | CommentRow): row is PostRow => row.views !== null

/** Documents in the order of their keys. The rows hold posts first, then comments in the order of their ids. */
const documentsOf = (keys: ReadonlyArray<DocumentKey>, rows: ReadonlyArray<PostRow | CommentRow>) => {
  const posts = new Map<number, PostRow>()
  const comments = keys.map((): Array<PostDocument["comments"][number]> => [])
  for (const row of rows) {
    const key = keys[row.n - 1]
    if (key === undefined) continue
    if (isPost(row)) posts.set(row.n, row)
    else comments[row.n - 1]?.push(commentOf(row, key.id))
  }
  return keys.map(({ id }, place) => {
    const row = posts.get(place + 1)
    return row === undefined ? new PostNotFound({ id }) : Effect.succeed(documentOf(row, comments[place] ?? []))
  })
}

/**
 * Reads posts with their first comments. Concurrent reads outside a transaction share one statement. The hottest read
 * of all: the compiler holds the documents against the schema, and no row is decoded or encoded at run time, which
 * takes ten times as long as the JSON of a document. The contract suite compares the two byte for byte.
 */
export const makePostDocuments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = Columns.rowColumns(sql)
  const joins = Columns.joined(sql)

  // Uses primary keys and the index comments_post_id.
  const read = (keys: ReadonlyArray<DocumentKey>) => {
    const ids = keys.map(({ id }) => id)
    const viewers = keys.map(({ viewer }) => viewer)
    const commented = keys.map(({ hasComments, id }) => (hasComments ? id : null))
    return Effect.map(
      sql<PostRow | CommentRow>`
        select asked.n::int as n, ${columns}, posts.content, case when asked.viewer is not null then exists (
            select from likes where likes.post_id = posts.id and likes.user_id = asked.viewer
          ) end as liked, null::json as "replyTo"
        from unnest(${ids}::int[], ${viewers}::int[]) with ordinality asked (id, viewer, n)
        join posts on posts.id = asked.id ${joins}
        union all
        select asked.n::int, id, html, language, ${authorNames(sql)}, created, updated,
          edited, null, null, null, null, null, null, null, likes, helped::int, null, null, content, liked, reply_to
        from unnest(${commented}::int[], ${viewers}::int[]) with ordinality asked (post_id, viewer, n)
        cross join lateral (select *, ${fitting(sql, "html")} as fits from (
          select comments.id, ${html(sql, "comments.content")} as html, comments.language,
            ${authorColumns(sql, "comments")}, comments.content,
            date_part('epoch', comments.created_at) * 1000 as created, date_part('epoch', comments.updated_at) * 1000 as updated,
            date_part('epoch', comments.edited_at) * 1000 as edited, comments.likes, comments.helped,
            ${likedComment(sql, sql`asked.viewer`)} as liked, ${repliedTo(sql)} as reply_to
          from comments join users on users.id = comments.author_id
          where comments.post_id = asked.post_id order by comments.id limit ${commentsShown}
        ) first) shown where fits`,
      (rows) => documentsOf(keys, rows)
    )
  }

  const readBatched = yield* batchLoader<DocumentKey, PostDocument, PostNotFound | SqlError.SqlError, never>(
    "post_documents",
    read
  )

  return (id: PostId, viewer: Option.Option<UserId>, hasComments: boolean) =>
    Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction) => {
      const key = { id, viewer: Option.getOrNull(viewer), hasComments }
      return Option.isNone(transaction)
        ? readBatched(key)
        : Effect.flatMap(read([key]), ([document]) => document ?? new PostNotFound({ id }))
    })
})
