import { Context, Effect, Layer } from "effect"
import { Blocked } from "../../domain/BatchResult.ts"
import { notificationsRemoved } from "../../domain/Change.ts"
import type { CommentId, DecisionId, PostId } from "../../domain/Ids.ts"
import { CommentNotFound } from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CommentsRepo } from "../../ports/CommentsRepo.ts"
import { HiddenTextsRepo, type TextTarget } from "../../ports/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { PostsRepo } from "../../ports/PostsRepo.ts"
import { Changes } from "../Changes.ts"

/** Hides and restores posts and comments (contract, Reports and decisions). Decisions and reviews call it. */
export class HiddenTexts extends Context.Tag("services/moderation/HiddenTexts")<
  HiddenTexts,
  {
    /**
     * Hides a text as a part of the caller's transaction, which is run again while it is `Blocked` (`makeLockRetry`): for
     * everybody as if it were deleted. Fails with `PostNotFound` or `CommentNotFound` if there is none, or a decision hides
     * it already. A comment that is hidden with its post stays hidden when the post is restored.
     */
    readonly hide: (
      target: TextTarget,
      decisionId: DecisionId
    ) => Effect.Effect<void, Blocked | CommentNotFound | PostNotFound | Unavailable>

    /**
     * Restores a text as a part of the caller's transaction: everything comes back as it was but the notifications. A
     * comment on a hidden post comes back with the post. Fails with `PostNotFound` or `CommentNotFound` if no decision hides it.
     */
    readonly restore: (
      target: TextTarget
    ) => Effect.Effect<void, Blocked | CommentNotFound | PostNotFound | Unavailable>
  }
>() {
  static readonly layer = Layer.effect(HiddenTexts, Effect.gen(make))
}

/** Locks the post of a comment, shown or hidden. */
const makeLockOfComment = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const comments = yield* CommentsRepo
  const hidden = yield* HiddenTextsRepo

  const postIdOf = (id: CommentId) =>
    Effect.catchTag(comments.ownership(id), "CommentNotFound", () =>
      Effect.flatMap(
        hidden.comment(id),
        Effect.orElseFail(() => new CommentNotFound({ id }))
      )
    )

  return Effect.fnUntraced(function* (id: CommentId) {
    const { postId } = yield* postIdOf(id)
    const { authorId } = yield* posts.lock(postId).pipe(
      Effect.catchTag("PostNotFound", () => hidden.lockPost(postId)),
      // The post was moved or deleted since.
      Effect.catchTag("PostNotFound", () => new Blocked({ by: `post ${postId}` }))
    )
    return { postId, authorId }
  })
})

function* make() {
  const posts = yield* PostsRepo
  const hidden = yield* HiddenTextsRepo
  const notifications = yield* NotificationsRepo
  const changes = yield* Changes
  const lockOfComment = yield* makeLockOfComment

  const hidePost = Effect.fnUntraced(function* (id: PostId, decisionId: DecisionId) {
    const { authorId } = yield* posts.lock(id)
    yield* notifications.lock(authorId) // the notifications about the post are deleted
    const recipients = yield* hidden.hidePost(id, decisionId)
    yield* changes.append([{ kind: "post", id, userId: authorId }, ...notificationsRemoved(id, recipients)])
  })

  const hideComment = Effect.fnUntraced(function* (id: CommentId, decisionId: DecisionId) {
    const { authorId, postId } = yield* lockOfComment(id)
    yield* notifications.lock(authorId)
    const recipients = yield* hidden.hideComment(id, decisionId)
    yield* changes.append([{ kind: "comment", id: postId, userId: null }, ...notificationsRemoved(postId, recipients)])
  })

  const restorePost = Effect.fnUntraced(function* (id: PostId) {
    const { authorId } = yield* hidden.lockPost(id)
    yield* hidden.restorePost(id)
    yield* changes.append([{ kind: "post", id, userId: authorId }])
  })

  const restoreComment = Effect.fnUntraced(function* (id: CommentId) {
    const { postId } = yield* lockOfComment(id)
    yield* hidden.restoreComment(id)
    yield* changes.append([{ kind: "comment", id: postId, userId: null }])
  })

  return HiddenTexts.of({
    hide: (target, decisionId) =>
      target.type === "post" ? hidePost(target.id, decisionId) : hideComment(target.id, decisionId),
    restore: (target) => (target.type === "post" ? restorePost(target.id) : restoreComment(target.id))
  })
}
