import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Deferred, Effect, Fiber, Option, TestClock } from "effect"
import { Blocked } from "../../src/domain/BatchResult.ts"
import { Contended, Unavailable } from "../../src/domain/Unavailable.ts"
import { ShutdownSignal } from "../../src/services/Operation.ts"
import { lockRetry } from "../../src/services/Writing.ts"

/** A transaction that is blocked, or in deadlocks, a number of times before it succeeds, with the number of its runs. */
const blocked = (times: number) => {
  const runs = { count: 0 }
  const refused = () => (runs.count % 2 === 0 ? new Blocked({ by: "post 1" }) : new Contended())
  const transaction = Effect.suspend(() =>
    ++runs.count > times ? Effect.succeed("done") : Effect.fail<Blocked | Unavailable>(refused())
  )
  return { runs, transaction }
}

describe("lockRetry", () => {
  it.effect("runs a blocked transaction again until it succeeds, and one that was in a deadlock", () =>
    Effect.gen(function* () {
      const { runs, transaction } = blocked(5)
      const fiber = yield* Effect.fork((yield* lockRetry)(transaction))
      yield* TestClock.adjust("1 second")
      deepStrictEqual([yield* Fiber.join(fiber), runs.count], ["done", 6])
    }).pipe(Effect.provide(ShutdownSignal.layer))
  )

  it.effect("fails with Unavailable after 10 seconds of about four tries a second", () =>
    Effect.gen(function* () {
      const { runs, transaction } = blocked(Number.POSITIVE_INFINITY)
      const fiber = yield* Effect.fork(Effect.flip((yield* lockRetry)(transaction)))
      yield* TestClock.adjust("9 seconds")
      strictEqual((yield* Fiber.poll(fiber))._tag, "None")
      yield* TestClock.adjust("2 seconds")
      deepStrictEqual(yield* Fiber.join(fiber), new Unavailable())
      strictEqual(runs.count > 38 && runs.count < 60, true, `${runs.count} runs`)
    }).pipe(Effect.provide(ShutdownSignal.layer))
  )

  it.effect("gives a lock to each of fifty transactions that need it at once", () =>
    Effect.gen(function* () {
      const lock = Effect.unsafeMakeSemaphore(1)
      const transaction = Effect.flatMap(
        lock.withPermitsIfAvailable(1)(Effect.sleep("40 millis")),
        Option.match({ onNone: () => new Blocked({ by: "post 1" }), onSome: Effect.succeed })
      )
      const withLockRetry = yield* lockRetry
      const fiber = yield* Effect.fork(
        Effect.all(Array.replicate(Effect.either(withLockRetry(transaction)), 50), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("20 seconds")
      deepStrictEqual(Array.getLefts(yield* Fiber.join(fiber)), [])
    }).pipe(Effect.provide(ShutdownSignal.layer))
  )

  it.effect("fails with Unavailable once the server stops", () =>
    Effect.gen(function* () {
      const { transaction } = blocked(Number.POSITIVE_INFINITY)
      const fiber = yield* Effect.fork(Effect.flip((yield* lockRetry)(transaction)))
      yield* TestClock.adjust("1 second")
      yield* Deferred.succeed(yield* ShutdownSignal, undefined)
      yield* TestClock.adjust("100 millis")
      deepStrictEqual(yield* Fiber.join(fiber), new Unavailable())
    }).pipe(Effect.provide(ShutdownSignal.layer))
  )
})
