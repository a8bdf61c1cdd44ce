import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Queue, Ref } from "effect"
import { storedChange } from "../../src/domain/Change.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import { Changes } from "../../src/services/Changes.ts"
import { Around, bob, elsewhere, idsOf, instance, maria, notification, record } from "../support/ChangesInstance.ts"

describe("Changes", () => {
  /** The ids of all changes that were delivered. */
  const hearAll = Effect.gen(function* () {
    const heard: Array<number> = []
    yield* (yield* Changes).subscribeAll(({ id }) => void heard.push(id))
    return heard
  })

  it.scoped("subscribeAll delivers every change at once, whichever instance made it", () =>
    Effect.gen(function* () {
      const heard = yield* hearAll
      const { wakeUps } = yield* Around
      yield* record(notification(maria), { kind: "news", id: 0, userId: null })
      strictEqual(heard.length, 2)
      yield* elsewhere(storedChange("like", 12, null))
      yield* Queue.offer(wakeUps, undefined)
      yield* Effect.repeat(Effect.yieldNow(), { until: () => heard.length === 3 })
      deepStrictEqual(heard.slice(1), [0, 12])
    }).pipe(instance)
  )

  it.scoped(
    "readBarrier returns when every change of other instances is delivered, also those between delivered ones",
    () =>
      Effect.gen(function* () {
        const heard = yield* hearAll
        const { readBarrier } = yield* Changes
        const [lost, here, late] = [notification(maria), notification(maria), notification(bob)]
        yield* elsewhere(lost)
        yield* record(here)
        yield* elsewhere(late)
        yield* readBarrier
        deepStrictEqual(heard, idsOf([here, lost, late]))
        yield* readBarrier
        strictEqual(heard.length, 3)
      }).pipe(instance)
  )

  it.scoped("readBarrier waits for a read of the log that began after the call, which concurrent callers share", () =>
    Effect.gen(function* () {
      const heard = yield* hearAll
      const { readBarrier } = yield* Changes
      const { log, reading } = yield* Around
      const goOn = yield* Deferred.make<void>()
      yield* Ref.set(reading, Deferred.await(goOn))
      const before = log.reads
      const first = yield* Effect.fork(readBarrier)
      yield* Effect.repeat(Effect.yieldNow(), { until: () => log.reads === before + 1 })
      const others = yield* Effect.fork(Effect.all([readBarrier, readBarrier, readBarrier], { concurrency: 3 }))
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      strictEqual(log.reads, before + 1)
      const change = notification(maria)
      yield* elsewhere(change)
      yield* Deferred.succeed(goOn, undefined)
      yield* Effect.all([first, others])
      deepStrictEqual([log.reads, heard], [before + 2, [change.id]])
    }).pipe(instance)
  )

  it.scoped("readBarrier fails when the log cannot be read, and reads it again at the next call", () =>
    Effect.gen(function* () {
      const { readBarrier, isInSync } = yield* Changes
      const { reading } = yield* Around
      yield* Ref.set(reading, new Unavailable())
      strictEqual((yield* Effect.flip(readBarrier))._tag, "Unavailable")
      strictEqual(isInSync(), false)
      yield* Ref.set(reading, Effect.void)
      yield* readBarrier
      strictEqual(isInSync(), true)
    }).pipe(instance)
  )

  it.scoped("isInSync is true from a read of the log on a connection until that connection is lost", () =>
    Effect.gen(function* () {
      const { readBarrier, isInSync } = yield* Changes
      const { log } = yield* Around
      const seen = [isInSync()]
      for (const current of [1, undefined, 2]) {
        log.current = current
        seen.push(isInSync())
        yield* readBarrier
        seen.push(isInSync())
      }
      deepStrictEqual(seen, [false, false, true, false, false, false, true])
    }).pipe(instance)
  )
})
