import { Context, DateTime, Effect, Layer } from "effect"
import { authorKindOf, CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { InvalidCursor } from "../../domain/Cursor.ts"
import type { PostId } from "../../domain/Ids.ts"
import type { LeakFound } from "../../domain/LeakFound.ts"
import { commentList } from "../../domain/Lists.ts"
import type { MarkdownRefused } from "../../domain/Markdown.ts"
import { type PageRequest, pageOf, pageSliceOf } from "../../domain/Page.ts"
import { type Comment, type CommentPage, commentsShown, type NewComment } from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { InvalidText } from "../../domain/Text.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CommentsRepo } from "../../ports/CommentsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { publishingBatcher } from "../PublishingBatcher.ts"
import { withSpans } from "../Spans.ts"
import { ContentFilter } from "./ContentFilter.ts"
import { SpellCorrector } from "./SpellCorrector.ts"

/**
 * Comments on posts (contract, Records).
 *
 * | cause                                 | notified                              |
 * | ------------------------------------- | ------------------------------------- |
 * | a member comments on another's post   | the post's author                     |
 * | a member comments on their own post   | nobody                                |
 *
 * The write of the comment applies this rule: `notify_authors` (`migrations/0006_notifications.sql`), and in memory
 * `notifyAuthor`.
 */
export class Comments extends Context.Tag("services/posts/Comments")<
  Comments,
  {
    /** One page of the comments of a post, oldest first. Fails with `InvalidCursor`, then `PostNotFound`. */
    readonly list: (
      postId: PostId,
      request: PageRequest
    ) => Effect.Effect<CommentPage, InvalidCursor | PostNotFound | Unavailable>

    /** Comments as the caller. Fails with `PostNotFound`, and for a text that `ContentFilter` refuses. */
    readonly create: (
      postId: PostId,
      comment: NewComment
    ) => Effect.Effect<Comment, MarkdownRefused | InvalidText | LeakFound | PostNotFound | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(Comments, withSpans("Comments", Effect.gen(make)))
}

function* make() {
  const comments = yield* CommentsRepo
  const submit = yield* publishingBatcher("comments", comments.addAll)
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const words = yield* SpellCorrector

  const list = Effect.fnUntraced(function* (postId: PostId, { limit = commentsShown, ...request }: PageRequest) {
    const list = commentList(postId)
    const window = yield* pageSliceOf(list, { ...request, limit })
    return pageOf(list, window, yield* comments.page(postId, window))
  })

  const create = Effect.fnUntraced(function* (postId: PostId, { content }: NewComment) {
    const author = yield* CurrentUser
    const filtered = yield* texts.content(content, leaks.emailsOf(author.id))
    yield* words.addToDictionary(filtered.text)
    const authorKind = authorKindOf(author)
    const createdAt = yield* DateTime.now
    return yield* submit({ postId, authorId: author.id, authorKind, content: filtered, createdAt })
  })

  return { list, create }
}
