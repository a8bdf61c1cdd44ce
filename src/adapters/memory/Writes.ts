import { Array, DateTime, Either, Option, Order } from "effect"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import { defaultSettings, type Settings } from "../../domain/accounts/Settings.ts"
import type { BatchResult } from "../../domain/BatchResult.ts"
import type { Change, SequencedChange } from "../../domain/Change.ts"
import type { FollowTarget } from "../../domain/follows/Follow.ts"
import { NotificationId, type PostId, type UserId } from "../../domain/Ids.ts"
import { settingOf } from "../../domain/notifications/Notification.ts"
import { recipientReader } from "../../domain/posts/Audience.ts"
import { reads } from "./Readable.ts"
import type { FollowRow, NotificationRow } from "./Rows.ts"
import type { Tables } from "./Tables.ts"
import { blocks, inboxOf, isPublic, isSuspended, notificationOf } from "./Views.ts"

/** Appends changes to the outbox, and gives them with their sequence numbers. */
export const append = (tables: Tables, changes: ReadonlyArray<Change>): ReadonlyArray<SequencedChange> => {
  const { length } = tables.changes
  const sequenced = changes.map((change, index) => ({ ...change, sequence: length + index + 1 }))
  tables.changes = [...tables.changes, ...sequenced]
  return sequenced
}

/** The changes of the outbox after a sequence number, until another one. */
export const changesWithin = ({ changes }: Tables, after: number, until?: number): ReadonlyArray<SequencedChange> =>
  changes.slice(after, until).filter((change) => change !== null)

/** Notes that a member is active at a time, to the minute. */
export const setActive = ({ users }: Tables, id: UserId, at: DateTime.Utc): void => {
  const row = users.referred(id)
  users.set(id, { ...row, activeAt: DateTime.max(row.activeAt, DateTime.startOf(at, "minute")) })
}

/** The change; one of a notification gets the notification itself as `added`. */
const withAdded = (tables: Tables, change: SequencedChange): SequencedChange => {
  if (change.kind !== "notification") return change
  const row = tables.notifications.referred(change.id)
  const previousId = inboxOf(tables, row.recipientId).findLast(({ id }) => id < row.id)?.id ?? 0
  const isForEveryone = Option.match(row.postId, { onNone: () => true, onSome: (id) => isPublic(tables.posts.get(id)) })
  return { ...change, added: { previousId, isForEveryone, notification: notificationOf(tables, row) } }
}

/** The result of one item of a batch, and its changes. */
export type Item<A> = readonly [result: A, changes: ReadonlyArray<Change>]

/** Writes items one after the other. A refused item leaves the tables as they are. */
export const writeAll =
  <I, A, E>(items: ReadonlyArray<I>, write: (tables: Tables, item: I) => Either.Either<Item<A>, E>) =>
  (tables: Tables): BatchResult<A, E> => {
    const written = items.map((item) => write(tables, item))
    const changes = written.flatMap((item) => (Either.isRight(item) ? item.right[1] : []))
    const appended = append(tables, changes).map((change) => withAdded(tables, change))
    return { results: written.map(Either.map(([result]) => result)), changes: appended }
  }

/** True if a follow, a report or a decision is of this target. */
export const isOf =
  ({ id, type }: { readonly type: string; readonly id: number }) =>
  ({ target }: { readonly target: { readonly type: string; readonly id: number } }): boolean =>
    target.type === type && target.id === id

export const followsOf = ({ follows }: Tables, target: FollowTarget): ReadonlyArray<FollowRow> =>
  follows.where(isOf(target))

export const settingsOf = ({ settings }: Tables, userId: UserId): Settings => settings.get(userId) ?? defaultSettings

/** A like, a comment, a mark that it helped, a mention, or a post. */
export interface Cause extends Pick<NotificationRow, "actorKind" | "commentId" | "createdAt"> {
  readonly type: "comment" | "like" | "reply" | "new_post" | "helped" | "comment_like" | "mention"
  readonly actorId: UserId
  readonly postId: PostId
}

