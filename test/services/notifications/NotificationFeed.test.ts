import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Chunk, Effect, Layer, Option, Stream } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CurrentUser } from "../../../src/domain/accounts/CurrentUser.ts"
import { storedChange } from "../../../src/domain/Change.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { NotificationFeed } from "../../../src/services/notifications/NotificationFeed.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { newNotifications, scene } from "../../contracts/notifications/newNotifications.ts"
import { signedIn } from "../../support/People.ts"

const feed = Effect.provide(
  NotificationFeed.layer.pipe(
    Layer.provideMerge(Changes.layer),
    Layer.provideMerge(Layer.mergeAll(ChangeNotifier.none, ConnectionQuota.layer, ShutdownSignal.layer)),
    Layer.provideMerge(Memory.layer)
  )
)

describe("NotificationFeed.onChange", () => {
  it.scoped("calls its listener after changes of the caller's own notifications, until its scope ends", () =>
    Effect.gen(function* () {
      const { recipientId: id } = yield* newNotifications(1)
      const { onChange } = yield* NotificationFeed
      const { append } = yield* Changes
      let calls = 0
      const changeAll = append([
        storedChange("notification", 1, id),
        { kind: "notifications_read", id: 0, userId: id },
        { kind: "user", id, userId: id },
        storedChange("notification", 2, UserId.make(id + 1))
      ])
      yield* Effect.scoped(
        Effect.provideService(
          onChange(() => void calls++),
          CurrentUser,
          signedIn(id)
        ).pipe(Effect.zipRight(changeAll))
      )
      strictEqual(calls, 2)
      yield* changeAll
      strictEqual(calls, 2)
    }).pipe(feed)
  )
})

describe("NotificationFeed.follow", () => {
  it.scoped("reads the next page of a backlog when the one before has been taken", () =>
    Effect.gen(function* () {
      const { ids, recipientId } = yield* newNotifications(250)
      const user = signedIn(recipientId)
      let reads = 0
      const repo = yield* NotificationsRepo
      const counting = Layer.provide(
        Layer.fresh(NotificationFeed.layer),
        Layer.succeed(NotificationsRepo, {
          ...repo,
          after: (...window) => {
            reads++
            return repo.after(...window)
          }
        })
      )
      yield* Effect.gen(function* () {
        const followed = yield* (yield* NotificationFeed).follow(Option.some(0))
        const first = yield* Stream.runCollect(Stream.take(followed, 100))
        deepStrictEqual([reads, Chunk.size(first)], [1, 100])
        const again = yield* (yield* NotificationFeed).follow(Option.some(0))
        const all = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(again, 250)))
        deepStrictEqual(
          Array.map(all, ({ id }) => id),
          ids
        )
        strictEqual(reads, 4)
      }).pipe(Effect.provideService(CurrentUser, user), Effect.provide(counting))
    }).pipe(feed)
  )

  it.scoped("starts now after an id that no notification has yet", () =>
    Effect.gen(function* () {
      const { comment, recipientId } = yield* scene
      yield* comment
      const repo = yield* NotificationsRepo
      const { append } = yield* Changes
      yield* Effect.gen(function* () {
        const { newestId } = yield* repo.position(recipientId)
        const followed = yield* (yield* NotificationFeed).follow(Option.some(newestId + 1000))
        yield* comment
        const [added] = yield* repo.after(recipientId, newestId, 1)
        yield* append([storedChange("notification", added?.id ?? 0, recipientId)])
        const heard = yield* Stream.runHead(followed)
        strictEqual(Option.getOrUndefined(heard)?.id, added?.id)
      }).pipe(Effect.provideService(CurrentUser, signedIn(recipientId)))
    }).pipe(feed)
  )
})

describe("NotificationFeed.subscribe", () => {
  it.scoped("asks the database for a client that another instance has sent more than this one has heard of", () =>
    Effect.gen(function* () {
      const { comment, recipientId } = yield* scene
      const repo = yield* NotificationsRepo
      let reads = 0
      const counting = Layer.provide(
        Layer.fresh(NotificationFeed.layer),
        Layer.succeed(NotificationsRepo, {
          ...repo,
          position: (id) => {
            reads++
            return repo.position(id)
          }
        })
      )
      yield* comment
      yield* Effect.gen(function* () {
        const { follow, subscribe } = yield* NotificationFeed
        yield* follow(Option.none())
        yield* comment // stored as by another instance, whose wake-up has not arrived
        const [first, second] = yield* repo.after(recipientId, 0, 2)
        const starts: Array<number> = []
        for (const after of [first?.id, second?.id]) {
          yield* subscribe(after, ({ lastId }) => {
            starts.push(lastId)
            return undefined
          })
          starts.push(reads)
        }
        deepStrictEqual(starts, [first?.id, 1, second?.id, 2])
      }).pipe(Effect.provideService(CurrentUser, signedIn(recipientId)), Effect.provide(counting))
    }).pipe(feed)
  )
})
