import { Array, Cause, Deferred, Duration, Effect, Either, Exit } from "effect"
import type { PlacedChange } from "../domain/Change.ts"
import { Unavailable } from "../domain/Unavailable.ts"
import { Blocked, type Written } from "../domain/Written.ts"
import { BlockedItems } from "./BlockedItems.ts"
import { Changes } from "./Changes.ts"
import { Closing } from "./Closing.ts"
import { yieldToEventLoop } from "./EventLoop.ts"
import { patience } from "./Patience.ts"

/** How many items are written at once, and how many wait for that; one more is `Unavailable`. */
const maxItems = 64
const maxWaiting = 4_096

/** How many items of a batch may be ones that were blocked before, so that new ones always find room. */
const maxTriedAgain = maxItems / 2

interface Waiting<Item, A, E> {
  readonly item: Item
  readonly answer: Deferred.Deferred<A, E | Unavailable>
  /** When it may wait no longer. */
  readonly until: number
}

const unavailable = Exit.fail(new Unavailable())

const answerAll = <Item, A, E>(items: Iterable<Waiting<Item, A, E>>, exit: Exit.Exit<never, Unavailable>) => {
  for (const { answer } of items) Deferred.unsafeDone(answer, exit)
}

/**
 * Writes items of one kind in batches. What arrives while a batch is being committed gathers, and goes as the next one: so
 * the busier it is the less each item costs, and what comes alone goes at once. An item is answered once it has been
 * committed and its changes told; a submitter who is interrupted takes nothing back. Where a batch cannot be written its
 * items are `Unavailable`; where it fails by a defect, which one item may be the cause of, they are tried one by one.
 *
 * A batch waits for no lock. An item that is `Blocked` is tried again with later ones until it has waited for 10 seconds or
 * the server stops; then it is `Unavailable`. Meanwhile it holds no connection, and the others are written without it.
 *
 * It is outside of every transaction. (`RequestResolver.dataLoader` waits its window even where nobody else comes, has no
 * limit, and writes batches side by side that then wait for the same locks.)
 */
export const batching = Effect.fnUntraced(function* <Item, A, E>(
  writeAll: (items: ReadonlyArray<Item>) => Effect.Effect<Written<A, E>, Unavailable>
) {
  const changes = yield* Changes
  const closing = yield* Closing
  const clock = yield* Effect.clock
  const arrived = yield* Effect.makeLatch(false)
  const incoming: Array<Waiting<Item, A, E>> = []
  const blocked = new BlockedItems<Waiting<Item, A, E>>()
  /** Nobody can be waited for any more, as the server stops; and nothing is written any more. */
  let isClosing = false
  let isClosed = false

  const setAside = (waiting: Waiting<Item, A, E>, by: string | undefined) => {
    const now = clock.unsafeCurrentTimeMillis()
    if (isClosing || waiting.until <= now) answerAll([waiting], unavailable)
    else blocked.add(by, waiting, now)
  }

  const answerEach = (items: ReadonlyArray<Waiting<Item, A, E>>, results: Written<A, E>["results"]) => {
    for (const [index, waiting] of items.entries()) {
      const result = results[index]
      if (result === undefined) {
        Deferred.unsafeDone(waiting.answer, Exit.die(new Error("a batch has no result for one of its items")))
      } else if (Either.isRight(result)) Deferred.unsafeDone(waiting.answer, Exit.succeed(result.right))
      else if (result.left instanceof Blocked) setAside(waiting, result.left.by)
      else Deferred.unsafeDone(waiting.answer, Exit.fail(result.left))
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

  /** Something has arrived, or a blocked item is due. */
  const awaited = Effect.suspend(() => {
    if (incoming.length > 0) return Effect.void
    arrived.unsafeClose()
    const next = blocked.nextAt()
    return next === undefined
      ? arrived.await
      : Effect.asVoid(Effect.timeoutOption(arrived.await, Math.max(0, next - clock.unsafeCurrentTimeMillis())))
  })

  const batch = Effect.suspend(() => {
    const now = clock.unsafeCurrentTimeMillis()
    answerAll(blocked.takeExpired(now), unavailable)
    const due = blocked.takeDue(now, maxTriedAgain)
    const [together, alone] = Array.partition(due, ({ by }) => by === undefined)
    const items = together.map(({ item }) => item).concat(incoming.splice(0, maxItems - together.length))
    return Effect.zipRight(
      items.length === 0 ? Effect.void : write(items),
      Effect.forEach(alone, ({ item }) => write([item]), { discard: true })
    )
  })

  // Items that arrive in the same turn of the event loop are written together. Once an item has been taken its batch is
  // written, also while the program ends.
  const next = Effect.uninterruptibleMask((restore) =>
    Effect.zipRight(restore(awaited), Effect.zipRight(yieldToEventLoop, batch))
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isClosed = true
      answerAll(incoming.splice(0), unavailable)
      answerAll(blocked.takeAll(), unavailable)
    })
  )
  yield* Effect.forkScoped(Effect.forever(next))
  yield* Effect.forkScoped(
    Effect.map(Deferred.await(closing), () => {
      isClosing = true
      answerAll(blocked.takeAll(), unavailable)
    })
  )

  return (item: Item): Effect.Effect<A, E | Unavailable> =>
    Effect.flatMap(Deferred.make<A, E | Unavailable>(), (answer) => {
      if (isClosed || incoming.length + blocked.size >= maxWaiting) return new Unavailable()
      incoming.push({ item, answer, until: clock.unsafeCurrentTimeMillis() + Duration.toMillis(patience) })
      arrived.unsafeOpen()
      return Deferred.await(answer)
    })
})
