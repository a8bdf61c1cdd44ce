import { Context, Effect, Layer, Queue } from "effect"
import { Transaction } from "../../ports/Transaction.ts"

/** The alerts of cases that wait to be sent (`CaseAlertSender`). The repositories store them with their cases. */
export class CaseAlerts extends Context.Tag("services/moderation/CaseAlerts")<
  CaseAlerts,
  {
    /** Looks for alerts after the commit of this transaction, which has opened or closed a case. */
    readonly wake: Effect.Effect<void>

    /** Returns when a case was opened or closed in this process. */
    readonly awaitWake: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    CaseAlerts,
    Effect.gen(function* () {
      const { afterCommit } = yield* Transaction
      const woken = yield* Queue.sliding<void>(1)
      return { wake: afterCommit(Effect.asVoid(Queue.offer(woken, undefined))), awaitWake: Queue.take(woken) }
    })
  )
}
