import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Exit, Fiber, TestClock } from "effect"
import { PrioritySemaphore } from "../../src/concurrency/PrioritySemaphore.ts"

/** Queues work of a second for a permit; `order` has the names in the order in which they began. */
const workshop = (permits: number) => {
  const semaphore = new PrioritySemaphore(permits)
  const order: Array<string> = []
  const work = (name: string, cost: number) => {
    const begin = Effect.sync(() => void order.push(name))
    return Effect.zipLeft(
      Effect.fork(semaphore.withPermit(cost)(Effect.zipRight(begin, Effect.delay(Effect.void, "1 second")))),
      Effect.yieldNow()
    )
  }
  return { semaphore, order, work }
}

describe("PrioritySemaphore", () => {
  it.effect("withPermit runs as many effects at once as there are permits", () =>
    Effect.gen(function* () {
      const { order, work } = workshop(2)
      for (const name of ["a", "b", "c"]) yield* work(name, 1)
      deepStrictEqual(order, ["a", "b"])
      yield* TestClock.adjust("1 second")
      deepStrictEqual(order, ["a", "b", "c"])
    })
  )

  it.effect("withPermit grants a free permit to the lowest cost, and among equals to the first that came", () =>
    Effect.gen(function* () {
      const { order, work } = workshop(1)
      yield* work("running", 9)
      yield* work("costly", 5)
      yield* work("cheap 1", 2)
      yield* work("cheap 2", 2)
      yield* work("cheapest", 1)
      yield* TestClock.adjust("10 seconds")
      deepStrictEqual(order, ["running", "cheapest", "cheap 1", "cheap 2", "costly"])
    })
  )

  it.effect("withPermit gives the permit back when its effect fails, dies or is interrupted", () =>
    Effect.gen(function* () {
      const { semaphore } = workshop(1)
      strictEqual(yield* Effect.flip(semaphore.withPermit(1)(Effect.fail("no"))), "no")
      strictEqual((yield* Effect.exit(semaphore.withPermit(1)(Effect.die("broken"))))._tag, "Failure")
      const endless = yield* Effect.fork(semaphore.withPermit(1)(Effect.never))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(endless)
      strictEqual(yield* semaphore.withPermit(1)(Effect.succeed("free")), "free")
    })
  )

  it.effect("withPermit takes an interrupted caller out of the queue", () =>
    Effect.gen(function* () {
      const { order, work } = workshop(1)
      yield* work("running", 1)
      const leaver = yield* work("leaver", 1)
      yield* work("next", 2)
      yield* Fiber.interrupt(leaver)
      yield* TestClock.adjust("10 seconds")
      deepStrictEqual(order, ["running", "next"])
    })
  )

  it.effect("withPermit loses no permit when a caller is interrupted in the moment of the grant", () =>
    Effect.gen(function* () {
      const { semaphore } = workshop(1)
      const gate = yield* Deferred.make<void>()
      yield* Effect.fork(semaphore.withPermit(1)(Deferred.await(gate)))
      yield* Effect.yieldNow()
      const granted = yield* Effect.fork(semaphore.withPermit(1)(Effect.never))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(gate, undefined)
      strictEqual(Exit.isInterrupted(yield* Fiber.interrupt(granted)), true)
      strictEqual(yield* semaphore.withPermit(1)(Effect.succeed("free")), "free")
    })
  )
})
