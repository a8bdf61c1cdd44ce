import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { Comment } from "../domain/Comment.ts"
import { PostId, UserId } from "../domain/Ids.ts"
import { CommentKey } from "../domain/Lists.ts"
import { foundAmong } from "../domain/Page.ts"
import { PostNotFound } from "../domain/Post.ts"
import { CommentsRepo } from "../repositories/CommentsRepo.ts"
import * as Columns from "./Columns.ts"
import { stored } from "./Failures.ts"
import { contentVector } from "./SearchVector.ts"
import { cut, windowed } from "./Windows.ts"

const Added = Schema.Struct({
  postId: PostId,
  authorId: UserId,
  content: Schema.String,
  html: Schema.String,
  excerpt: Schema.String,
  createdAt: Schema.DateTimeUtc,
  search: Schema.String
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = Columns.comment(sql)

  // The post is counted up first, and so locked, and looked at, before an id is given. What is written is called
  // `comments` again, and so read with the same columns.
  const insert = SqlSchema.findOne({
    Request: Added,
    Result: Comment,
    execute: (row) => sql`
      with post as (
        update posts set reply_count = reply_count + 1 where id = ${row.postId} returning id
      ), comments as (
        insert into comments (post_id, author_id, content, content_html, excerpt, created_at, updated_at, search)
        select id, ${row.authorId}::int, ${row.content}, ${row.html}, ${row.excerpt},
          ${row.createdAt}::timestamptz, ${row.createdAt}::timestamptz, ${row.search}::tsvector
        from post
        returning *
      )
      select ${columns} from comments join users on users.id = comments.author_id`
  })

  // One row where there is the post, none where there is not (index comments_post_id).
  const page = SqlSchema.findOne({
    Request: Schema.Struct({ postId: PostId, ...windowed(CommentKey) }),
    Result: Schema.Struct({ items: Schema.Array(Comment), total: Schema.Int }),
    execute: ({ postId, ...window }) => sql`
      select posts.reply_count as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${columns} from comments join users on users.id = comments.author_id
          where comments.post_id = posts.id and comments.id > ${window.after?.id ?? 0}
          order by comments.id ${cut(sql, window)}
        ) page) as items
      from posts where posts.id = ${postId}`
  })

  const orNotFound = (id: PostId) => Effect.orElseFail(() => new PostNotFound({ id }))

  return CommentsRepo.of({
    add: ({ authorId, content: { content, excerpt, html, text }, createdAt, postId }) =>
      Effect.flatMap(
        stored(insert({ postId, authorId, content, html, excerpt, createdAt, search: contentVector(text) })),
        orNotFound(postId)
      ),
    page: (postId, window) =>
      Effect.map(Effect.flatMap(stored(page({ postId, ...window })), orNotFound(postId)), ({ items, total }) =>
        foundAmong(items, total, window, ({ id }): CommentKey => ({ id }))
      )
  })
})

/** Comments in PostgreSQL. */
export const layer = Layer.effect(CommentsRepo, make)
