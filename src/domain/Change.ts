import { Schema } from "effect"
import type { SignedInUser } from "./accounts/CurrentUser.ts"
import type { PostId, UserId } from "./Ids.ts"
import type { AddedNotification } from "./notifications/Notification.ts"

const changeKinds = [
  "post",
  "post_published",
  "comment",
  "comment_published",
  "like",
  "notification",
  "notifications_read",
  "notifications_removed",
  "user",
  "session",
  "api_key",
  "api_key_rotated",
  "api_key_secret",
  "news",
  "news_published",
  "catalogue",
  "community",
  "feeds",
  "restart"
] as const

/**
 * A change of the community's data. `id` is the post's for `post`, `comment`, `like` and `notifications_removed` (the
 * post or one of its comments was deleted, and the member's notifications about it; 0 for a news item), 0 for
 * `notifications_read` of all notifications, the key's for `api_key_rotated`, that of the ended secret for
 * `api_key_secret`, and the id of the inserted or ended row for the others. `post_published` and `comment_published` (a
 * comment on a followed post) are appended with `post` and `comment`, have the author as member, and are read by the
 * fan-out only; what is restored is not published again. `news_published` (a fresh item, no member) is read by the
 * fan-out only, too. `userId` is the member it concerns; a new or deleted `post` has its author, whose other records
 * change with it. `news` and `catalogue` (id 0, no member) mean any change of the news, or of diseases and the records
 * that name them; `community` one of the community's settings, and `feeds` says that a feed is to be read at once (both
 * id 0, no member). `restart` (id 0, no member) is never stored: it says that any record may be another one than
 * before, since commits were lost, changes missed, or a later version has changed something of a kind that this one
 * does not know.
 */
export interface Change {
  readonly kind: (typeof changeKinds)[number]
  readonly id: number
  readonly userId: UserId | null
  /** The notification, where a batch of this process has added it. The outbox does not store it. */
  readonly added?: AddedNotification
}

/** A row that was changed by hand in the database, without an entry in the outbox, is read again after this. */
export const unloggedAgeMillis = 60_000

const isKind = Schema.is(Schema.Literal(...changeKinds))

/** The kind of a stored change. One of a later version, with which this one shares the database, is a `restart`. */
export const ChangeKind = Schema.transform(Schema.String, Schema.Literal(...changeKinds), {
  strict: true,
  decode: (kind) => (isKind(kind) ? kind : "restart"),
  encode: (kind) => kind
})

export const publishedKinds: ReadonlySet<Change["kind"]> = new Set([
  "post_published",
  "comment_published",
  "news_published"
])

/** The kinds after which a member's list of notifications is different. */
export const inboxChanges: ReadonlySet<Change["kind"]> = new Set([
  "notification",
  "notifications_read",
  "notifications_removed",
  "restart"
])

export const restarted: Change = { kind: "restart", id: 0, userId: null }
export const newsChanged: Change = { kind: "news", id: 0, userId: null }
export const catalogueChanged: Change = { kind: "catalogue", id: 0, userId: null }
export const communityChanged: Change = { kind: "community", id: 0, userId: null }
export const feedsDue: Change = { kind: "feeds", id: 0, userId: null }

/** The changes of the inboxes that lost notifications about a post; 0 for news. */
export const notificationsRemoved = (postId: PostId | 0, recipients: ReadonlyArray<UserId>): ReadonlyArray<Change> =>
  recipients.map((userId) => ({ kind: "notifications_removed", id: postId, userId }))

/** The changes, each once, in the order of their first appearance. */
export const eachOnce = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => [
  ...new Map(changes.map((change) => [`${change.kind} ${change.id} ${change.userId}`, change])).values()
]

export interface SequencedChange extends Change {
  readonly sequence: number
}

/** The change as the outbox has it: for a transaction that goes on, and may delete the notification that it added. */
export const asStored = ({ id, kind, sequence, userId }: SequencedChange): SequencedChange => ({
  sequence,
  kind,
  id,
  userId
})

export interface SequenceRange {
  readonly after: number
  readonly until: number
}

/** The change that ends a credential of a member: all of a key, or one of its secrets where only that is given. */
export const endingChange = (ended: {
  readonly kind: SignedInUser["credential"]["kind"]
  readonly id: number
  readonly secretId: number | null
  readonly userId: UserId
}): Change => {
  const { id, kind, secretId, userId } = ended
  if (kind === "session") return { kind, id, userId }
  return secretId === null ? { kind: "api_key", id, userId } : { kind: "api_key_secret", id: secretId, userId }
}

/** The reason why a change ends this credential; undefined if it does not. */
export const endingOf = (
  { id, kind }: Change,
  credential: SignedInUser["credential"]
): "logout" | "revoked" | "expired" | undefined => {
  if (kind === "api_key_secret" && id === credential.secretId) return "expired"
  if (id !== credential.id) return undefined
  if (kind === "session" && credential.kind === "session") return "logout"
  return kind === "api_key" && credential.kind === "apiKey" ? "revoked" : undefined
}
