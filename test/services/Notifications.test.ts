import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Chunk, Effect, Layer, Option, Stream } from "effect"
import { CurrentUser } from "../../src/domain/CurrentUser.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { NotificationsRepo } from "../../src/repositories/NotificationsRepo.ts"
import { Changes } from "../../src/services/Changes.ts"
import { Closing } from "../../src/services/Closing.ts"
import { Notifications } from "../../src/services/Notifications.ts"
import * as ChangeHintsAlone from "../../src/system/ChangeHintsAlone.ts"
import { told } from "../contracts/newNotifications.ts"

const notifications = Effect.provide(
  Notifications.layer.pipe(
    Layer.provideMerge(Changes.layer),
    Layer.provideMerge(Layer.merge(ChangeHintsAlone.layer, Closing.layer)),
    Layer.provideMerge(Memory.layer)
  )
)

describe("Following notifications", () => {
  it.scoped("reads a backlog page by page, each when the one before was taken", () =>
    Effect.gen(function* () {
      const { ids, recipientId } = yield* told(250)
      const user = {
        id: recipientId,
        username: "maria",
        role: "user" as const,
        credential: { kind: "session" as const, id: 1, expiresAt: Option.none() }
      }
      let reads = 0
      const repo = yield* NotificationsRepo
      const counting = Layer.provide(
        Layer.fresh(Notifications.layer),
        Layer.succeed(NotificationsRepo, {
          ...repo,
          after: (...window) => {
            reads++
            return repo.after(...window)
          }
        })
      )
      yield* Effect.gen(function* () {
        const followed = yield* (yield* Notifications).follow(Option.some(0))
        const first = yield* Stream.runCollect(Stream.take(followed, 100))
        deepStrictEqual([reads, Chunk.size(first)], [1, 100])
        const again = yield* (yield* Notifications).follow(Option.some(0))
        const all = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(again, 250)))
        deepStrictEqual(
          Array.map(all, ({ id }) => id),
          ids
        )
        strictEqual(reads, 4)
      }).pipe(Effect.provideService(CurrentUser, user), Effect.provide(counting))
    }).pipe(notifications)
  )
})
