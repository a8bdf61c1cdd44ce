import { DateTime, Either, Option } from "effect"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import { defaultSettings, type Settings } from "../../domain/accounts/Settings.ts"
import type { BatchResult } from "../../domain/BatchResult.ts"
import type { Change, SequencedChange } from "../../domain/Change.ts"
import type { FollowTarget } from "../../domain/follows/Follow.ts"
import { NotificationId, type PostId, type UserId } from "../../domain/Ids.ts"
import type { FollowRow, NotificationRow } from "./Rows.ts"
import type { Tables } from "./Tables.ts"

/** Appends changes to the outbox, and gives them with their sequence numbers. */
export const append = (tables: Tables, changes: ReadonlyArray<Change>): ReadonlyArray<SequencedChange> => {
  const { length } = tables.changes
  const sequenced = changes.map((change, index) => ({ ...change, sequence: length + index + 1 }))
  tables.changes = [...tables.changes, ...sequenced]
  return sequenced
}

/** Notes that a member is active at a time, to the minute. */
export const setActive = ({ users }: Tables, id: UserId, at: DateTime.Utc): void => {
  const row = users.referred(id)
  users.set(id, { ...row, activeAt: DateTime.max(row.activeAt, DateTime.startOf(at, "minute")) })
}

/** The result of one item of a batch, and its changes. */
export type Item<A> = readonly [result: A, changes: ReadonlyArray<Change>]

/** Writes items one after the other. A refused item leaves the tables as they are. */
export const writeAll =
  <I, A, E>(items: ReadonlyArray<I>, write: (tables: Tables, item: I) => Either.Either<Item<A>, E>) =>
  (tables: Tables): BatchResult<A, E> => {
    const written = items.map((item) => write(tables, item))
    const changes = written.flatMap((item) => (Either.isRight(item) ? item.right[1] : []))
    return { results: written.map(Either.map(([result]) => result)), changes: append(tables, changes) }
  }

/** True if the first member blocks the second. */
export const blocks = ({ blocks }: Tables, userId: UserId, blockedId: UserId): boolean =>
  blocks.some((row) => row.userId === userId && row.blockedId === blockedId)

/** True if a follow, a report or a decision is of this target. */
export const isOf =
  ({ id, type }: { readonly type: string; readonly id: number }) =>
  ({ target }: { readonly target: { readonly type: string; readonly id: number } }): boolean =>
    target.type === type && target.id === id

export const followsOf = ({ follows }: Tables, target: FollowTarget): ReadonlyArray<FollowRow> =>
  follows.where(isOf(target))

export const settingsOf = ({ settings }: Tables, userId: UserId): Settings => settings.get(userId) ?? defaultSettings

/** A like, a comment or a post. */
export interface Cause extends Pick<NotificationRow, "actorKind" | "commentId" | "createdAt"> {
  readonly type: "comment" | "like" | "reply" | "new_post"
  readonly actorId: UserId
  readonly postId: PostId
}

/** Stores a notification about a post or a comment. */
export const notify = ({ notifications }: Tables, cause: Cause, recipientId: UserId): Change => {
  const id = NotificationId.make(++notifications.lastId)
  const [actorId, postId] = [Option.some(cause.actorId), Option.some(cause.postId)]
  notifications.set(id, {
    ...cause,
    actorId,
    postId,
    decisionId: Option.none(),
    verification: Option.none(),
    recipientId,
    id,
    read: false
  })
  return { kind: "notification", id, userId: recipientId }
}

/**
 * Notifies the author of a post of a like or a comment, by the rule of `services/posts/Likes.ts` and
 * `services/posts/Comments.ts`, as `notify_authors` does in PostgreSQL.
 */
export const notifyAuthor = (
  tables: Tables,
  cause: Cause & { readonly type: "comment" | "like" }
): ReadonlyArray<Change> => {
  const recipientId = tables.posts.referred(cause.postId).authorId
  const isSameLike = ({ actorId, postId, type }: NotificationRow) =>
    type === "like" && Option.contains(actorId, cause.actorId) && Option.contains(postId, cause.postId)
  const isRepeated = cause.type === "like" && tables.notifications.some(isSameLike)
  const isNobody = recipientId === cause.actorId || recipientId === formerMember.id
  const isUnwanted = blocks(tables, recipientId, cause.actorId) || !settingsOf(tables, recipientId)[cause.type]
  return isRepeated || isUnwanted || isNobody ? [] : [notify(tables, cause, recipientId)]
}
