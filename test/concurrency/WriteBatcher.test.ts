import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Cause, Deferred, Effect, Either, Exit, Fiber, Scope } from "effect"
import { yieldToEventLoop } from "../../src/concurrency/BatchQueue.ts"
import { type WriteBatcherOptions, writeBatcher } from "../../src/concurrency/WriteBatcher.ts"
import type { BatchResult } from "../../src/domain/BatchResult.ts"
import { type SequencedChange, storedChange } from "../../src/domain/Change.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import { settled } from "../support/Waiting.ts"

/** A batcher without changes to publish, in a server that does not stop, and without spans, which mark the errors in them. */
const batcher = <A, E>(writeAll: WriteBatcherOptions<number, A, E>["writeAll"]) =>
  Effect.withTracerEnabled(
    writeBatcher({ name: "numbers", writeAll, afterCommit: () => Effect.void, shutdown: Effect.never }),
    false
  )

/** Writes numbers, each as its double; refuses the odd ones. Each batch waits for the gate. */
const writer = Effect.gen(function* () {
  const batches: Array<ReadonlyArray<number>> = []
  const gate = { open: yield* Deferred.make<void>() }
  const answer: { with: (items: ReadonlyArray<number>) => Effect.Effect<void, Unavailable> } = {
    with: () => Effect.void
  }
  const write = (items: ReadonlyArray<number>): Effect.Effect<BatchResult<number, string>, Unavailable> =>
    Effect.gen(function* () {
      batches.push(items)
      yield* Deferred.await(gate.open)
      yield* answer.with(items)
      return {
        results: items.map((item) => (item % 2 === 0 ? Either.right(item * 2) : Either.left(`no ${item}`))),
        changes: []
      }
    })
  return { batches, answer, write, open: Deferred.succeed(gate.open, undefined) }
})

