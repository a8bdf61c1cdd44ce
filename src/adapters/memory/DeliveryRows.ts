import type { DateTime, Option, Redacted } from "effect"
import type { PushSubscriptionId } from "../../domain/Ids.ts"
import type { PushAlert } from "../../domain/notifications/Push.ts"
import type { Webhook } from "../../domain/webhooks/Webhook.ts"
import type { DeliveryChannel } from "../../ports/FailedDeliveriesRepo.ts"
import type { ClaimedMail } from "../../ports/mail/MailRepo.ts"
import type { SubscriptionToAdd } from "../../ports/notifications/PushRepo.ts"
import type { ClaimedMessage } from "../../ports/webhooks/WebhooksRepo.ts"

// The rows of what the server sends: mail, messages to devices and to webhooks.

/** A device, and what is to be sent to it (`PushRepo`). */
export interface PushSubscriptionRow extends SubscriptionToAdd {
  readonly id: PushSubscriptionId
  readonly lastSentAt: Option.Option<DateTime.Utc>
  /** The newest notification that a message has counted, and the time of that message. */
  readonly toldUntil: number
  readonly toldAt: Option.Option<DateTime.Utc>
  /** Alerts that wait to be sent. */
  readonly dangers: Readonly<Record<PushAlert, number>>
  readonly dueAt: DateTime.Utc
  readonly tries: number
  readonly failingSince: Option.Option<DateTime.Utc>
}

export interface MailRow extends ClaimedMail {
  readonly dueAt: DateTime.Utc
}

/** A webhook with its secret; `dueAt` is the end of a claim or a pause. */
export interface WebhookRow extends Webhook {
  readonly secret: Redacted.Redacted
  readonly dueAt: DateTime.Utc
  readonly failures: number
}

export interface OutgoingWebhookRow
  extends Pick<ClaimedMessage, "id" | "webhookId" | "messageId" | "type" | "data" | "createdAt"> {}

export interface MailTurnsRow {
  readonly times: ReadonlyArray<DateTime.Utc>
  readonly endsAt: DateTime.Utc
}

/** A delivery that was given up. */
export interface FailedDeliveryRow {
  readonly channel: DeliveryChannel
  readonly at: DateTime.Utc
}
