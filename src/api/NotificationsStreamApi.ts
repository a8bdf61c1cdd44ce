import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { NeedsScope, QueryCredentials, SignedIn } from "./Access.ts"
import { optional } from "./Query.ts"

/** The caller's notifications as they happen (spec, Notification endpoints; contract, Notification stream). */
export class NotificationsStreamApi extends HttpApiGroup.make("notificationsStream")
  .add(
    HttpApiEndpoint.get("open", "/notifications/stream")
      .setUrlParams(
        Schema.Struct({
          apiKey: optional(Schema.String, { description: "An API key, where no header can be sent." }),
          token: optional(Schema.String, { description: "A session token, where no header can be sent." }),
          lastEventId: optional(Schema.String, {
            description: "The last notification seen, where the header `Last-Event-ID` cannot be sent."
          })
        })
      )
      .addSuccess(HttpApiSchema.Text({ contentType: "text/event-stream" }))
      .middleware(SignedIn)
      .annotate(NeedsScope, "notifications")
      .annotate(QueryCredentials, ["apiKey", "token"])
      .annotate(OpenApi.Summary, "Follow your notifications")
      .annotate(
        OpenApi.Description,
        "Server-Sent Events. `connected` tells `{userId, unreadCount}`, its `id:` being where the stream starts; `notification` carries the record, its `id:` " +
          "being the notification's; `notifications_read` tells `{ids, unreadCount}` (`ids` null for all); `resync` " +
          "asks to read the list anew; `close` tells `{reason}` before the server ends the stream. A comment is sent " +
          "every 15 seconds. `Last-Event-ID` brings what was missed, in order, none lost and none twice."
      )
  )
  .annotateContext(
    OpenApi.annotations({ title: "Notification stream", description: "Notifications the moment they are stored." })
  )
  .prefix("/api") {}
