import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { NotificationChoice, NotificationList, NotificationsRead } from "../domain/Notification.ts"
import { PageLimit, usualPageItems } from "../domain/Page.ts"
import { SignedIn } from "./Access.ts"
import { decimal } from "./Decimal.ts"
import { example } from "./Example.ts"
import { cursorQuery, Offset, optional, Yes } from "./Query.ts"
import { notification } from "./Samples.ts"

/** One's own notifications (spec, Notification endpoints). */
export class NotificationsApi extends HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.get("list", "/notifications")
      .setUrlParams(
        Schema.Struct({
          unreadOnly: optional(Yes, { description: "Only those that are unread.", unset: false }),
          limit: optional(decimal(PageLimit), {
            description: "How many; above 100 counts as 100, and `pagination.limit` says so.",
            unset: usualPageItems
          }),
          offset: optional(decimal(Offset), { description: "How many of the newest to pass over.", unset: 0 }),
          cursor: cursorQuery("offset")
        })
      )
      .addSuccess(NotificationList)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "List your notifications")
      .annotate(OpenApi.Description, "Newest first. `unreadCount` counts all that are unread, whatever is listed.")
      .annotate(
        ...example({
          status: 200,
          response: {
            data: [notification],
            pagination: { limit: 20, offset: 0, total: 1, hasMore: false },
            unreadCount: 1
          }
        })
      )
  )
  .add(
    HttpApiEndpoint.patch("markRead", "/notifications")
      .setPayload(NotificationChoice)
      .addSuccess(NotificationsRead)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Mark notifications read")
      .annotate(
        OpenApi.Description,
        "The listed ones, or all without `notificationIds` (or without a body). `updated` counts those that were unread."
      )
      .annotate(
        ...example({ status: 200, request: { notificationIds: [88] }, response: { updated: 1, unreadCount: 0 } })
      )
  )
  .annotate(OpenApi.Title, "Notifications")
  .annotate(OpenApi.Description, "What happened to your posts.")
  .prefix("/api") {}
