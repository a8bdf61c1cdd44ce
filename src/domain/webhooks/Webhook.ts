import { Schema } from "effect"
import { proofFields } from "../accounts/StepUp.ts"
import { named, oneOf, openTo, optional, removed } from "../Fields.ts"
import { WebhookId } from "../Ids.ts"
import { rule } from "../Issues.ts"
import { WebUrl } from "../WebUrl.ts"

/** The events that webhooks receive (contract, Alerts). */
export const WebhookEvent = oneOf(
  "report.opened",
  "report.danger",
  "appeal.opened",
  "member.joined",
  "post.created",
  "post.removed",
  "news.created"
)
export type WebhookEvent = typeof WebhookEvent.Type

/** The maximum number of webhooks. */
export const maxWebhooks = 10

const Url = WebUrl.annotations({
  description: "Where messages are sent: https, at a public address.",
  examples: ["https://receiver.example/hook"]
})

const Events = Schema.Array(WebhookEvent).pipe(
  Schema.minItems(1, rule({ _tag: "Choice", message: `must name an event: ${WebhookEvent.literals.join(", ")}` })),
  Schema.annotations({ description: "The events that it is told of." })
)

export const NewWebhook = Schema.Struct({ url: Url, events: Events, ...proofFields }).annotations(
  named("NewWebhook", "A webhook: where it is, and what it is told of.")
)
export type NewWebhook = typeof NewWebhook.Type

export const WebhookChange = Schema.Struct({
  url: optional(Url),
  events: optional(Events),
  enabled: optional(
    Schema.Boolean.annotations({ description: "One that is switched on again is told of new events only." })
  ),
  ...proofFields
}).annotations(named("WebhookChange", "A change of a webhook: what is absent stays as it is."))
export type WebhookChange = typeof WebhookChange.Type

/**
 * Why a message met no answer: the address was not found, is not public or did not connect, no answer came in time, or
 * it was a redirect, which is not followed.
 */
export const WebhookFault = oneOf("connection", "name", "private", "redirect", "time")
export type WebhookFault = typeof WebhookFault.Type

/** The outcome of a try to send a message. */
export const WebhookOutcome = Schema.Struct({
  at: Schema.DateTimeUtc,
  status: Schema.OptionFromNullOr(Schema.Int).annotations({
    description: "The status of its answer; each 2xx is a success. Null where none came."
  }),
  fault: Schema.OptionFromNullOr(openTo(WebhookFault)).annotations({ description: "Why no answer came." })
}).annotations(named("WebhookOutcome", "What became of the last try to send a message."))
export type WebhookOutcome = typeof WebhookOutcome.Type

export const isDelivered = ({ status }: Pick<WebhookOutcome, "status">): boolean =>
  status._tag === "Some" && status.value >= 200 && status.value < 300

export const Webhook = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(openTo(WebhookEvent)),
  enabled: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  last: Schema.OptionFromNullOr(WebhookOutcome).annotations({ description: "Null until the first try." }),
  failingSince: Schema.OptionFromNullOr(Schema.DateTimeUtc).annotations({
    description: "The first of its failures in a row; null where the last message arrived."
  }),
  switchedOffAt: Schema.OptionFromNullOr(Schema.DateTimeUtc).annotations({
    description: "When this server switched it off; null where it did not."
  })
}).annotations(named("Webhook", "A webhook without its secret, and how sending to it goes."))
export type Webhook = typeof Webhook.Type

export const CreatedWebhook = Schema.Struct({
  ...Webhook.fields,
  secret: Schema.Redacted(Schema.String).annotations({
    description: "The key that its messages are signed with, as Standard Webhooks has it. It is shown only here."
  })
}).annotations(named("CreatedWebhook", "A webhook with its secret."))
export type CreatedWebhook = typeof CreatedWebhook.Type

export const WebhookList = Schema.Struct({ data: Schema.Array(Webhook) }).annotations({ identifier: "WebhookList" })

export const WebhookRemoved = removed("WebhookRemoved", WebhookId)

export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { id: WebhookId }) {
  override readonly message = `there is no webhook ${this.id}: list them (/api/webhooks)`
}

export class TooManyWebhooks extends Schema.TaggedError<TooManyWebhooks>()("TooManyWebhooks", {}) {
  override readonly message = `there are ${maxWebhooks} webhooks, and more are not possible: remove one first`
}

const refusals = {
  https: "url must be https: messages are not sent in the clear",
  private: "url must be at a public address: this one is in a private network or of a machine itself"
} as const

/** A URL that messages may not be sent to. */
export class WebhookUrlRefused extends Schema.TaggedError<WebhookUrlRefused>()("WebhookUrlRefused", {
  field: Schema.Literal("url"),
  reason: Schema.Literal("https", "private")
}) {
  override readonly message = refusals[this.reason]
}
