import type { Notification, NotificationList, NotificationsRead } from "../../../domain/Notification.ts"
import {
  authorMarks,
  authorName,
  costOf,
  dayOf,
  fenceNote,
  type ListQuery,
  lineOf,
  lines,
  nextLine,
  quantity,
  untrusted
} from "./Lines.ts"

const textTokens = 30
const nameTokens = 8
const titleTokens = 14

/** The actor, the title of the post, and the beginning of the comment. */
const textOf = ({ actor, comment, message, post }: typeof Notification.Encoded): string => {
  if (actor === null || post === null) return lineOf(message, textTokens)
  const name = authorName(actor, nameTokens)
  const title = lineOf(post.title, titleTokens)
  return lines(
    `${name}, ${title}`,
    comment === null ? undefined : lineOf(comment.excerpt, textTokens - costOf(name) - costOf(title))
  )
}

const notificationText = (notification: typeof Notification.Encoded): string => {
  const { actor, comment, createdAt, decisionId, id, post, read, type } = notification
  const cause = comment === null ? type : `${type} ${comment.id}`
  const about = post === null ? `decision ${decisionId ?? ""}` : `post ${post.id}`
  return lines(
    `#${id} ${dayOf(createdAt)}${read ? "" : " unread"}: ${cause} on ${about}${actor === null ? "" : authorMarks(actor)}`,
    untrusted(textOf(notification))
  )
}

export const notificationsText = (
  { data, pagination, unreadCount }: typeof NotificationList.Encoded,
  query: ListQuery
): string => {
  const { limit, nextCursor, offset, total } = pagination
  const next = nextLine(nextCursor, query, `offset ${offset + limit}`)
  return lines(
    `${quantity(total, "notification")}, ${unreadCount} unread in all.${next}`,
    ...(data.length === 0 ? [] : ["Each: #notificationId; then who, the post's title, the comment.", fenceNote]),
    ...data.map(notificationText)
  )
}

export const markedText = ({ unreadCount, updated }: typeof NotificationsRead.Encoded): string =>
  `${quantity(updated, "notification")} marked read; ${unreadCount} unread now.`
