import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Fiber, TestClock } from "effect"
import { watchedSemaphore } from "../../src/concurrency/WatchedSemaphore.ts"

describe("watchedSemaphore", () => {
  it.effect(
    "runs as many effects at once as there are permits, in the order of their coming, and counts the others",
    () =>
      Effect.gen(function* () {
        const { waiting, withPermit } = watchedSemaphore(2)
        const order: Array<string> = []
        const work = (name: string) => {
          const begin = Effect.sync(() => void order.push(name))
          const started = Effect.fork(withPermit(Effect.zipRight(begin, Effect.delay(Effect.void, "1 second"))))
          return Effect.zipLeft(started, Effect.yieldNow())
        }
        for (const name of ["a", "b", "c"]) yield* work(name)
        const leaver = yield* work("leaver")
        yield* work("d")
        deepStrictEqual([order, waiting()], [["a", "b"], 3])
        yield* Fiber.interrupt(leaver)
        strictEqual(waiting(), 2)
        yield* TestClock.adjust("1 second")
        deepStrictEqual([order, waiting()], [["a", "b", "c", "d"], 0])
      })
  )

  it.effect("gets the permit back when its effect fails, dies or is interrupted", () =>
    Effect.gen(function* () {
      const { waiting, withPermit } = watchedSemaphore(1)
      strictEqual(yield* Effect.flip(withPermit(Effect.fail("no"))), "no")
      strictEqual((yield* Effect.exit(withPermit(Effect.die("broken"))))._tag, "Failure")
      const endless = yield* Effect.fork(withPermit(Effect.never))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(endless)
      deepStrictEqual([yield* withPermit(Effect.succeed("free")), waiting()], ["free", 0])
    })
  )
})
