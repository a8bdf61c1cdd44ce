import { Context, DateTime, Effect, Layer } from "effect"
import { type Comment, type CommentPage, commentsShown, type NewComment } from "../domain/Comment.ts"
import { CurrentUser } from "../domain/CurrentUser.ts"
import type { CursorRefused } from "../domain/Cursor.ts"
import type { PostId } from "../domain/Ids.ts"
import { commentList } from "../domain/Lists.ts"
import type { MarkdownRefused } from "../domain/Markdown.ts"
import { type PageRequest, pageOf, windowOf } from "../domain/Page.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { TextRefused } from "../domain/Text.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { CommentsRepo } from "../repositories/CommentsRepo.ts"
import { batching } from "./Batches.ts"
import { Texts } from "./Texts.ts"
import { Words } from "./Words.ts"

const make = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const submit = yield* batching(comments.addAll)
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
    return yield* submit({ postId, authorId: author.id, content: filtered, createdAt: yield* DateTime.now })
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

    /** Comments as the caller, and notifies the post's author once (`CommentsRepo.addAll`). Fails with `PostNotFound`, and for a text that the filter refuses. */
    readonly create: (
      postId: PostId,
      comment: NewComment
    ) => Effect.Effect<Comment, MarkdownRefused | TextRefused | PostNotFound | Unavailable, CurrentUser>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.scoped(Comments, make)
}
