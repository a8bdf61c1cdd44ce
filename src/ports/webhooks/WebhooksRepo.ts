import { Context, type DateTime, type Option, type Redacted } from "effect"
import type { Proof } from "../../domain/accounts/StepUp.ts"
import type { WebhookId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import type {
  NewWebhook,
  TooManyWebhooks,
  Webhook,
  WebhookChange,
  WebhookOutcome
} from "../../domain/webhooks/Webhook.ts"

export interface WebhookToAdd extends Omit<NewWebhook, keyof Proof> {
  readonly secret: Redacted.Redacted
  readonly createdAt: DateTime.Utc
}

/** A message that the caller sends, and its webhook, to which nobody else sends until `until`. */
export interface ClaimedMessage {
  readonly webhookId: WebhookId
  readonly url: string
  readonly secret: Redacted.Redacted
  /** The failed tries in a row, and when the first was. */
  readonly failures: number
  readonly failingSince: Option.Option<DateTime.Utc>
  readonly until: DateTime.Utc
  readonly id: number
  /** The same at each try. */
  readonly messageId: string
  readonly type: string
  readonly data: unknown
  /** When the event happened. */
  readonly createdAt: DateTime.Utc
}

/** The outcome of a try to send, with the failures of the webhook so far. */
export interface SettledMessage extends WebhookOutcome {
  readonly failures: number
  readonly failingSince: Option.Option<DateTime.Utc>
  /** When the next try may be. */
  readonly dueAt: DateTime.Utc
  /** True for a message that arrived, which is deleted. */
  readonly isDelivered: boolean
  /** True where the webhook is switched off, and the messages to it are deleted. */
  readonly isOver: boolean
}

/**
 * The store of webhooks, and of the messages to them, which the fan-out adds (`FanOutRepo`). They belong to the
 * community, so they stay when the admin leaves who made them.
 */
export class WebhooksRepo extends Context.Tag("ports/webhooks/WebhooksRepo")<
  WebhooksRepo,
  {
    /** Stores a webhook, as a part of a transaction: of calls at once, no more than `maxWebhooks` succeed. */
    readonly add: (webhook: WebhookToAdd) => StorageEffect<Webhook, TooManyWebhooks>

    /** All webhooks, the oldest first. */
    readonly all: StorageEffect<ReadonlyArray<Webhook>>

    /**
     * Changes a webhook; none if there is none. One that is switched on or off loses the messages that wait, and one
     * that is switched on or gets another URL is tried at once.
     */
    readonly update: (
      id: WebhookId,
      change: Omit<WebhookChange, keyof Proof>,
      now: DateTime.Utc
    ) => StorageEffect<Option.Option<Webhook>>

    /** Deletes a webhook with its messages, and gives it; none where there is none. */
    readonly remove: (id: WebhookId) => StorageEffect<Option.Option<Webhook>>

    /**
     * Claims the webhook that has been due the longest, with the oldest message to it. Until `until` nobody is given a
     * message to this webhook.
     */
    readonly claim: (now: DateTime.Utc, until: DateTime.Utc) => StorageEffect<Option.Option<ClaimedMessage>>

    /** Stores the outcome of a try; false where the webhook was changed or deleted meanwhile, and nothing is stored. */
    readonly settle: (claimed: ClaimedMessage, settled: SettledMessage) => StorageEffect<boolean>

    /** The time when the next message is due, or the claim of its webhook ends. */
    readonly nextDue: StorageEffect<Option.Option<DateTime.Utc>>
  }
>() {}