/** Stores a notification about a post or a comment. */
export const notify = (
  { notifications }: Tables,
  cause: Cause,
  recipientId: UserId,
  toYou: NotificationRow["toYou"] = Option.none()
): Change => {
  const id = NotificationId.make(++notifications.lastId)
  const [actorId, postId] = [Option.some(cause.actorId), Option.some(cause.postId)]
  notifications.set(id, {
    ...cause,
    actorId,
    postId,
    toYou,
    newsId: Option.none(),
    reportId: Option.none(),
    decisionId: Option.none(),
    verification: Option.none(),
    recipientId,
    id,
    read: false
  })
  return { kind: "notification", id, userId: recipientId }
}

/** An event that notifies at once. */
type Event = Cause & { readonly type: "comment" | "like" | "helped" | "comment_like" | "mention" }

/** The members whom an event concerns, by type of notification, the most particular type first. */
const concernedBy = (
  { comments, posts, users }: Tables,
  { commentId, createdAt, postId, type }: Event,
  mentions: ReadonlyArray<UserId>
): ReadonlyArray<readonly [Cause["type"], ReadonlyArray<UserId>]> => {
  const postAuthor = posts.referred(postId).authorId
  const comment = Option.flatMap(commentId, (id) => comments.find(id))
  const repliedTo = Option.flatMap(comment, ({ replyTo }) => Option.flatMap(replyTo, (id) => comments.find(id)))
  const authorOf = (row: typeof comment) => Option.toArray(row).map(({ authorId }) => authorId)
  const mentioned = users.where((row) => mentions.includes(row.id) && !isSuspended(row, createdAt)).map(({ id }) => id)
  if (type === "like") return [[type, [postAuthor]]]
  if (type === "mention") return [[type, mentioned]]
  if (type !== "comment") return [[type, authorOf(comment)]]
  return [
    ["mention", Array.sort(mentioned, Order.number)],
    ["reply", authorOf(repliedTo)],
    ["comment", [postAuthor]]
  ]
}

const wants = (tables: Tables, id: UserId, type: Cause["type"]): boolean => settingsOf(tables, id)[settingOf[type]]

/**
 * A like and a mark that is repeated; a comment notifies a member once, whatever the type, but a later change may
 * mention a member who has been notified of it.
 */
const isRepetition = (cause: Cause, recipientId: UserId) => (row: NotificationRow) => {
  const isText = (type: string) => type !== "like" && type !== "comment_like" && type !== "helped"
  return (
    row.recipientId === recipientId &&
    Option.contains(row.actorId, cause.actorId) &&
    Option.contains(row.postId, cause.postId) &&
    Option.getOrNull(row.commentId) === Option.getOrNull(cause.commentId) &&
    (row.type === cause.type || (cause.type !== "mention" && isText(row.type) && isText(cause.type)))
  )
}

/**
 * True if a member is to be notified of this, by what they may read, their blocks and settings, and what they have been
 * notified of.
 */
export const shouldNotify = (tables: Tables, cause: Cause, id: UserId): boolean =>
  id !== cause.actorId &&
  id !== formerMember.id &&
  reads(tables, recipientReader(tables.users.referred(id)), tables.posts.referred(cause.postId)) &&
  !blocks(tables, id, cause.actorId) &&
  wants(tables, id, cause.type) &&
  !tables.notifications.some(isRepetition(cause, id))

/**
 * Notifies the members whom an event concerns, each by the first of its types that they have not switched off: the rule
 * of `services/posts/Likes.ts` and `services/posts/Comments.ts`, as `notify_authors` applies it in PostgreSQL.
 */
export const notifyAuthors = (
  tables: Tables,
  event: Event,
  mentions: ReadonlyArray<UserId> = []
): ReadonlyArray<Change> =>
  concernedBy(tables, event, mentions).flatMap(([type, members]) =>
    members
      .filter((id) => shouldNotify(tables, { ...event, type }, id))
      .map((id) => notify(tables, { ...event, type }, id, type === "reply" ? Option.some(true) : Option.none()))
  )
