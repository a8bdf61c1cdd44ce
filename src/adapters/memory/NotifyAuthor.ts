import { HashMap, Option } from "effect"
import type { Change } from "../../domain/Change.ts"
import { NotificationId } from "../../domain/Ids.ts"
import type { NotificationRow } from "./Rows.ts"
import { referred, type Tables, withNew } from "./Tables.ts"

/** A like or, with a comment id, a comment. */
type Cause = Omit<NotificationRow, "id" | "read" | "recipientId">

/**
 * Notifies the author of a post of a like or a comment, by the rule of `services/posts/Likes.ts` and
 * `services/posts/Comments.ts`, as `notify_authors` does in PostgreSQL.
 */
export const notifyAuthor = (tables: Tables, cause: Cause): readonly [Tables, ReadonlyArray<Change>] => {
  const recipientId = referred(tables.posts, cause.postId).authorId
  const isSameLike = ({ actorId, commentId, postId }: NotificationRow) =>
    Option.isNone(commentId) && actorId === cause.actorId && postId === cause.postId
  const isRepeated = Option.isNone(cause.commentId) && HashMap.some(tables.notifications.rows, isSameLike)
  if (isRepeated || cause.actorId === recipientId) return [tables, []]
  const id = NotificationId.make(tables.notifications.lastId + 1)
  return [
    { ...tables, notifications: withNew(tables.notifications, id, { ...cause, recipientId, id, read: false }) },
    [{ kind: "notification", id, userId: recipientId }]
  ]
}
