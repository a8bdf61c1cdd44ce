import { Context, Effect, Layer } from "effect"
import { makeWakeUp } from "../WakeUp.ts"

/** The messages to webhooks that wait to be sent (`WebhookSender`). The fan-out stores them with its place. */
export class OutgoingWebhooks extends Context.Tag("services/webhooks/OutgoingWebhooks")<
  OutgoingWebhooks,
  {
    /** Wakes a loop of the sender in this process. */
    readonly wake: Effect.Effect<void>

    /** Returns when messages were stored in this process. */
    readonly awaitWake: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    OutgoingWebhooks,
    Effect.map(makeWakeUp, ({ awaitWake, wakeNow }) => ({ wake: wakeNow, awaitWake }))
  )
}
