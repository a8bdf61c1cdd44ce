import { Context, Layer } from "effect"
import { makeWakeUp, type WakeUp } from "../WakeUp.ts"

/** Wakes the sender of alerts (`CaseAlertSender`) when a case opens or closes. The repositories store them with it. */
export class CaseAlerts extends Context.Tag("services/moderation/CaseAlerts")<CaseAlerts, WakeUp>() {
  static readonly layer = Layer.effect(CaseAlerts, makeWakeUp)
}
