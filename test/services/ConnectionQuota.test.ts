import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, ConfigProvider, Effect, Layer, Option } from "effect"
import { sessionCredential } from "../../src/domain/accounts/CurrentUser.ts"
import { SessionId, UserId } from "../../src/domain/Ids.ts"
import { ConnectionQuota, maxConnections } from "../../src/services/ConnectionQuota.ts"

const capped = (cap: number) =>
  ConnectionQuota.layer.pipe(
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["STREAMS_PER_USER", String(cap)]]))))
  )
const holder = (id: number) => ({
  id: UserId.make(id),
  credential: sessionCredential(SessionId.make(id), Option.none())
})
const [ada, bob] = [holder(1), holder(2)]

describe("ConnectionQuota.acquire", () => {
  it.effect("caps streams and sessions of each member apart, and a second release of one place frees nothing", () =>
    Effect.gen(function* () {
      const { count, acquire } = yield* ConnectionQuota
      const release = yield* acquire("streams", ada)
      yield* acquire("streams", ada)
      strictEqual((yield* Effect.flip(acquire("streams", ada))).message, "too many open streams: try again in 30 s")
      yield* acquire("sessions", ada)
      yield* acquire("streams", bob)
      release()
      release()
      strictEqual(count("streams"), 2)
      yield* acquire("streams", ada)
      yield* Effect.flip(acquire("streams", ada))
    }).pipe(Effect.provide(capped(2)))
  )

  it.effect("holders has the member of each open connection, until it is released", () =>
    Effect.gen(function* () {
      const { acquire, holders } = yield* ConnectionQuota
      const release = yield* acquire("streams", ada)
      yield* acquire("sessions", bob)
      deepStrictEqual(holders(), [ada, bob])
      release()
      deepStrictEqual(holders(), [bob])
    }).pipe(Effect.provide(capped(2)))
  )

  it.effect("caps the connections of the process, also where members have no cap", () =>
    Effect.gen(function* () {
      const { acquire } = yield* ConnectionQuota
      yield* Effect.forEach(Array.range(1, maxConnections), (id) => acquire("streams", holder(id)), {
        discard: true
      })
      yield* Effect.flip(acquire("streams", ada))
      yield* acquire("sessions", ada)
    }).pipe(Effect.provide(capped(0)))
  )
})
