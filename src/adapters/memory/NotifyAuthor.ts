import { HashMap, Option } from "effect"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import type { Change } from "../../domain/Change.ts"
import { NotificationId, type PostId, type UserId } from "../../domain/Ids.ts"
import type { NotificationRow } from "./Rows.ts"
import { blocks, referred, settingsOf, type Tables, withNew } from "./Tables.ts"

/** A like, a comment or a post. */
interface Cause extends Pick<NotificationRow, "actorKind" | "commentId" | "createdAt"> {
  readonly type: "comment" | "like" | "reply" | "new_post"
  readonly actorId: UserId
  readonly postId: PostId
}

/**
 * Notifies the author of a post of a like or a comment, by the rule of `services/posts/Likes.ts` and
 * `services/posts/Comments.ts`, as `notify_authors` does in PostgreSQL.
 */
export const notifyAuthor = (
  tables: Tables,
  cause: Cause & { readonly type: "comment" | "like" }
): readonly [Tables, ReadonlyArray<Change>] => {
  const recipientId = referred(tables.posts, cause.postId).authorId
  const isSameLike = ({ actorId, postId, type }: NotificationRow) =>
    type === "like" && Option.contains(actorId, cause.actorId) && Option.contains(postId, cause.postId)
  const isRepeated = cause.type === "like" && HashMap.some(tables.notifications.rows, isSameLike)
  const isNobody = recipientId === cause.actorId || recipientId === formerMember.id
  const isUnwanted = blocks(tables, recipientId, cause.actorId) || !settingsOf(tables, recipientId)[cause.type]
  if (isRepeated || isUnwanted || isNobody) return [tables, []]
  return notify(tables, cause, recipientId)
}

/** Stores a notification about a post or a comment. */
export const notify = (tables: Tables, cause: Cause, recipientId: UserId): readonly [Tables, ReadonlyArray<Change>] => {
  const id = NotificationId.make(tables.notifications.lastId + 1)
  const row = {
    ...cause,
    actorId: Option.some(cause.actorId),
    postId: Option.some(cause.postId),
    decisionId: Option.none(),
    recipientId,
    id,
    read: false
  }
  return [
    { ...tables, notifications: withNew(tables.notifications, id, row) },
    [{ kind: "notification", id, userId: recipientId }]
  ]
}
