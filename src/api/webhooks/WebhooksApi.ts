import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Proof } from "../../domain/accounts/StepUp.ts"
import { WebhookId } from "../../domain/Ids.ts"
import {
  CreatedWebhook,
  maxWebhooks,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookRemoved
} from "../../domain/webhooks/Webhook.ts"
import { Addressed, IgnoresIdempotencyKey, OptionalBody, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { createdAt, Example } from "../document/Samples.ts"
import { decimal } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

const words = { url: "https://receiver.example/hook", events: ["report.danger", "post.created"] }
const fresh = { id: 2, ...words, enabled: true, createdAt, last: null, failingSince: null, switchedOffAt: null }
const tried = { ...fresh, last: { at: "2026-11-20T10:00:05.000Z", status: 204, fault: null } }

const freshOnly =
  "Needs a sign-in that is at most five minutes old, or your `password` or a `passkey` in the body; else 403."

export const WebhookPath = Schema.Struct({ id: decimal(WebhookId) })

/** Messages to other programs (contract, Alerts). */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("create", "/webhooks")
      .setPayload(body(NewWebhook))
      .addSuccess(CreatedWebhook, { status: 201 })
      .addError(Schema.Union(Forbidden.wire, Conflict.wire))
      .middleware(Addressed)
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Add a webhook")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. Each event is sent by POST as `{type, timestamp, data}` " +
          "with ids and kinds only, signed as Standard Webhooks has it (`webhook-id`, `webhook-timestamp`, " +
          "`webhook-signature`) by the `secret`, which only this response contains. Each 2xx within 5 seconds is a success. " +
          "A message is sent at least once, with the same id each time; one that fails is sent again with growing pauses, " +
          `and after three days of failures the webhook is switched off. There are at most ${maxWebhooks}. ${freshOnly}`
      )
      .annotate(Example, {
        request: words,
        response: { ...fresh, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDMdqbq3d6S9A=" }
      })
  )
  .add(
    HttpApiEndpoint.get("list", "/webhooks")
      .addSuccess(WebhookList)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "List the webhooks")
      .annotate(
        OpenApi.Description,
        "For admins: all webhooks without their secrets, and the outcome of the last try to send to each."
      )
      .annotate(Example, { response: { data: [tried] } })
  )
  .add(
    HttpApiEndpoint.patch("update", "/webhooks/:id")
      .setPath(WebhookPath)
      .setPayload(body(WebhookChange))
      .addSuccess(Webhook)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(Addressed)
      .annotate(OpenApi.Summary, "Change a webhook")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. Its secret stays. Switched off, it loses the messages that wait; switched on again, it is told of new events only. " +
          freshOnly
      )
      .annotate(Example, { request: { enabled: false }, response: { ...tried, enabled: false } })
  )
  .add(
    HttpApiEndpoint.del("remove", "/webhooks/:id")
      .setPath(WebhookPath)
      .setPayload(body(Proof))
      .addSuccess(WebhookRemoved)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(Addressed)
      .annotate(OptionalBody, true)
      .annotate(OpenApi.Summary, "Remove a webhook")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. The messages to it that wait are dropped. " + fresh
      )
      .annotate(Example, { request: { password: "correct horse battery staple" }, response: { deleted: true, id: 2 } })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Webhooks", description: "Messages to other programs." }))
  .prefix("/api") {}
