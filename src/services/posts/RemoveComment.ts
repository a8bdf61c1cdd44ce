import { DateTime, Effect } from "effect"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { notificationsRemoved } from "../../domain/Change.ts"
import type { CommentId } from "../../domain/Ids.ts"
import { PostReader, readerOfAll, visitor } from "../../domain/posts/Audience.ts"
import { CommentNotFound } from "../../domain/posts/Comment.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { ownerOrAdmin, require } from "../accounts/Policy.ts"
import { writing } from "../Writing.ts"

/** Locks the post of a comment; comments are written and deleted only under this lock. */
export const lockComment = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const posts = yield* PostsRepo

  return Effect.fnUntraced(function* (id: CommentId) {
    const { postId } = yield* comments.ownership(id)
    const post = yield* Effect.catchTag(posts.lock(postId), "PostNotFound", () => new CommentNotFound({ id }))
    return { post, comment: yield* comments.ownership(id) }
  })
})

/** The removal of a comment: see `Comments.remove`. */
export const removeComment = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const notifications = yield* NotificationsRepo
  const { audit, changes, users, write } = yield* writing
  const lock = yield* lockComment

  const removeReadable = Effect.fnUntraced(function* (id: CommentId) {
    const { comment, post } = yield* lock(id)
    const user = yield* require(ownerOrAdmin(comment.authorId, "deleteComment"))
    yield* notifications.lock(post.authorId) // before the counts of inboxes, which the notifications leave
    const recipients = yield* comments.remove(id)
    yield* users.touch(user.id, yield* DateTime.now)
    const { authorId: userId } = comment
    yield* audit.recordOfOthers({ action: "comment_deleted", actorId: user.id, userId, targetId: id })
    yield* changes.append([
      { kind: "comment", id: comment.postId, userId: null },
      ...notificationsRemoved(comment.postId, recipients)
    ])
    return { deleted: true, id } as const
  }, write)

  /** Removes the own comment on a post that is no longer for its author. */
  const removeLeft = Effect.fnUntraced(function* (id: CommentId) {
    const [user, reader] = [yield* CurrentUser, yield* PostReader]
    if (reader === visitor) return yield* new CommentNotFound({ id })
    const { authorId } = yield* Effect.provideService(comments.ownership(id), PostReader, readerOfAll)
    if (authorId !== user.id) return yield* new CommentNotFound({ id })
    return yield* Effect.provideService(removeReadable(id), PostReader, readerOfAll)
  })

  return (id: CommentId) => Effect.catchTag(removeReadable(id), "CommentNotFound", () => removeLeft(id))
})
