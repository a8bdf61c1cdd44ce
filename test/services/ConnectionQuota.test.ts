import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Array, ConfigProvider, Effect, Layer } from "effect"
import { UserId } from "../../src/domain/Ids.ts"
import { ConnectionQuota, maxConnections } from "../../src/services/ConnectionQuota.ts"

const capped = (cap: number) =>
  ConnectionQuota.layer.pipe(
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["STREAMS_PER_USER", String(cap)]]))))
  )
const [ada, bob] = [{ id: UserId.make(1) }, { id: UserId.make(2) }]

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
      strictEqual(yield* count("streams"), 2)
      yield* acquire("streams", ada)
      yield* Effect.flip(acquire("streams", ada))
    }).pipe(Effect.provide(capped(2)))
  )

  it.effect("caps the connections of the process, also where members have no cap", () =>
    Effect.gen(function* () {
      const { acquire } = yield* ConnectionQuota
      yield* Effect.forEach(Array.range(1, maxConnections), (id) => acquire("streams", { id: UserId.make(id) }), {
        discard: true
      })
      yield* Effect.flip(acquire("streams", ada))
      yield* acquire("sessions", ada)
    }).pipe(Effect.provide(capped(0)))
  )
})
