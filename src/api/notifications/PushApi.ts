import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { PushSubscriptionId } from "../../domain/Ids.ts"
import {
  maxPushSubscriptions,
  NewPushSubscription,
  PushState,
  PushSubscription,
  PushSubscriptionRemoved
} from "../../domain/notifications/Push.ts"
import { IgnoresIdempotencyKey, SessionsOnly, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { createdAt, Example } from "../document/Samples.ts"
import { decimal } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

const publicKey = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
const subscription = { id: 5, device: "phone", createdAt, lastSentAt: null }

/** Devices on which members are told of notifications by Web Push (contract, Alerts). */
export class PushApi extends HttpApiGroup.make("push")
  .add(
    HttpApiEndpoint.get("state", "/push")
      .addSuccess(PushState)
      .annotate(OpenApi.Summary, "List your devices")
      .annotate(
        OpenApi.Description,
        "The devices on which you are told of notifications, and the key with which a browser subscribes " +
          "(`applicationServerKey`). A device ends with the session that subscribed it."
      )
      .annotate(Example, { response: { publicKey, subscriptions: [subscription] } })
  )
  .add(
    HttpApiEndpoint.post("subscribe", "/push/subscriptions")
      .setPayload(body(NewPushSubscription))
      .addSuccess(PushSubscription, { status: 201 })
      .addSuccess(PushSubscription, { status: 200 })
      .addError(Schema.Union(Forbidden.wire, Conflict.wire))
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(SessionsOnly, "subscribeDevice")
      .annotate(OpenApi.Summary, "Be told on a device")
      .annotate(
        OpenApi.Description,
        "Takes what the browser's `PushSubscription` says, with a session token, not with an API key. A known `endpoint` is " +
          `200, and takes the new keys. At most ${maxPushSubscriptions} devices. Messages are declarative (\`web_push: 8030\`) and say kinds ` +
          "and numbers of new notifications alone, at most once a minute; moderators and admins are told of danger at once."
      )
      .annotate(Example, {
        request: {
          endpoint: "https://push.example/send/f2Xk81",
          keys: {
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            auth: "BTBZMqHH6r4Tts7J_aSIgg"
          },
          device: "phone"
        },
        response: subscription
      })
  )
  .add(
    HttpApiEndpoint.del("remove", "/push/subscriptions/:id")
      .setPath(Schema.Struct({ id: decimal(PushSubscriptionId) }))
      .addSuccess(PushSubscriptionRemoved)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .annotate(SessionsOnly, "subscribeDevice")
      .annotate(OpenApi.Summary, "Remove a device")
      .annotate(OpenApi.Description, "You are no longer told on it. With a session token, not with an API key.")
      .annotate(Example, { response: { deleted: true, id: 5 } })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(
    OpenApi.annotations({ title: "Push", description: "Devices on which you are told of notifications." })
  )
  .prefix("/api") {}
