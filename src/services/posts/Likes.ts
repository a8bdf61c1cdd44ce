import { Context, DateTime, Effect, Layer, Option } from "effect"
import {
  authorKindOf,
  CurrentUser,
  type NotAllowed,
  type NotSignedIn,
  Viewer
} from "../../domain/accounts/CurrentUser.ts"
import type { CommentId, PostId } from "../../domain/Ids.ts"
import { PostReader } from "../../domain/posts/Audience.ts"
import type { CommentNotFound } from "../../domain/posts/Comment.ts"
import type { Likes as LikesOf, LikeToggled } from "../../domain/posts/Like.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { LikesRepo } from "../../ports/posts/LikesRepo.ts"
import { withSpans } from "../Spans.ts"
import { publishingBatcher } from "../Writing.ts"

type Refusal = NotAllowed | NotSignedIn

/**
 * Likes of posts (spec, States and transitions), and of comments by the same rules.
 *
 * | cause                                 | notified                              |
 * | ------------------------------------- | ------------------------------------- |
 * | a member likes another's post         | the post's author, the first time     |
 * | a member likes their own post         | nobody                                |
 * | a member takes a like back            | nobody                                |
 * | a member likes the same post again    | nobody                                |
 *
 * The write of the like applies this rule: `notify_authors` (`migrations/functions/notifications.sql`), and in memory
 * `notifyAuthors`.
 */
export class Likes extends Context.Tag("services/posts/Likes")<
  Likes,
  {
    /** The number of likes, and whether the caller likes the post. Fails with `PostNotFound`. */
    readonly of: (postId: PostId) => StorageEffect<LikesOf, PostNotFound, Viewer>

    /**
     * Likes the post as the caller, or takes the like back. Fails with `PostNotFound`, with `NotAllowed` for a like of
     * a caller whom the author blocks, and with `NotSignedIn` for one who has just left.
     */
    readonly toggle: (postId: PostId) => StorageEffect<LikeToggled, Refusal | PostNotFound, CurrentUser>

    /** Likes the post as the caller, or does not; nothing changes where that is so already. Fails as `toggle` does. */
    readonly set: (postId: PostId, liked: boolean) => StorageEffect<LikeToggled, Refusal | PostNotFound, CurrentUser>

    /** `toggle` and `set` of a comment. They fail with `CommentNotFound`, and as these do. */
    readonly toggleComment: (id: CommentId) => StorageEffect<LikeToggled, Refusal | CommentNotFound, CurrentUser>
    readonly setComment: (
      id: CommentId,
      liked: boolean
    ) => StorageEffect<LikeToggled, Refusal | CommentNotFound, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(Likes, withSpans("Likes", Effect.gen(make)))
}

function* make() {
  const likes = yield* LikesRepo
  const submit = yield* publishingBatcher("likes", likes.writeAll)
  const submitOfComment = yield* publishingBatcher("comment_likes", likes.writeAllOfComments)

  const of = Effect.fnUntraced(function* (postId: PostId) {
    const viewer = yield* Viewer
    return yield* likes.of(
      postId,
      Option.map(viewer, ({ id }) => id)
    )
  })

  const reaction = Effect.fnUntraced(function* (wanted: Option.Option<boolean>) {
    const user = yield* CurrentUser
    const reader = yield* PostReader
    return { userId: user.id, reader, actorKind: authorKindOf(user), wanted, at: yield* DateTime.now }
  })
  const write = (postId: PostId, wanted: Option.Option<boolean>) =>
    Effect.flatMap(reaction(wanted), (like) => submit({ ...like, postId }))
  const writeOfComment = (commentId: CommentId, wanted: Option.Option<boolean>) =>
    Effect.flatMap(reaction(wanted), (like) => submitOfComment({ ...like, commentId }))

  return {
    of,
    toggle: (postId: PostId) => write(postId, Option.none()),
    set: (postId: PostId, liked: boolean) => write(postId, Option.some(liked)),
    toggleComment: (id: CommentId) => writeOfComment(id, Option.none()),
    setComment: (id: CommentId, liked: boolean) => writeOfComment(id, Option.some(liked))
  }
}
