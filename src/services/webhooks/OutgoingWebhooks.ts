import { Context, Effect, Layer } from "effect"

/** The messages to webhooks that wait to be sent (`WebhookSender`). The fan-out stores them with its place. */
export class OutgoingWebhooks extends Context.Tag("services/webhooks/OutgoingWebhooks")<
  OutgoingWebhooks,
  {
    /** Wakes all loops of the sender in this process: messages were stored. */
    readonly wake: Effect.Effect<void>

    /** Returns when messages were stored in this process since `sleep`. */
    readonly awaitWake: Effect.Effect<void>

    /** Forgets earlier wake-ups, before the messages are looked for. */
    readonly sleep: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    OutgoingWebhooks,
    Effect.map(Effect.makeLatch(false), (latch) => ({
      wake: Effect.asVoid(latch.open),
      awaitWake: latch.await,
      sleep: Effect.asVoid(latch.close)
    }))
  )
}