describe("writeBatcher", () => {
  it.scoped("writes concurrent items in one batch, and gives each its own result", () =>
    Effect.gen(function* () {
      const { batches, open, write } = yield* writer
      const submit = yield* batcher(write)
      yield* open
      const results = yield* Effect.forEach([2, 3, 4], (item) => Effect.either(submit(item)), {
        concurrency: "unbounded"
      })
      deepStrictEqual(results, [Either.right(4), Either.left("no 3"), Either.right(8)])
      deepStrictEqual(batches, [[2, 3, 4]])
    })
  )

  it.scoped("writes items that arrive during a batch in the next one, 64 at most", () =>
    Effect.gen(function* () {
      const { batches, open, write } = yield* writer
      const submit = yield* batcher(write)
      const first = yield* Effect.fork(submit(0))
      yield* settled
      const rest = yield* Effect.fork(
        Effect.forEach(
          Array.makeBy(100, (index) => 2 * index),
          submit,
          { concurrency: "unbounded" }
        )
      )
      yield* settled
      deepStrictEqual(batches, [[0]])
      yield* open
      yield* Fiber.join(first)
      strictEqual((yield* Fiber.join(rest)).length, 100)
      deepStrictEqual(
        batches.map(({ length }) => length),
        [1, 64, 36]
      )
    })
  )

  it.scoped("waits after a batch of several items for the next ones of their submitters", () =>
    Effect.gen(function* () {
      const { batches, open, write } = yield* writer
      const submit = yield* batcher(write)
      yield* open
      const submitTwice = (item: number, pause: Effect.Effect<void>) =>
        Effect.zipRight(Effect.zipRight(submit(item), pause), submit(item + 2))
      yield* Effect.all(
        [submitTwice(2, Effect.void), submitTwice(4, Effect.zipRight(yieldToEventLoop, yieldToEventLoop))],
        { concurrency: "unbounded" }
      )
      deepStrictEqual(batches, [
        [2, 4],
        [4, 6]
      ])
    })
  )

  it.scoped("fails each item of an unavailable batch with Unavailable, and writes the next batch", () =>
    Effect.gen(function* () {
      const { answer, batches, open, write } = yield* writer
      const submit = yield* batcher(write)
      yield* open
      answer.with = () => new Unavailable()
      const failed = yield* Effect.forEach([2, 4], (item) => Effect.flip(submit(item)), { concurrency: "unbounded" })
      deepStrictEqual(failed, [new Unavailable(), new Unavailable()])
      answer.with = () => Effect.void
      strictEqual(yield* submit(6), 12)
      deepStrictEqual(batches, [[2, 4], [6]])
    })
  )

  it.scoped("fails only the item that causes the defect of a batch", () =>
    Effect.gen(function* () {
      const { answer, open, write } = yield* writer
      const submit = yield* batcher(write)
      yield* open
      const bug = new Error("bug")
      answer.with = (items) => (items.includes(4) ? Effect.die(bug) : Effect.void)
      const exits = yield* Effect.forEach([2, 4, 6], (item) => Effect.exit(submit(item)), {
        concurrency: "unbounded"
      })
      deepStrictEqual(exits, [Exit.succeed(4), Exit.failCause(Cause.die(bug)), Exit.succeed(12)])
    })
  )

  it.scoped("writes the item of an interrupted submitter", () =>
    Effect.gen(function* () {
      const { batches, open, write } = yield* writer
      const submit = yield* batcher(write)
      const gone = yield* Effect.fork(submit(2))
      const staying = yield* Effect.fork(submit(4))
      yield* settled
      yield* Fiber.interrupt(gone)
      yield* open
      strictEqual(yield* Fiber.join(staying), 8)
      deepStrictEqual(batches, [[2, 4]])
    })
  )

  it.scoped(
    "finishes the batch that is being written when its scope ends, and fails queued items with Unavailable",
    () =>
      Effect.gen(function* () {
        const { batches, open, write } = yield* writer
        const scope = yield* Scope.make()
        const submit = yield* Scope.extend(batcher(write), scope)
        const sent = yield* Effect.fork(submit(2))
        yield* settled
        const waiting = yield* Effect.fork(Effect.flip(submit(4)))
        yield* settled
        const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
        yield* settled
        yield* open
        yield* Fiber.join(closing)
        strictEqual(yield* Fiber.join(sent), 4)
        deepStrictEqual(yield* Fiber.join(waiting), new Unavailable())
        deepStrictEqual(yield* Effect.flip(submit(6)), new Unavailable())
        deepStrictEqual(batches, [[2]])
      })
  )

  it.scoped("fails an item beyond its bound with Unavailable at once", () =>
    Effect.gen(function* () {
      const { open, write } = yield* writer
      const submit = yield* batcher(write)
      const first = yield* Effect.fork(submit(0))
      yield* settled
      const many = yield* Effect.fork(
        Effect.forEach(
          Array.makeBy(5_000, () => 2),
          (item) => Effect.either(submit(item)),
          {
            concurrency: "unbounded"
          }
        )
      )
      yield* settled
      yield* open
      yield* Fiber.join(first)
      const refused = (yield* Fiber.join(many)).filter(Either.isLeft)
      strictEqual(refused.length, 5_000 - 4_096)
    })
  )

  it.scoped("publishes the changes of a batch before it answers the items", () =>
    Effect.gen(function* () {
      const published: Array<number> = []
      const change: SequencedChange = { sequence: 1, ...storedChange("post", 7, null) }
      const submit = yield* writeBatcher({
        name: "items",
        writeAll: (items: ReadonlyArray<number>) =>
          Effect.succeed({ results: items.map((item) => Either.right(item)), changes: [change] }),
        afterCommit: (changes) => Effect.sync(() => void published.push(...changes.map(({ id }) => id))),
        shutdown: Effect.never
      })
      yield* submit(1)
      deepStrictEqual(published, [7])
    })
  )
})
