import { Effect, Queue } from "effect"
import { Transaction } from "../ports/Transaction.ts"

/**
 * A wake-up of a background task of this process; several before the task waits are one. Of several loops that wait, it
 * wakes one, which wakes the next where it has found work.
 */
export interface WakeUp {
  /** Wakes the task at once. */
  readonly wakeNow: Effect.Effect<void>

  /** Wakes the task after the commit of this transaction. */
  readonly wake: Effect.Effect<void>

  /** Returns when the task was woken. */
  readonly awaitWake: Effect.Effect<void>
}

export const makeWakeUp: Effect.Effect<WakeUp, never, Transaction> = Effect.gen(function* () {
  const { afterCommit } = yield* Transaction
  const woken = yield* Queue.sliding<void>(1)
  const wakeNow = Effect.asVoid(Queue.offer(woken, undefined))
  return { wakeNow, wake: afterCommit(wakeNow), awaitWake: Queue.take(woken) }
})
