import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Ref } from "effect"
import type { NotificationId } from "../../src/domain/Ids.ts"
import { NotificationsRepo, type NotificationToAdd } from "../../src/repositories/NotificationsRepo.ts"
import { Transaction } from "../../src/repositories/Transaction.ts"
import { all, idsOf, type Ports, scene } from "./newNotifications.ts"

/** What every adapter of `NotificationsRepo` promises of its lock. */
export const notificationsOrderContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: NotificationsRepo, lock`, (it) => {
    it.effect("commits one recipient's ids in the order they were given, while each adds under the lock", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { atomically } = yield* Transaction
        const { comment, recipientId } = yield* scene
        const notifications = yield* Effect.all(Array.makeBy(30, () => comment))
        // Each transaction lasts for another while after its id was given.
        const tell = (notification: NotificationToAdd, at: number) =>
          atomically(
            Effect.gen(function* () {
              yield* repo.lock(recipientId)
              yield* repo.add(notification)
              yield* Effect.all(Array.makeBy((at * 5) % 4, () => repo.unreadCount(recipientId)))
            })
          )
        // A reader as a stream is one: what is newer than the last id it has seen.
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
        const writers = Effect.forEach(notifications, tell, { concurrency: 8, discard: true })
        yield* Effect.raceFirst(writers, Effect.forever(read))
        yield* read
        deepStrictEqual(yield* Ref.get(seen), idsOf((yield* repo.page(recipientId, false, all)).items).toReversed())
        strictEqual((yield* Ref.get(seen)).length, 30)
      })
    )

    it.effect("holds a rule about one recipient true under the lock", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { atomically } = yield* Transaction
        const { comment, recipientId } = yield* scene
        const notifications = yield* Effect.all(Array.makeBy(8, () => comment))
        const upToThree = (notification: NotificationToAdd) =>
          Effect.gen(function* () {
            yield* repo.lock(recipientId)
            if ((yield* repo.unreadCount(recipientId)) < 3) yield* repo.add(notification)
          })
        yield* Effect.forEach(notifications, (notification) => atomically(upToThree(notification)), {
          concurrency: "unbounded",
          discard: true
        })
        strictEqual(yield* repo.unreadCount(recipientId), 3)
      })
    )
  })
