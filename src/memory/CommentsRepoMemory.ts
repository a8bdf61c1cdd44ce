import { Effect, HashMap, Layer, Option } from "effect"
import type { Comment } from "../domain/Comment.ts"
import { CommentId, type PostId } from "../domain/Ids.ts"
import type { CommentKey } from "../domain/Lists.ts"
import { PostNotFound } from "../domain/Post.ts"
import { CommentsRepo } from "../repositories/CommentsRepo.ts"
import type { CommentRow } from "./Rows.ts"
import { indexOf } from "./SearchIndex.ts"
import type { Step, Tables } from "./Store.ts"
import { Store, withNew, withRow } from "./Store.ts"
import { commentOf, commentsOf, found, type Keyed, oldestFirst } from "./Views.ts"

const byOldest: Keyed<CommentRow, CommentKey> = { keyOf: ({ id }) => ({ id }), order: oldestFirst }

const make = Effect.gen(function* () {
  const store = yield* Store

  const postOf = (tables: Tables, id: PostId) => Option.getOrUndefined(HashMap.get(tables.posts.rows, id))

  return CommentsRepo.of({
    add: (comment) =>
      store.write((tables): Step<Comment, PostNotFound> => {
        const post = postOf(tables, comment.postId)
        if (post === undefined) return [Effect.fail(new PostNotFound({ id: comment.postId })), tables]
        const id = CommentId.make(tables.comments.lastId + 1)
        const row: CommentRow = { ...comment, id, index: indexOf(comment.content.text) }
        const stored = {
          ...tables,
          posts: withRow(tables.posts, post.id, { ...post, commentIds: [...post.commentIds, id] }),
          comments: withNew(tables.comments, id, row)
        }
        return [Effect.succeed(commentOf(tables, row)), stored]
      }),

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
