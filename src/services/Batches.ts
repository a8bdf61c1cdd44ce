import { Cause, Deferred, Effect, Exit, Queue } from "effect"
import type { PlacedChange } from "../domain/Change.ts"
import { Unavailable } from "../domain/Unavailable.ts"
import type { Written } from "../domain/Written.ts"
import { Changes } from "./Changes.ts"

/** How many items are written at once, and how many wait for that; one more is `Unavailable`. */
const maxItems = 64
const maxWaiting = 4_096

interface Waiting<Item, A, E> {
  readonly item: Item
  readonly answer: Deferred.Deferred<A, E | Unavailable>
}

/** The end of this turn of the event loop, by which what came in together has come. */
const turn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/**
 * Writes items of one kind in batches. What arrives while a batch is being committed gathers, and goes as the next one: so
 * the busier it is the less each item costs, and what comes alone goes at once. An item is answered once it has been
 * committed and its changes told; a submitter who is interrupted takes nothing back. Where a batch cannot be written its
 * items are `Unavailable`; where it fails by a defect, which one item may be the cause of, they are tried one by one.
 *
 * It is outside of every transaction. (`RequestResolver.dataLoader` waits its window even where nobody else comes, has no
 * limit, and writes batches side by side that then wait for the same locks.)
 */
export const batching = Effect.fnUntraced(function* <Item, A, E>(
  writeAll: (items: ReadonlyArray<Item>) => Effect.Effect<Written<A, E>, Unavailable>
) {
  const changes = yield* Changes
  const waiting = yield* Queue.dropping<Waiting<Item, A, E>>(maxWaiting)

  const answerAll = (items: Iterable<Waiting<Item, A, E>>, exit: Exit.Exit<never, Unavailable>) => {
    for (const { answer } of items) Deferred.unsafeDone(answer, exit)
  }

  const answerEach = (items: ReadonlyArray<Waiting<Item, A, E>>, results: Written<A, E>["results"]) => {
    for (const [index, { answer }] of items.entries()) {
      Deferred.unsafeDone(answer, results[index] ?? Exit.die(new Error("a batch has no result for one of its items")))
    }
  }

  const tell = (placed: ReadonlyArray<PlacedChange>) =>
    Effect.catchAllDefect(changes.tell(placed), (cause) => Effect.logError("changes could not be told", cause))

  const write = (items: ReadonlyArray<Waiting<Item, A, E>>): Effect.Effect<void> =>
    Effect.matchCauseEffect(writeAll(items.map(({ item }) => item)), {
      onSuccess: (written) => Effect.map(tell(written.changes), () => answerEach(items, written.results)),
      onFailure: (cause) =>
        Cause.isFailure(cause) || items.length === 1
          ? Effect.sync(() => answerAll(items, Exit.failCause(cause)))
          : Effect.forEach(items, (item) => write([item]), { discard: true })
    })

  // Once an item has been taken its batch is written, also while the program ends.
  const next = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const first = yield* restore(Queue.take(waiting))
      yield* turn
      yield* write([first, ...(yield* Queue.takeUpTo(waiting, maxItems - 1))])
    })
  )
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(Queue.takeAll(waiting), (left) => {
      answerAll(left, Exit.fail(new Unavailable()))
      return Queue.shutdown(waiting)
    })
  )
  yield* Effect.forkScoped(Effect.forever(next))

  return (item: Item): Effect.Effect<A, E | Unavailable> =>
    Effect.flatMap(Deferred.make<A, E | Unavailable>(), (answer) =>
      waiting.unsafeOffer({ item, answer }) ? Deferred.await(answer) : new Unavailable()
    )
})
