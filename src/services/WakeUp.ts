import { Effect, Queue } from "effect"
import { Transaction } from "../ports/Transaction.ts"

/**
 * A wake-up of a background task of this process; several before the task waits are one. Of several loops that wait, it
 * wakes one, which wakes the next where it has found work.
 */
export const makeWakeUp = Effect.gen(function* () {
  const { afterCommit } = yield* Transaction
  const woken = yield* Queue.sliding<void>(1)
  return {
    /** Wakes the task at once. */
    wakeNow: Effect.asVoid(Queue.offer(woken, undefined)),

    /** Wakes the task after the commit of this transaction. */
    wake: afterCommit(Effect.asVoid(Queue.offer(woken, undefined))),
    awaitWake: Queue.take(woken)
  }
})
