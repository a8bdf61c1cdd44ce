import { Context, DateTime, Effect, Layer, type Option } from "effect"
import { Blocked } from "../../domain/BatchResult.ts"
import { type Change, withPosts } from "../../domain/Change.ts"
import type { CommentId, DecisionId, PostId, UserId } from "../../domain/Ids.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { CommentNotFound } from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { Changes } from "../Changes.ts"
import { shownOrHidden } from "./ShownOrHidden.ts"

/** Hides and restores posts and comments (contract, Reports and decisions). Decisions and reviews call it. */
export class HiddenTexts extends Context.Tag("services/moderation/HiddenTexts")<
  HiddenTexts,
  {
    /**
     * Hides a text as a part of the caller's transaction, which is run again while it is `Blocked` (`lockRetry`):
     * for everybody as if it were deleted. Fails with `PostNotFound` or `CommentNotFound` if there is none, or a
     * decision hides it already. A comment that is hidden with its post stays hidden when the post is restored.
     */
    readonly hide: (
      target: TextTarget,
      decisionId: DecisionId
    ) => StorageEffect<void, Blocked | CommentNotFound | PostNotFound>

    /**
     * `hide` of a text that the same transaction has stored, so that nobody has seen it, and nobody learns of it until
     * it is restored.
     */
    readonly hideNew: (
      target: TextTarget,
      decisionId: DecisionId
    ) => StorageEffect<void, Blocked | CommentNotFound | PostNotFound>

    /** Keeps a hidden text hidden under another decision, as a part of the caller's transaction. Fails as `restore`. */
    readonly keepHidden: (
      target: TextTarget,
      decisionId: DecisionId
    ) => StorageEffect<void, Blocked | CommentNotFound | PostNotFound>

    /**
     * Restores a text as a part of the caller's transaction: it comes back as it was, without its notifications, the
     * places of its readers, and translations that were stored. A comment on a hidden post comes back with the post.
     * One that `hideNew` has hidden is published by that: it notifies whom it would have notified when it was written.
     * Fails with `PostNotFound` or `CommentNotFound` if no decision hides it.
     */
    readonly restore: (target: TextTarget) => StorageEffect<void, Blocked | CommentNotFound | PostNotFound>

    /** `restore` of all texts of a member that a decision hides, or only that this one does; true if there were any. */
    readonly restoreAll: (authorId: UserId, decisionId: Option.Option<DecisionId>) => StorageEffect<boolean, Blocked>
  }
>() {
  static readonly layer = Layer.effect(HiddenTexts, Effect.gen(make))
}

function* make() {
  const posts = yield* PostsRepo
  const comments = yield* CommentsRepo
  const repo = yield* HiddenTextsRepo
  const notifications = yield* NotificationsRepo
  const changes = yield* Changes

  /** Locks the post of a comment, shown or hidden, and gives its author. */
  const lockOfComment = Effect.fnUntraced(function* (id: CommentId) {
    const { postId } = yield* shownOrHidden(comments.ownership(id), repo.comment(id))
    const { authorId } = yield* Effect.catchTag(
      shownOrHidden(posts.lock(postId), repo.lockPost(postId)),
      "PostNotFound", // deleted since
      () => new Blocked({ by: `post ${postId}` })
    )
    return authorId
  })

  const lockPost = (id: PostId) => Effect.map(posts.lock(id), ({ authorId }) => authorId)

  const move = Effect.fnUntraced(function* (target: TextTarget, decisionId: DecisionId) {
    const authorId = yield* target.type === "post" ? lockPost(target.id) : lockOfComment(target.id)
    yield* notifications.lock(authorId) // the notifications about the text are deleted
    return yield* target.type === "post"
      ? repo.hidePost(target.id, decisionId)
      : repo.hideComment(target.id, decisionId)
  })

  const hide = (target: TextTarget, decisionId: DecisionId) =>
    Effect.flatMap(move(target, decisionId), (moved) => changes.append(withPosts("post_removed", moved)))

  const hideNew = (target: TextTarget, decisionId: DecisionId) =>
    Effect.zipRight(move(target, decisionId), repo.noteUntold(target))

  const lockHidden = Effect.fnUntraced(function* (target: TextTarget) {
    yield* target.type === "post" ? repo.lockPost(target.id) : lockOfComment(target.id)
  })

  const keepHidden = (target: TextTarget, decisionId: DecisionId) =>
    Effect.zipRight(lockHidden(target), repo.setDecision(target, decisionId))

  const shown = Effect.fnUntraced(function* (moved: ReadonlyArray<Change>) {
    const told = yield* notifications.tellOfPublished(moved, yield* DateTime.now)
    yield* changes.append([...withPosts("post_restored", moved), ...told])
  })

  const restore = Effect.fnUntraced(function* (target: TextTarget) {
    yield* lockHidden(target)
    const moved = yield* target.type === "post" ? repo.restorePost(target.id) : repo.restoreComment(target.id)
    yield* shown(moved)
  })

  const restoreAll = Effect.fnUntraced(function* (authorId: UserId, decisionId: Option.Option<DecisionId>) {
    const moved = yield* repo.restoreAll(authorId, decisionId)
    yield* shown(moved)
    return moved.length > 0
  })

  return HiddenTexts.of({ hide, hideNew, keepHidden, restore, restoreAll })
}
