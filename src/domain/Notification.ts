import { Schema } from "effect"
import { CommentId, NotificationId, PostId } from "./Ids.ts"
import { nextCursor } from "./Page.ts"
import { Author } from "./User.ts"

/** Something that happened to a post of the recipient's. Later versions may know more types. */
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

/** What the sentence is made of. */
interface Told {
  readonly type: Notification["type"]
  readonly actor: { readonly username: string }
  readonly post: { readonly title: string }
}

/** The sentence that tells of a notification. */
export const messageOf = ({ actor, post, type }: Told): string =>
  `${actor.username} ${type === "comment" ? "commented on" : "liked"} your post "${post.title}"`

const count = Schema.Number.pipe(Schema.int())

/** One's own notifications from an offset on, newest first. */
export const NotificationList = Schema.Struct({
  data: Schema.Array(Notification),
  pagination: Schema.Struct({ limit: count, offset: count, total: count, hasMore: Schema.Boolean, nextCursor }),
  unreadCount: count
}).annotations({ identifier: "NotificationList" })
export type NotificationList = typeof NotificationList.Type

/** Which notifications to mark read: the listed ones, or all without a list. */
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

/** How many of them were unread, and how many are now. */
export const NotificationsRead = Schema.Struct({ updated: count, unreadCount: count }).annotations({
  identifier: "NotificationsRead"
})
export type NotificationsRead = typeof NotificationsRead.Type
