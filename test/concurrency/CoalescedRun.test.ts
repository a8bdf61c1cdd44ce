import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { type Duration, Effect, Exit, Fiber, Scope, TestClock } from "effect"
import { coalescedRun } from "../../src/concurrency/CoalescedRun.ts"

/** Counts the runs of an effect that takes a second and then ends with `exitOf` its number, and how many overlap. */
const counted = (exitOf: (run: number) => Exit.Exit<void, string> = () => Exit.void) =>
  Effect.gen(function* () {
    const runs = { begun: 0, ended: 0, interrupted: 0, mostAtOnce: 0 }
    const effect = Effect.suspend(() => {
      const number = ++runs.begun
      runs.mostAtOnce = Math.max(runs.mostAtOnce, runs.begun - runs.ended)
      return Effect.delay(exitOf(number), "1 second")
    }).pipe(
      Effect.onInterrupt(() => Effect.sync(() => runs.interrupted++)),
      Effect.ensuring(Effect.sync(() => runs.ended++))
    )
    return { runs, run: yield* coalescedRun(effect) }
  })

/** Lets time pass, after all fibers have gone on until they wait. */
const pass = (duration: Duration.DurationInput) => Effect.zipRight(Effect.yieldNow(), TestClock.adjust(duration))

describe("coalescedRun", () => {
  it.scoped("run answers a lone caller at the end of a run that began after the call", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counted()
      strictEqual(runs.begun, 0)
      const caller = yield* Effect.fork(run)
      yield* pass("999 millis")
      strictEqual((yield* Fiber.poll(caller))._tag, "None")
      yield* pass("1 millis")
      deepStrictEqual([yield* Fiber.await(caller), runs.begun], [Exit.void, 1])
    })
  )

  it.scoped("run lets all callers that come during a run share the next one, and never runs twice at once", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counted()
      const first = yield* Effect.fork(run)
      yield* pass("500 millis")
      const later = yield* Effect.fork(Effect.all([run, run, run], { concurrency: "unbounded" }))
      yield* pass("500 millis")
      strictEqual((yield* Fiber.await(first))._tag, "Success")
      deepStrictEqual([runs.begun, runs.ended, (yield* Fiber.poll(later))._tag], [2, 1, "None"])
      yield* pass("1 second")
      yield* Fiber.join(later)
      yield* pass("1 minute")
      deepStrictEqual(runs, { begun: 2, ended: 2, interrupted: 0, mostAtOnce: 1 })
    })
  )

  it.scoped("run begins again for a caller that comes when the last run is over", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counted()
      for (const _ of [1, 2, 3]) {
        const caller = yield* Effect.fork(run)
        yield* pass("1 second")
        yield* Fiber.join(caller)
      }
      strictEqual(runs.begun, 3)
    })
  )

  it.scoped("run fails for the callers of a failed run only, and the next run still comes", () =>
    Effect.gen(function* () {
      const { run } = yield* counted((number) =>
        number === 1 ? Exit.fail("away") : number === 2 ? Exit.die("broken") : Exit.void
      )
      const exits: Array<Exit.Exit<void, string>> = []
      for (const _ of [1, 2, 3]) {
        yield* Effect.fork(Effect.map(Effect.exit(run), (exit) => exits.push(exit)))
        yield* pass("500 millis")
      }
      yield* pass("1 minute")
      deepStrictEqual(exits, [Exit.fail("away"), Exit.die("broken"), Exit.void])
    })
  )

  it.scoped("run goes on for the others when one of its callers is interrupted", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counted()
      const [leaver, other] = [yield* Effect.fork(run), yield* Effect.fork(run)]
      yield* pass("500 millis")
      yield* Fiber.interrupt(leaver)
      yield* pass("2 seconds")
      strictEqual((yield* Fiber.await(other))._tag, "Success")
      deepStrictEqual(runs, { begun: 2, ended: 2, interrupted: 0, mostAtOnce: 1 })
    })
  )

  it.effect("run is interrupted when the scope ends, and so are its callers", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { run, runs } = yield* Scope.extend(counted(), scope)
      const caller = yield* Effect.fork(run)
      yield* pass("500 millis")
      yield* Scope.close(scope, Exit.void)
      strictEqual(Exit.isInterrupted(yield* Fiber.await(caller)), true)
      deepStrictEqual([runs.begun, runs.interrupted], [1, 1])
    })
  )
})
