import { Array, Effect, Option } from "effect"
import type { CommentId } from "../../src/domain/Ids.ts"
import type { CommentsRepo } from "../../src/repositories/CommentsRepo.ts"
import { NotificationsRepo, type NotificationToAdd } from "../../src/repositories/NotificationsRepo.ts"
import type { PostsRepo } from "../../src/repositories/PostsRepo.ts"
import type { Transaction } from "../../src/repositories/Transaction.ts"
import type { UsersRepo } from "../../src/repositories/UsersRepo.ts"
import { moment, newComment, newPost, newUser } from "./newRows.ts"

/** What a test of notifications needs of a storage. */
export type Ports = CommentsRepo | NotificationsRepo | PostsRepo | Transaction | UsersRepo

export const all = { offset: 0, limit: 100 }

/** A recipient with a post of theirs, and somebody who acts on it. */
export const scene = Effect.gen(function* () {
  const recipientId = yield* newUser()
  const actorId = yield* newUser()
  const post = yield* newPost({ authorId: recipientId })
  const given = { recipientId, actorId, postId: post.id, createdAt: moment }
  const like: NotificationToAdd = { ...given, commentId: Option.none() }
  const ofComment = (commentId: CommentId): NotificationToAdd => ({ ...given, commentId: Option.some(commentId) })
  const comment = Effect.map(newComment(post.id, actorId), ({ id }) => ofComment(id))
  return { recipientId, actorId, post, like, comment, ofComment }
})

/** As many told comments on a new post, oldest first. */
export const told = (count: number) =>
  Effect.gen(function* () {
    const repo = yield* NotificationsRepo
    const { comment, recipientId } = yield* scene
    const ids = yield* Effect.forEach(Array.range(1, count), () =>
      Effect.flatten(Effect.flatMap(comment, (notification) => repo.add(notification)))
    )
    return { recipientId, ids }
  })

export const idsOf = <Id extends number>(items: ReadonlyArray<{ readonly id: Id }>) => items.map(({ id }) => id)
