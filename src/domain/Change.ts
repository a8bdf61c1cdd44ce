import { Schema } from "effect"
import type { SignedInUser } from "./accounts/CurrentUser.ts"
import {
  ApiKeyId,
  type CommentId,
  type DecisionId,
  type NewsId,
  type NotificationId,
  type PostId,
  type ReportId,
  type UserId
} from "./Ids.ts"
import type { AddedNotification } from "./notifications/Notification.ts"

const changeKinds = [
  "post",
  "post_published",
  "post_restored",
  "post_removed",
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
  "report_opened",
  "report_danger",
  "appeal_opened",
  "member_joined",
  "catalogue",
  "community",
  "feeds",
  "restart"
] as const

/** The id that a change of each kind has; 0 where there is none. */
interface IdOf extends Record<(typeof changeKinds)[number], number> {
  readonly post: PostId
  /** Appended with `post`, for the fan-out only; not for what is restored and was public. Its author is the member. */
  readonly post_published: PostId
  /** A hidden post is shown again, or has new readers: appended with `post`, for webhooks only. */
  readonly post_restored: PostId
  /** A shown post was hidden or deleted: appended with `post`, for webhooks only. */
  readonly post_removed: PostId
  readonly comment: PostId
  /**
   * A comment on a followed post, or one that waited for its review: appended with `comment`, for the fan-out only. Its
   * author is the member.
   */
  readonly comment_published: CommentId
  readonly like: PostId
  readonly notification: NotificationId
  /** 0 for all notifications. */
  readonly notifications_read: NotificationId | 0
  /**
   * The post that was deleted, or whose comment was, and the member's notifications about it; 0 for news and cases, and
   * where the member reads other posts than before.
   */
  readonly notifications_removed: PostId | 0
  readonly user: UserId
  readonly session: number
  readonly api_key: ApiKeyId
  readonly api_key_rotated: ApiKeyId
  /** The id of the ended secret. */
  readonly api_key_secret: number
  /** Any change of the news. */
  readonly news: number
  /** A fresh item, for the fan-out only. */
  readonly news_published: NewsId
  /** The first open report of a target, for webhooks only. */
  readonly report_opened: ReportId
  /** The first open report of danger of a target, for webhooks only. */
  readonly report_danger: ReportId
  /** The decision that somebody appeals against, for webhooks only. */
  readonly appeal_opened: DecisionId
  /** For webhooks only. */
  readonly member_joined: UserId
  /** Any change of diseases and of the records that name them. */
  readonly catalogue: number
  /** One of the community's settings. */
  readonly community: number
  /** A feed is to be read at once. */
  readonly feeds: number
  /**
   * Never stored: any record may be another one than before, since commits were lost, changes missed, or a later
   * version has changed something of a kind that this one does not know.
   */
  readonly restart: number
}

/**
 * A change of the community's data. `userId` is the member it concerns, if any; a new or deleted `post` has its author,
 * whose other records change with it.
 */
export type Change = {
  readonly [Kind in keyof IdOf]: {
    readonly kind: Kind
    readonly id: IdOf[Kind]
    readonly userId: UserId | null
    /** The notification, where a batch of this process has added it. The outbox does not store it. */
    readonly added?: AddedNotification
  }
}[keyof IdOf]

/** A change as the outbox has it, where `append` has given each kind the id of its own. */
export const storedChange = (kind: Change["kind"], id: number, userId: UserId | null): Change =>
  ({ kind, id, userId }) as Change

/** A row that was changed by hand in the database, without an entry in the outbox, is read again after this. */
export const unloggedAgeMillis = 60_000

const isKind = Schema.is(Schema.Literal(...changeKinds))

/** The kind of a stored change. One of a later version, with which this one shares the database, is a `restart`. */
export const ChangeKind = Schema.transform(Schema.String, Schema.Literal(...changeKinds), {
  strict: true,
  decode: (kind) => (isKind(kind) ? kind : "restart"),
  encode: (kind) => kind
})

/** The kinds that the fan-out reads: those of texts and news for followers, and those for webhooks only. */
export const publishedKinds: ReadonlySet<Change["kind"]> = new Set([
  "post_published",
  "comment_published",
  "news_published",
  "post_restored",
  "post_removed",
  "report_opened",
  "report_danger",
  "appeal_opened",
  "member_joined"
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

export const notificationsAdded = (
  added: ReadonlyArray<{ readonly id: NotificationId; readonly recipientId: UserId }>
): ReadonlyArray<Change> => added.map(({ id, recipientId }) => ({ kind: "notification", id, userId: recipientId }))

/** The changes of the inboxes that lost notifications about a post; 0 for news and cases. */
export const notificationsRemoved = (postId: PostId | 0, recipients: ReadonlyArray<UserId>): ReadonlyArray<Change> =>
  recipients.map((userId) => ({ kind: "notifications_removed", id: postId, userId }))

/** The changes, for webhooks, of a report that opens a case, or makes it one of danger. */
export const caseOpened = ({
  id,
  isFirst,
  isFirstOfDanger
}: {
  readonly id: ReportId
  readonly isFirst: boolean
  readonly isFirstOfDanger: boolean
}): ReadonlyArray<Change> => [
  ...(isFirst ? [{ kind: "report_opened", id, userId: null } as const] : []),
  ...(isFirstOfDanger ? [{ kind: "report_danger", id, userId: null } as const] : [])
]

/** The changes of posts that were hidden, deleted or restored, and for each post another one for webhooks. */
export const withPosts = (
  kind: "post_removed" | "post_restored",
  changes: ReadonlyArray<Change>
): ReadonlyArray<Change> => [...changes, ...ofPosts(kind, changes)]

/** One change for webhooks for each post that these changes are about, but of those that they publish. */
export const ofPosts = (
  kind: "post_removed" | "post_restored",
  changes: ReadonlyArray<Change>
): ReadonlyArray<Change> => {
  const published = new Set(changes.flatMap((change) => (change.kind === "post_published" ? [change.id] : [])))
  return changes.flatMap((change) =>
    change.kind === "post" && !published.has(change.id) ? [{ kind, id: change.id, userId: change.userId }] : []
  )
}

/** The changes, each once, in the order of their first appearance. */
export const eachOnce = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => [
  ...new Map(changes.map((change) => [`${change.kind} ${change.id} ${change.userId}`, change])).values()
]

export type SequencedChange = Change & { readonly sequence: number }

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
  return secretId === null
    ? { kind: "api_key", id: ApiKeyId.make(id), userId }
    : { kind: "api_key_secret", id: secretId, userId }
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
