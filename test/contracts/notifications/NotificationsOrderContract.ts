import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option, Ref } from "effect"
import type { NotificationId, UserId } from "../../../src/domain/Ids.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { newComment, newPost, newUser, toggleLike, untilFree } from "../newRows.ts"
import { all, idsOf, newNotifications, type Ports, scene, unreadOf } from "./newNotifications.ts"

/** The contract of `NotificationsRepo` for its lock. */
export const notificationsOrderContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: NotificationsRepo.lock`, (it) => {
    it.effect(
      "NotificationsRepo.lock makes one recipient's ids commit in ascending order, for any posts and members",
      () =>
        Effect.gen(function* () {
          const repo = yield* NotificationsRepo
          const { atomically } = yield* Transaction
          const { post, recipientId } = yield* scene
          const other = yield* newPost({ authorId: recipientId })
          const members = yield* Effect.all(Array.makeBy(30, () => newUser()))
          // Each transaction lasts for another while after its ids were given.
          const tell = (member: UserId, at: number) => {
            const postId = at % 3 === 0 ? other.id : post.id
            return atomically(
              Effect.zipRight(
                Effect.if(at % 2 === 0, {
                  onTrue: () => Effect.asVoid(toggleLike(postId, member)),
                  onFalse: () => Effect.asVoid(newComment(postId, member))
                }),
                Effect.all(Array.makeBy((at * 5) % 4, () => unreadOf(recipientId)))
              )
            )
          }
          // Reads as a stream does: the notifications after the last id that it has read.
          const seen = yield* Ref.make<ReadonlyArray<NotificationId>>([])
          const read = Effect.gen(function* () {
            const newer = yield* repo.page(recipientId, false, all)
            yield* Ref.update(seen, (before) => [
              ...before,
              ...idsOf(newer.items)
                .toReversed()
                .filter((id) => id > (before.at(-1) ?? 0))
            ])
            yield* Effect.yieldNow()
          })
          const writers = Effect.forEach(members, tell, { concurrency: 8, discard: true })
          yield* Effect.raceFirst(writers, Effect.forever(read))
          yield* read
          deepStrictEqual(yield* Ref.get(seen), idsOf((yield* repo.page(recipientId, false, all)).items).toReversed())
          strictEqual((yield* Ref.get(seen)).length, 30)
        })
    )

    it.effect("NotificationsRepo.lock admits one transaction at a time", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { atomically } = yield* Transaction
        const { recipientId } = yield* newNotifications(8)
        const downToThree = Effect.gen(function* () {
          yield* repo.lock(recipientId)
          const { items, unreadCount } = yield* repo.page(recipientId, true, { offset: 0, limit: 1 })
          if (unreadCount > 3) yield* repo.markRead(recipientId, Option.some(idsOf(items)))
        })
        yield* Effect.all(
          Array.makeBy(8, () => untilFree(atomically(downToThree))),
          { concurrency: "unbounded" }
        )
        strictEqual(yield* unreadOf(recipientId), 3)
      })
    )
  })
