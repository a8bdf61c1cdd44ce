import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Deferred, Effect, Either, Exit, Fiber, Scope, TestClock } from "effect"
import { writeBatcher } from "../../src/concurrency/WriteBatcher.ts"
import { type BatchResult, Blocked } from "../../src/domain/BatchResult.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import { settled } from "../support/Waiting.ts"

/** Writes names, and notes each batch. A name that begins with one of `locks` is blocked by it; "?" is an unknown lock. */
const writer = Effect.gen(function* () {
  const batches: Array<ReadonlyArray<string>> = []
  const locks = new Set<string>()
  const write = (items: ReadonlyArray<string>) =>
    Effect.sync((): BatchResult<string, never> => {
      batches.push(items)
      const isUnknown = items.some((item) => item.startsWith("?") && locks.has("?"))
      return {
        results: items.map((item) => {
          const by = item.slice(0, 1)
          if (isUnknown) return Either.left(new Blocked({ by: undefined }))
          return locks.has(by) ? Either.left(new Blocked({ by })) : Either.right(item)
        }),
        changes: []
      }
    })
  const stopping = yield* Deferred.make<void>()
  const submit = yield* writeBatcher({
    name: "items",
    writeAll: write,
    afterCommit: () => Effect.void,
    shutdown: Deferred.await(stopping)
  })
  return { batches, locks, submit, stop: Deferred.succeed(stopping, undefined) }
})

/** Lets time pass step by step, so that work that is due in between is done in between. */
const passed = (millis: number, step = 10) =>
  Effect.repeatN(Effect.zipRight(TestClock.adjust(step), settled), Math.ceil(millis / step) - 1)

const done = <A, E>(fiber: Fiber.Fiber<A, E>) => Effect.map(Fiber.poll(fiber), (exit) => exit._tag === "Some")

describe("writeBatcher", () => {
  it.scoped("does not delay the other items of a batch, nor later ones, by a blocked item", () =>
    Effect.gen(function* () {
      const { locks, submit } = yield* writer
      locks.add("a")
      const blocked = yield* Effect.fork(submit("a1"))
      deepStrictEqual(yield* Effect.all([submit("b1"), submit("c1")], { concurrency: 2 }), ["b1", "c1"])
      yield* passed(1_000)
      strictEqual(yield* submit("b2"), "b2")
      strictEqual(yield* done(blocked), false)
    })
  )

  it.scoped("writes a blocked item soon after its lock is free, with all that waited for the same lock", () =>
    Effect.gen(function* () {
      const { locks, submit } = yield* writer
      locks.add("a")
      const blocked = yield* Effect.fork(Effect.forEach(["a1", "a2", "a3"], submit, { concurrency: "unbounded" }))
      yield* passed(2_000)
      locks.clear()
      yield* passed(110)
      deepStrictEqual(yield* Fiber.join(blocked), ["a1", "a2", "a3"])
    })
  )

  it.scoped("fails only the blocked item with Unavailable after 10 seconds", () =>
    Effect.gen(function* () {
      const { locks, submit } = yield* writer
      locks.add("a")
      const blocked = yield* Effect.fork(Effect.flip(submit("a1")))
      yield* passed(9_900, 100)
      strictEqual(yield* done(blocked), false)
      yield* passed(300)
      deepStrictEqual(yield* Fiber.join(blocked), new Unavailable())
      strictEqual(yield* submit("b1"), "b1")
    })
  )

  it.scoped("tries one of the items that wait for the same lock every 100 ms", () =>
    Effect.gen(function* () {
      const { batches, locks, submit } = yield* writer
      locks.add("a")
      const names = Array.makeBy(500, (nth) => `a${nth}`)
      yield* Effect.fork(Effect.forEach(names, (name) => Effect.either(submit(name)), { concurrency: "unbounded" }))
      yield* passed(1_000)
      batches.length = 0
      yield* passed(1_000)
      strictEqual(
        batches.every(({ length }) => length === 1),
        true
      )
      strictEqual(batches.length >= 8 && batches.length <= 11, true, `${batches.length} tries`)
    })
  )

  it.scoped("tries an item whose lock is unknown by itself, and writes the others", () =>
    Effect.gen(function* () {
      const { batches, locks, submit } = yield* writer
      locks.add("?")
      const blocked = yield* Effect.fork(submit("?1"))
      const others = yield* Effect.fork(Effect.forEach(["b1", "b2"], submit, { concurrency: 2 }))
      yield* passed(200)
      deepStrictEqual(yield* Fiber.join(others), ["b1", "b2"])
      batches.length = 0
      yield* passed(500)
      deepStrictEqual(Array.dedupe(batches.flat()), ["?1"])
      locks.clear()
      yield* passed(200)
      strictEqual(yield* Fiber.join(blocked), "?1")
    })
  )

  it.scoped(
    "fails blocked items with Unavailable when the server begins to stop, and those that are blocked later",
    () =>
      Effect.gen(function* () {
        const { locks, stop, submit } = yield* writer
        locks.add("a")
        const blocked = yield* Effect.fork(Effect.flip(submit("a1")))
        yield* passed(100)
        yield* stop
        yield* settled
        deepStrictEqual(yield* Fiber.join(blocked), new Unavailable())
        deepStrictEqual(yield* Effect.flip(submit("a2")), new Unavailable())
        strictEqual(yield* submit("b1"), "b1")
      })
  )

  it.scoped("fails blocked items with Unavailable when its scope ends", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { locks, submit } = yield* Scope.extend(writer, scope)
      locks.add("a")
      const blocked = yield* Effect.fork(Effect.flip(submit("a1")))
      yield* passed(100)
      yield* Scope.close(scope, Exit.void)
      deepStrictEqual(yield* Fiber.join(blocked), new Unavailable())
    })
  )
})
