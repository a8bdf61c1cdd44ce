import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Chunk, Effect, Fiber, Option, TestClock } from "effect"
import { sleepUntil } from "../../src/concurrency/BackgroundTasks.ts"

const dayMillis = 86_400_000

/** The longest that a timer of Node waits. */
const maxTimerMillis = 2 ** 31 - 1

describe("sleepUntil", () => {
  it.effect("sleeps until a time in two months, by timers that Node can wait for", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(sleepUntil(60 * dayMillis))
      const awake = Effect.map(Fiber.poll(fiber), Option.isSome)
      yield* Effect.yieldNow()
      assertTrue(Chunk.every(yield* TestClock.sleeps(), (at) => at <= maxTimerMillis))
      yield* TestClock.adjust(60 * dayMillis - 1)
      const before = yield* awake
      yield* TestClock.adjust(1)
      yield* Fiber.join(fiber)
      deepStrictEqual([before, yield* awake], [false, true])
    })
  )

  it.effect("returns at once for a time that has passed", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(2 * dayMillis)
      yield* sleepUntil(dayMillis)
      yield* sleepUntil(2 * dayMillis)
    })
  )
})
