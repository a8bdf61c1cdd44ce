import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { makeKeyedSemaphore } from "../../src/concurrency/KeyedSemaphore.ts"

/** Effects that run until they are told to end, and the names of those that have begun. */
const work = () => {
  const begun: Array<string> = []
  const first = (name: string) =>
    Effect.zipRight(
      Effect.sync(() => void begun.push(name)),
      Effect.never
    )
  return { begun, first }
}

const settled = Effect.repeatN(Effect.yieldNow(), 20)

describe("makeKeyedSemaphore", () => {
  it.effect("runs as many effects of one key as it has permits, and those of other keys beside them", () =>
    Effect.gen(function* () {
      const { begun, first } = work()
      const within = makeKeyedSemaphore(2)
      const fibers = yield* Effect.forEach(["one", "two", "three", "four"], (name) =>
        Effect.fork(within("key")(first(name)))
      )
      yield* Effect.fork(within("other")(first("of other")))
      yield* settled
      expect(begun).toEqual(["one", "two", "of other"])
      yield* Effect.forEach(fibers.slice(0, 1), Fiber.interrupt)
      yield* settled
      expect(begun).toEqual(["one", "two", "of other", "three"])
    })
  )

  it.effect("gives the turn of an effect that fails, and of one that is interrupted while it waits, to the next", () =>
    Effect.gen(function* () {
      const within = makeKeyedSemaphore(1)
      const { begun, first } = work()
      yield* Effect.flip(within(1)(Effect.fail("a fault")))
      const one = yield* Effect.fork(within(1)(first("one")))
      const two = yield* Effect.fork(within(1)(first("two")))
      yield* Effect.fork(within(1)(first("three")))
      yield* settled
      yield* Fiber.interrupt(two)
      yield* Fiber.interrupt(one)
      yield* settled
      expect(begun).toEqual(["one", "three"])
    })
  )

  it.effect("fails for an effect without a turn at its deadline, and never for one that has begun", () =>
    Effect.gen(function* () {
      const within = makeKeyedSemaphore(1)
      const inTime = within("key", 1_000, () => "late")
      const gate = yield* Deferred.make<void>()
      const one = yield* Effect.fork(inTime(Deferred.await(gate)))
      const two = yield* Effect.fork(Effect.flip(inTime(Effect.void)))
      yield* settled
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(two)).toBe("late")
      yield* TestClock.adjust("4 seconds")
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(one)
      yield* inTime(Effect.void)
    })
  )
})
