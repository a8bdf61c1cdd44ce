import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Clock, Effect, Layer, Logger, Metric } from "effect"
import { DatabaseClock, followed } from "../../../../src/adapters/postgres/connection/DatabaseClock.ts"
import { clockOffset } from "../../../../src/metrics/Metrics.ts"
import { bothDatabases } from "../../../support/Storage.ts"

const minutes = 60_000

/** Whole seconds; never the -0 to which a few milliseconds less than none are rounded. */
const seconds = (millis: number) => Math.round(millis / 1_000) + 0

/** The seconds by which a clock is ahead of the machine's. */
const ahead = (clock: DatabaseClock) =>
  seconds(clock.unsafeCurrentTimeMillis() - Clock.make().unsafeCurrentTimeMillis())

const machineTime = (difference: number) => Effect.sync(() => Clock.make().unsafeCurrentTimeMillis() + difference)

describe("DatabaseClock", () => {
  it.effect("has the time of the machine until it knows the database's, and then that of the database", () =>
    Effect.gen(function* () {
      const clock = new DatabaseClock()
      const seen = [ahead(clock)]
      for (const difference of [10, -10, 0]) {
        const found = yield* clock.follow(machineTime(difference * minutes))
        assertTrue(Math.abs(found + difference * minutes) < 1_000)
        seen.push(ahead(clock))
        deepStrictEqual(seconds(1_000 * (yield* Metric.value(clockOffset)).value), 0 - difference * 60)
      }
      deepStrictEqual(seen, [0, 600, -600, 0])
    })
  )

  it.effect("is not moved by a difference of less than a quarter of a second", () =>
    Effect.gen(function* () {
      const clock = new DatabaseClock()
      yield* clock.follow(machineTime(10 * minutes))
      const before = clock.unsafeCurrentTimeMillis()
      yield* clock.follow(machineTime(10 * minutes - 200))
      assertTrue(clock.unsafeCurrentTimeMillis() >= before)
    })
  )

  for (const { client, name } of bothDatabases) {
    it.effect(`${name}: a start warns where the machine's clock is more than five seconds off`, () =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
        const start = (clock: DatabaseClock) =>
          Effect.scoped(Layer.build(Layer.provide(followed, client))).pipe(
            Effect.withClock(clock),
            Effect.provide(Logger.replace(Logger.defaultLogger, logger))
          )
        yield* start(new DatabaseClock())
        deepStrictEqual(
          lines.filter((line) => line.includes("clock")),
          []
        )
        yield* start(
          new (class extends DatabaseClock {
            override follow<E, R>(read: Effect.Effect<number, E, R>) {
              return super.follow(Effect.map(read, (millis) => millis - 10 * minutes))
            }
          })()
        )
        deepStrictEqual(
          lines.filter((line) => line.includes("clock")),
          ["WARN the clock of this machine is 600 s ahead of the database's, whose time is taken: synchronize them"]
        )
      })
    )
  }
})
