import { Effect } from "effect"
import { NotificationId, type UserId } from "../../../src/domain/Ids.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import type { Transaction } from "../../../src/ports/Transaction.ts"
import { newComment, newPost, newUser, toggleLike } from "../newRows.ts"

/** The ports that tests of notifications need. */
export type Ports = CommentsRepo | LikesRepo | NotificationsRepo | PostsRepo | Transaction | UsersRepo

export const all = { offset: 0, limit: 100 }

/** A recipient with a post, and another member who likes it and comments on it. */
export const scene = Effect.gen(function* () {
  const recipientId = yield* newUser()
  const actorId = yield* newUser()
  const post = yield* newPost({ authorId: recipientId })
  return { recipientId, actorId, post, like: toggleLike(post.id, actorId), comment: newComment(post.id, actorId) }
})

/** Adds comments on a new post, and gives the recipient and the ids of the notifications, oldest first. */
export const newNotifications = (count: number) =>
  Effect.gen(function* () {
    const repo = yield* NotificationsRepo
    const { comment, recipientId } = yield* scene
    yield* Effect.repeatN(comment, count - 1)
    return { recipientId, ids: (yield* repo.after(recipientId, 0, count)).map(({ id }) => NotificationId.make(id)) }
  })

export const idsOf = <Id extends number>(items: ReadonlyArray<{ readonly id: Id }>) => items.map(({ id }) => id)

/** The number of a recipient's unread notifications. */
export const unreadOf = (recipientId: UserId) =>
  Effect.flatMap(NotificationsRepo, (repo) => Effect.map(repo.position(recipientId), ({ unreadCount }) => unreadCount))
