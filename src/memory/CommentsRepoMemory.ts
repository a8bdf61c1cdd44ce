import { Effect, Either, HashMap, Layer, Option } from "effect"
import type { Comment } from "../domain/Comment.ts"
import { CommentId, type PostId } from "../domain/Ids.ts"
import type { CommentKey } from "../domain/Lists.ts"
import { PostNotFound } from "../domain/Post.ts"
import { CommentsRepo, type CommentToAdd } from "../repositories/CommentsRepo.ts"
import { batchOf, type Item, withActive, withTold } from "./Batches.ts"
import type { CommentRow } from "./Rows.ts"
import { indexOf } from "./SearchIndex.ts"
import type { Tables } from "./Store.ts"
import { Store, withNew, withRow } from "./Store.ts"
import { commentOf, commentsOf, found, type Keyed, oldestFirst } from "./Views.ts"

const byOldest: Keyed<CommentRow, CommentKey> = { keyOf: ({ id }) => ({ id }), order: oldestFirst }

const postOf = (tables: Tables, id: PostId) => Option.getOrUndefined(HashMap.get(tables.posts.rows, id))

const added = (tables: Tables, comment: CommentToAdd): Either.Either<Item<Comment>, PostNotFound> => {
  const { authorId: actorId, createdAt, postId } = comment
  const post = postOf(tables, postId)
  if (post === undefined) return Either.left(new PostNotFound({ id: postId }))
  const id = CommentId.make(tables.comments.lastId + 1)
  const row: CommentRow = { ...comment, id, index: indexOf(comment.content.text) }
  const stored = {
    ...tables,
    posts: withRow(tables.posts, postId, { ...post, commentIds: [...post.commentIds, id] }),
    comments: withNew(tables.comments, id, row)
  }
  const active = withActive(stored, actorId, createdAt)
  const cause = { recipientId: post.authorId, actorId, postId, commentId: Option.some(id), createdAt }
  const [after, told] = withTold(active, cause)
  return Either.right([commentOf(after, row), after, [{ kind: "comment", id: postId, userId: null }, ...told]])
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return CommentsRepo.of({
    addAll: (comments) => store.write(batchOf(comments, added)),

    page: (postId, window) =>
      Effect.flatMap(store.tables, (tables) => {
        const post = postOf(tables, postId)
        return post === undefined
          ? Effect.fail(new PostNotFound({ id: postId }))
          : Effect.succeed(found(commentsOf(tables, post), byOldest, window, (row) => commentOf(tables, row)))
      })
  })
})

/** Comments in memory. */
export const layer = Layer.effect(CommentsRepo, make)
