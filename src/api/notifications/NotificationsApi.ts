import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  beatSeconds,
  NotificationChoice,
  NotificationList,
  NotificationsRead
} from "../../domain/notifications/Notification.ts"
import { maxPageItems, PageLimit, usualPageItems } from "../../domain/Page.ts"
import { NeedsScope, OptionalBody, QueryCredentials, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { Example, notification } from "../document/Samples.ts"
import { inboxes, Keeps, ShowsPosts } from "../Keeps.ts"
import { cursorQuery, decimal, Offset, optional, Yes } from "../Query.ts"

/** The caller's notifications as they happen (spec, Notification endpoints; contract, Notification stream). */
export class NotificationsStreamApi extends HttpApiGroup.make("notificationsStream")
  .add(
    HttpApiEndpoint.get("open", "/notifications/stream")
      .annotate(ShowsPosts, true)
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
        "Server-Sent Events. `connected` carries `{userId, unreadCount}`, its `id:` being where the stream starts; `notification` carries the record, its `id:` " +
          "being the notification's; `notifications_read` carries `{ids, unreadCount}` (`ids` null for all); `resync` " +
          "asks to read the list again; `close` carries `{reason}` before the server ends the stream. A comment is sent " +
          `every ${beatSeconds} seconds. \`Last-Event-ID\` replays missed events, in order, none lost and none twice.`
      )
  )
  .annotateContext(
    OpenApi.annotations({ title: "Notification stream", description: "Notifications the moment they are stored." })
  )
  .prefix("/api") {}

export const NotificationQuery = Schema.Struct({
  unreadOnly: optional(Yes, { description: "Only those that are unread.", unset: false }),
  limit: optional(decimal(PageLimit), {
    description: `Maximum items; above ${maxPageItems} counts as ${maxPageItems}, and \`pagination.limit\` says so.`,
    unset: usualPageItems
  }),
  offset: optional(decimal(Offset), { description: "The number of newest ones to skip.", unset: 0 }),
  cursor: cursorQuery("offset")
})

/** The caller's notifications (spec, Notification endpoints). */
export class NotificationsApi extends HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.get("list", "/notifications")
      .annotate(Keeps, inboxes)
      .annotate(ShowsPosts, true)
      .setUrlParams(NotificationQuery)
      .addSuccess(NotificationList)
      .annotate(OpenApi.Summary, "List your notifications")
      .annotate(OpenApi.Description, "Newest first. `unreadCount` counts all unread ones, listed or not.")
      .annotate(Example, {
        response: {
          data: [notification],
          pagination: { limit: 20, offset: 0, total: 1, hasMore: false },
          unreadCount: 1
        }
      })
  )
  .add(
    HttpApiEndpoint.patch("markRead", "/notifications")
      .setPayload(body(NotificationChoice))
      .addSuccess(NotificationsRead)
      .annotate(OptionalBody, true)
      .annotate(OpenApi.Summary, "Mark notifications read")
      .annotate(
        OpenApi.Description,
        "The listed ones, or all without `notificationIds` (or without a body). `updated` counts those that were unread."
      )
      .annotate(Example, { request: { notificationIds: [88] }, response: { updated: 1, unreadCount: 0 } })
  )
  .annotateEndpoints(NeedsScope, "notifications")
  .middlewareEndpoints(SignedIn)
  .annotateContext(
    OpenApi.annotations({
      title: "Notifications",
      description: "Comments, replies, likes, new posts that you follow, and decisions."
    })
  )
  .prefix("/api") {}
