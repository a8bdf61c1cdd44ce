import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { ContentRepo } from "../../../src/ports/ContentRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"

const set = (name: string) => Effect.flatMap(ContentRepo, (repo) => repo.setVersion(name, "1"))
const isSet = (name: string) =>
  Effect.map(
    Effect.flatMap(ContentRepo, (repo) => repo.lockVersion(name)),
    Option.isSome
  )

/** A transaction that has written and waits for its end. */
const openTransaction = Effect.gen(function* () {
  const { atomically } = yield* Transaction
  const end = yield* Deferred.make<void, "undone">()
  const begun = yield* Deferred.make<void>()
  const waiting = Effect.zipRight(
    set("inside"),
    Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))
  )
  const fiber = yield* Effect.fork(atomically(waiting))
  yield* Deferred.await(begun)
  return { end, fiber }
})

it.effect("Store.transact hides uncommitted writes from others", () =>
  Effect.gen(function* () {
    const { end, fiber } = yield* openTransaction
    expect(yield* isSet("inside")).toBe(false)
    yield* Deferred.succeed(end, undefined)
    yield* Fiber.join(fiber)
    expect(yield* isSet("inside")).toBe(true)
  }).pipe(Effect.provide(Memory.layer))
)

it.effect("Store.write outside of a transaction waits for the open one, and survives its rollback", () =>
  Effect.gen(function* () {
    const { end, fiber } = yield* openTransaction
    const beside = yield* Effect.fork(set("beside"))
    yield* Effect.yieldNow()
    expect(yield* isSet("beside")).toBe(false)
    yield* Deferred.fail(end, "undone")
    yield* Fiber.await(fiber)
    yield* Fiber.join(beside)
    expect(yield* isSet("inside")).toBe(false)
    expect(yield* isSet("beside")).toBe(true)
  }).pipe(Effect.provide(Memory.layer))
)

it.effect("Store.transact lets fibers of one transaction write into the same tables", () =>
  Effect.gen(function* () {
    const { atomically } = yield* Transaction
    const names = ["one", "two", "three"]
    yield* atomically(Effect.forEach(names, (name) => atomically(set(name)), { concurrency: "unbounded" }))
    expect(yield* Effect.forEach(names, isSet)).toEqual([true, true, true])
  }).pipe(Effect.provide(Memory.layer))
)

it.effect("Store.transact changes nothing after a defect, and releases its semaphore", () =>
  Effect.gen(function* () {
    const { atomically } = yield* Transaction
    yield* Effect.exit(atomically(Effect.zipRight(set("lost"), Effect.die("bug"))))
    yield* set("kept").pipe(Effect.timeout("1 minute"))
    expect([yield* isSet("lost"), yield* isSet("kept")]).toEqual([false, true])
  }).pipe(Effect.provide(Memory.layer))
)

it.effect("Store.layer is empty each time it is built", () =>
  Effect.gen(function* () {
    yield* Effect.provide(set("theirs"), Memory.layer)
    expect(yield* Effect.provide(isSet("theirs"), Memory.layer)).toBe(false)
  })
)
