import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Chunk, Effect, Layer, Option, Stream } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as ChangeNotifierLocal from "../../src/adapters/node/ChangeNotifierLocal.ts"
import { CurrentUser } from "../../src/domain/accounts/CurrentUser.ts"
import { NotificationsRepo } from "../../src/ports/NotificationsRepo.ts"
import { Changes } from "../../src/services/Changes.ts"
import { ConnectionQuota } from "../../src/services/ConnectionQuota.ts"
import { NotificationFeed } from "../../src/services/NotificationFeed.ts"
import { ShutdownSignal } from "../../src/services/ShutdownSignal.ts"
import { newNotifications } from "../contracts/newNotifications.ts"

const feed = Effect.provide(
  NotificationFeed.layer.pipe(
    Layer.provideMerge(Changes.layer),
    Layer.provideMerge(Layer.mergeAll(ChangeNotifierLocal.layer, ConnectionQuota.layer, ShutdownSignal.layer)),
    Layer.provideMerge(Memory.layer)
  )
)

describe("NotificationFeed.follow", () => {
  it.scoped("reads the next page of a backlog when the one before has been taken", () =>
    Effect.gen(function* () {
      const { ids, recipientId } = yield* newNotifications(250)
      const user = {
        id: recipientId,
        username: "maria",
        role: "user" as const,
        credential: { kind: "session" as const, id: 1, expiresAt: Option.none() }
      }
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
})
