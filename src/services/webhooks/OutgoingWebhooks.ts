import { Context, Layer } from "effect"
import { makeWakeUp, type WakeUp } from "../WakeUp.ts"

/** Wakes the sender of the messages to webhooks (`WebhookSender`). The fan-out stores them with its place. */
export class OutgoingWebhooks extends Context.Tag("services/webhooks/OutgoingWebhooks")<OutgoingWebhooks, WakeUp>() {
  static readonly layer = Layer.effect(OutgoingWebhooks, makeWakeUp)
}
