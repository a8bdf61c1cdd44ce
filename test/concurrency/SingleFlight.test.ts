import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Exit, Fiber, Scope, TestClock } from "effect"
import { makeSingleFlight } from "../../src/concurrency/SingleFlight.ts"

/** Runs that take a second and give their number, those of odd numbers; the others fail with it. */
const shared = Effect.gen(function* () {
  const share = yield* makeSingleFlight<number, string>()
  const counts = { admitted: 0, begun: 0, interrupted: 0 }
  const run = Effect.suspend(() => {
    const number = ++counts.begun
    return Effect.delay(number % 2 === 1 ? Effect.succeed(number) : Effect.fail(`run ${number}`), "1 second")
  }).pipe(Effect.onInterrupt(() => Effect.sync(() => counts.interrupted++)))
  const admission = Effect.sync(() => void counts.admitted++)
  return { counts, call: (key = "key") => share(key, admission, run), share, run }
})

const second = Effect.zipRight(Effect.yieldNow(), TestClock.adjust("1 second"))
const halfSecond = Effect.zipRight(Effect.yieldNow(), TestClock.adjust("500 millis"))

describe("makeSingleFlight", () => {
  it.scoped("shares one run of a key among callers, and admits the first of them only", () =>
    Effect.gen(function* () {
      const { call, counts } = yield* shared
      const first = yield* Effect.fork(call())
      yield* halfSecond
      const second = yield* Effect.fork(call())
      yield* halfSecond
      deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], [1, 1])
      deepStrictEqual(counts, { admitted: 1, begun: 1, interrupted: 0 })
    })
  )

  it.scoped("begins another run for another key, and after the end of a run, also one that failed", () =>
    Effect.gen(function* () {
      const { call, counts } = yield* shared
      const both = yield* Effect.fork(
        Effect.all([Effect.exit(call("one")), Effect.exit(call("other"))], { concurrency: 2 })
      )
      yield* second
      deepStrictEqual(yield* Fiber.join(both), [Exit.succeed(1), Exit.fail("run 2")])
      const again = yield* Effect.fork(call("other"))
      yield* second
      strictEqual(yield* Fiber.join(again), 3)
      strictEqual(counts.admitted, 3)
    })
  )

  it.scoped("goes on with a run whose first caller leaves", () =>
    Effect.gen(function* () {
      const { call, counts } = yield* shared
      const leaving = yield* Effect.fork(call())
      yield* halfSecond
      const staying = yield* Effect.fork(call())
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(leaving)
      yield* halfSecond
      strictEqual(yield* Fiber.join(staying), 1)
      strictEqual(counts.interrupted, 0)
    })
  )

  it.scoped("begins no run for a caller who is refused", () =>
    Effect.gen(function* () {
      const { counts, run, share } = yield* shared
      deepStrictEqual(yield* Effect.exit(share("key", Effect.fail("refused"), run)), Exit.fail("refused"))
      strictEqual(counts.begun, 0)
    })
  )

  it.effect("ends its runs with the scope", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { call, counts } = yield* Scope.extend(shared, scope)
      const caller = yield* Effect.fork(call())
      yield* halfSecond
      yield* Scope.close(scope, Exit.void)
      strictEqual(Exit.isInterrupted(yield* Fiber.await(caller)), true)
      strictEqual(counts.interrupted, 1)
    })
  )
})
