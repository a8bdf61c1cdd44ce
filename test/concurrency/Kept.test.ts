import { it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, TestClock } from "effect"
import { makeKept } from "../../src/concurrency/Kept.ts"

/** A kept value, which is the number of times that it was read; `during` runs within each read. */
const counted = () => {
  const hooks = { during: Effect.void }
  let reads = 0
  const read = Effect.zipRight(
    Effect.suspend(() => hooks.during),
    Effect.sync(() => ++reads)
  )
  return { hooks, ...makeKept(read, 1_000) }
}

it.effect("makeKept reads the value again when it is older than its time", () =>
  Effect.gen(function* () {
    const { value } = counted()
    deepStrictEqual([yield* value, yield* value], [1, 1])
    yield* TestClock.adjust("999 millis")
    deepStrictEqual(yield* value, 1)
    yield* TestClock.adjust("1 millis")
    deepStrictEqual(yield* value, 2)
  })
)

it.effect("makeKept reads the value again after a change, and at each `fresh`", () =>
  Effect.gen(function* () {
    const { forget, fresh, value } = counted()
    deepStrictEqual(yield* value, 1)
    forget()
    deepStrictEqual([yield* value, yield* fresh, yield* value], [2, 3, 3])
  })
)

it.effect("makeKept does not keep a value during whose read a change came", () =>
  Effect.gen(function* () {
    const { forget, hooks, value } = counted()
    hooks.during = Effect.sync(forget)
    deepStrictEqual(yield* value, 1)
    hooks.during = Effect.void
    deepStrictEqual([yield* value, yield* value], [2, 2])
  })
)

it.effect("makeKept keeps the value that a change sets, also one set during a read", () =>
  Effect.gen(function* () {
    const { fresh, hooks, set, value } = counted()
    yield* set(7)
    deepStrictEqual(yield* value, 7)
    hooks.during = set(8)
    deepStrictEqual([yield* fresh, yield* value], [1, 8])
    yield* TestClock.adjust("1 second")
    hooks.during = Effect.void
    deepStrictEqual(yield* value, 2)
  })
)
