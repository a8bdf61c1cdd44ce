import { Effect, Either, HashMap, Layer, Option } from "effect"
import { CommentId, type PostId } from "../../../domain/Ids.ts"
import type { CommentKey } from "../../../domain/Lists.ts"
import type { Comment } from "../../../domain/posts/Comment.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { CommentsRepo, type CommentToAdd } from "../../../ports/CommentsRepo.ts"
import { applyAll, type Item, withActive } from "../ApplyAll.ts"
import { notifyAuthor } from "../NotifyAuthor.ts"
import { commentOf, commentsOf, found, type Keyed, oldestFirst } from "../RowMapping.ts"
import type { CommentRow } from "../Rows.ts"
import type { Tables } from "../Store.ts"
import { Store, withNew, withRow } from "../Store.ts"
import { indexOf } from "./SearchIndex.ts"

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
  const [after, notified] = notifyAuthor(active, { actorId, postId, commentId: Option.some(id), createdAt })
  return Either.right([commentOf(after, row), after, [{ kind: "comment", id: postId, userId: null }, ...notified]])
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return CommentsRepo.of({
    addAll: (comments) => store.write(applyAll(comments, added)),

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
