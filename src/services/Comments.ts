import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type Comment, type CommentPage, commentsShown, type NewComment } from "../domain/Comment.ts"
import { CurrentUser } from "../domain/CurrentUser.ts"
import type { CursorRefused } from "../domain/Cursor.ts"
import type { PostId } from "../domain/Ids.ts"
import { commentList } from "../domain/Lists.ts"
import type { NestedTooDeep } from "../domain/Markdown.ts"
import { type PageRequest, pageOf, windowOf } from "../domain/Page.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { TextRefused } from "../domain/Text.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { CommentsRepo } from "../repositories/CommentsRepo.ts"
import { PostsRepo } from "../repositories/PostsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { UsersRepo } from "../repositories/UsersRepo.ts"
import { Changes } from "./Changes.ts"
import { Notifications } from "./Notifications.ts"
import { Texts } from "./Texts.ts"
import { Words } from "./Words.ts"

const make = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const posts = yield* PostsRepo
  const users = yield* UsersRepo
  const changes = yield* Changes
  const notifications = yield* Notifications
  const transaction = yield* Transaction
  const texts = yield* Texts
  const words = yield* Words

  const list = Effect.fnUntraced(function* (postId: PostId, { limit = commentsShown, ...request }: PageRequest) {
    const list = commentList(postId)
    const window = yield* windowOf(list, { ...request, limit })
    return pageOf(list, window, yield* comments.page(postId, window))
  })

  const create = Effect.fnUntraced(function* (postId: PostId, { content }: NewComment) {
    const author = yield* CurrentUser
    const filtered = yield* texts.content(content)
    yield* words.learn(filtered.text)
    return yield* transaction.atomically(
      Effect.gen(function* () {
        const { authorId } = yield* posts.lock(postId)
        const createdAt = yield* DateTime.now
        const added = yield* comments.add({ postId, authorId: author.id, content: filtered, createdAt })
        yield* users.touch(author.id, createdAt)
        yield* changes.record([{ kind: "comment", id: postId, userId: null }])
        yield* notifications.tell({ recipientId: authorId, postId, commentId: Option.some(added.id) })
        return added
      })
    )
  })

  return { list, create }
})

/** What members answer to a post (contract, Records). */
export class Comments extends Context.Tag("services/Comments")<
  Comments,
  {
    /** One page of the comments of a post, oldest first. Fails with `CursorRefused`, then `PostNotFound`. */
    readonly list: (
      postId: PostId,
      request: PageRequest
    ) => Effect.Effect<CommentPage, CursorRefused | PostNotFound | Unavailable>

    /** Comments as the caller, and notifies the post's author once. Fails with `PostNotFound`, and for a text that the filter refuses. */
    readonly create: (
      postId: PostId,
      comment: NewComment
    ) => Effect.Effect<Comment, NestedTooDeep | TextRefused | PostNotFound | Unavailable, CurrentUser>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(Comments, make)
}
