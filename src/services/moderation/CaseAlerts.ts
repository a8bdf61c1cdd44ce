import { Context, type Effect, Layer } from "effect"
import { makeWakeUp } from "../WakeUp.ts"

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
  static readonly layer = Layer.effect(CaseAlerts, makeWakeUp)
}
