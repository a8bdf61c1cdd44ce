import { Schema } from "effect"
import { Author } from "./accounts/User.ts"
import { CommentId, NotificationId, PostId } from "./Ids.ts"
import { nextCursor } from "./Page.ts"

/** Later versions may have more types. */
export const Notification = Schema.Struct({
  id: NotificationId,
  type: Schema.Literal("comment", "like"),
  read: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  actor: Author,
  post: Schema.Struct({ id: PostId, title: Schema.String }),
  comment: Schema.OptionFromNullOr(Schema.Struct({ id: CommentId, excerpt: Schema.String })),
  message: Schema.String
}).annotations({ identifier: "Notification", description: "Something that happened to a post of yours." })
export type Notification = typeof Notification.Type

interface NotificationEvent {
  readonly type: Notification["type"]
  readonly actor: { readonly username: string }
  readonly post: { readonly title: string }
}

export const messageOf = ({ actor, post, type }: NotificationEvent): string =>
  `${actor.username} ${type === "comment" ? "commented on" : "liked"} your post "${post.title}"`

const count = Schema.Number.pipe(Schema.int())

/** The caller's notifications from an offset on, newest first. */
export const NotificationList = Schema.Struct({
  data: Schema.Array(Notification),
  pagination: Schema.Struct({ limit: count, offset: count, total: count, hasMore: Schema.Boolean, nextCursor }),
  unreadCount: count
}).annotations({ identifier: "NotificationList" })
export type NotificationList = typeof NotificationList.Type

export const NotificationChoice = Schema.Struct({
  notificationIds: Schema.optionalWith(
    Schema.Array(NotificationId).pipe(Schema.maxItems(10_000, { message: () => "must hold at most 10000 ids" })),
    { as: "Option", nullable: true }
  )
}).annotations({
  identifier: "NotificationChoice",
  description: "The notifications to mark read; all of them without `notificationIds`."
})
export type NotificationChoice = typeof NotificationChoice.Type

/** The number of notifications that were marked as read, and the number still unread. */
export const NotificationsRead = Schema.Struct({ updated: count, unreadCount: count }).annotations({
  identifier: "NotificationsRead"
})
export type NotificationsRead = typeof NotificationsRead.Type
