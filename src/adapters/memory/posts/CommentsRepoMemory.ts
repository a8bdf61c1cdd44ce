import { Effect, Either, Layer, Option } from "effect"
import { CommentId } from "../../../domain/Ids.ts"
import type { CommentKey } from "../../../domain/Lists.ts"
import type { Comment } from "../../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../../domain/posts/Post.ts"
import { CommentsRepo, type CommentToAdd } from "../../../ports/CommentsRepo.ts"
import { lexemePositions } from "../../../text/LexemePositions.ts"
import { applyAll, type Item, withActive } from "../ApplyAll.ts"
import { notifyAuthor } from "../NotifyAuthor.ts"
import { commentOf, commentsOf, findPost, type ListOrder, oldestFirst, pageOf } from "../RowMapping.ts"
import type { CommentRow } from "../Rows.ts"
import { Store } from "../Store.ts"
import { type Tables, withNew, withRow } from "../Tables.ts"

const byOldest: ListOrder<CommentRow, CommentKey> = { keyOf: ({ id }) => ({ id }), order: oldestFirst }

const addComment = (tables: Tables, comment: CommentToAdd): Either.Either<Item<Comment>, PostNotFound> =>
  Either.map(findPost(tables, comment.postId), (post) => {
    const { authorId: actorId, authorKind: actorKind, createdAt, postId } = comment
    const id = CommentId.make(tables.comments.lastId + 1)
    const row: CommentRow = { ...comment, id, index: lexemePositions(comment.content.text, "content") }
    const stored = {
      ...tables,
      posts: withRow(tables.posts, postId, { ...post, commentIds: [...post.commentIds, id] }),
      comments: withNew(tables.comments, id, row)
    }
    const active = withActive(stored, actorId, createdAt)
    const [after, notified] = notifyAuthor(active, {
      actorId,
      actorKind,
      postId,
      commentId: Option.some(id),
      createdAt
    })
    return [commentOf(after, row), after, [{ kind: "comment", id: postId, userId: null }, ...notified]]
  })

const make = Effect.map(Store, (store) =>
  CommentsRepo.of({
    addAll: (comments) => store.write(applyAll(comments, addComment)),

    page: (postId, window) =>
      Effect.flatMap(store.tables, (tables) =>
        Either.map(findPost(tables, postId), (post) =>
          pageOf(commentsOf(tables, post), byOldest, window, (row) => commentOf(tables, row))
        )
      )
  })
)

/** Comments in memory. */
export const layer = Layer.effect(CommentsRepo, make)
