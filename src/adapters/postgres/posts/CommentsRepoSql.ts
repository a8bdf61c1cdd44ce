import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { Author } from "../../../domain/accounts/User.ts"
import { CommentId, PostId } from "../../../domain/Ids.ts"
import { CommentKey } from "../../../domain/Lists.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { Comment } from "../../../domain/posts/Comment.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { CommentsRepo, type CommentToAdd } from "../../../ports/CommentsRepo.ts"
import { batchStatement } from "../BatchStatement.ts"
import * as Columns from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { contentVector } from "../SearchVector.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = Columns.comment(sql)

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
      updatedAt: createdAt
    }),
    refusal: ({ postId }) => new PostNotFound({ id: postId })
  })

  // One row if the post exists, otherwise none (index comments_post_id).
  const page = SqlSchema.findOne({
    Request: Schema.Struct({ postId: PostId, ...keysetFields(CommentKey) }),
    Result: Schema.Struct({ items: Schema.Array(Comment), total: Schema.Int }),
    execute: ({ postId, ...window }) => sql`
      select post_counts.replies as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${columns} from comments join users on users.id = comments.author_id
          where comments.post_id = posts.id and comments.id > ${window.after?.id ?? 0}
          order by comments.id ${limitClause(sql, window)}
        ) page) as items
      from posts join post_counts on post_counts.post_id = posts.id where posts.id = ${postId}`
  })

  return CommentsRepo.of({
    addAll: (items) => Effect.zipLeft(add(items), noteWrite),
    page: (postId, window) =>
      Effect.map(
        Effect.flatMap(
          orUnavailable(page({ postId, ...window })),
          Effect.orElseFail(() => new PostNotFound({ id: postId }))
        ),
        ({ items, total }) => pageFromOverfetch(items, total, window, ({ id }): CommentKey => ({ id }))
      )
  })
})

/** Comments in PostgreSQL. */
export const layer = Layer.scoped(CommentsRepo, make)
