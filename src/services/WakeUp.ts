import { Effect, Queue } from "effect"
import { Transaction } from "../ports/Transaction.ts"

/** A wake-up of a background task of this process; several before the task waits are one. */
export const makeWakeUp = Effect.gen(function* () {
  const { afterCommit } = yield* Transaction
  const woken = yield* Queue.sliding<void>(1)
  return {
    /** Wakes the task at once. */
    wakeNow: () => void Queue.unsafeOffer(woken, undefined),

    /** Wakes the task after the commit of this transaction. */
    wake: afterCommit(Effect.asVoid(Queue.offer(woken, undefined))),
    awaitWake: Queue.take(woken)
  }
})
