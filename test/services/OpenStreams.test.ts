import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Array, ConfigProvider, Effect, Layer } from "effect"
import { UserId } from "../../src/domain/Ids.ts"
import { maxHeld, OpenStreams } from "../../src/services/OpenStreams.ts"

const capped = (cap: number) =>
  OpenStreams.layer.pipe(
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["STREAMS_PER_USER", String(cap)]]))))
  )
const [ada, bob] = [{ id: UserId.make(1) }, { id: UserId.make(2) }]

describe("OpenStreams", () => {
  it.effect("caps each member's streams and sessions for themselves, and one released makes room once", () =>
    Effect.gen(function* () {
      const { count, take } = yield* OpenStreams
      const release = yield* take("streams", ada)
      yield* take("streams", ada)
      strictEqual((yield* Effect.flip(take("streams", ada))).message, "too many open streams: try again in 30 s")
      yield* take("sessions", ada)
      yield* take("streams", bob)
      release()
      release()
      strictEqual(yield* count("streams"), 2)
      yield* take("streams", ada)
      yield* Effect.flip(take("streams", ada))
    }).pipe(Effect.provide(capped(2)))
  )

  it.effect("caps what the process holds open, also where no member is capped", () =>
    Effect.gen(function* () {
      const { take } = yield* OpenStreams
      yield* Effect.forEach(Array.range(1, maxHeld), (id) => take("streams", { id: UserId.make(id) }), {
        discard: true
      })
      yield* Effect.flip(take("streams", ada))
      yield* take("sessions", ada)
    }).pipe(Effect.provide(capped(0)))
  )
})
