import { Option, Schema } from "effect"
import type { switches } from "../accounts/Settings.ts"
import { Author } from "../accounts/User.ts"
import { VerificationAnswer } from "../accounts/VerificationRequest.ts"
import { count, named, openTo, optional } from "../Fields.ts"
import { CommentId, DecisionId, NewsId, NotificationId, PostId, ReportId } from "../Ids.ts"
import { StoredReason } from "../moderation/Report.ts"
import { Target } from "../moderation/Target.ts"
import { nextCursor } from "../Page.ts"

/** The seconds between two beats of a stream (contract, Notification stream). */
export const beatSeconds = 15

export const NotificationType = Schema.Literal(
  "comment",
  "like",
  "reply",
  "mention",
  "new_post",
  "moderation",
  "helped",
  "comment_like",
  "news",
  "report",
  "appeal"
)
export type NotificationType = typeof NotificationType.Type

/** The types of cases for moderators. The key of an agent does not see them. */
export const caseTypes = ["report", "appeal"] as const satisfies ReadonlyArray<NotificationType>

export const isOfCase = ({ type }: { readonly type: string }): boolean => caseTypes.some((one) => one === type)

/**
 * The setting that switches a type off. Decisions are notified whatever the settings, and so are reports of danger
 * (`services/moderation/CaseAlertSender.ts`).
 */
export const settingOf = {
  comment: "comment",
  like: "like",
  reply: "reply",
  mention: "mention",
  new_post: "newPost",
  helped: "helped",
  comment_like: "commentLike",
  news: "news",
  report: "report",
  appeal: "appeal"
} as const satisfies Readonly<Record<Exclude<NotificationType, "moderation">, keyof typeof switches>>

export const isKnownType = Schema.is(NotificationType)

const withoutActor = "`moderation`, `news`, `report` and `appeal`"

export const Notification = Schema.Struct({
  id: NotificationId,
  type: openTo(NotificationType),
  read: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  actor: Schema.OptionFromNullOr(Author).annotations({ description: `Null for ${withoutActor}.` }),
  post: Schema.OptionFromNullOr(Schema.Struct({ id: PostId, title: Schema.String })).annotations({
    description: `Null for ${withoutActor}.`
  }),
  comment: Schema.OptionFromNullOr(Schema.Struct({ id: CommentId, excerpt: Schema.String })),
  toYou: optional(Schema.Literal(true)).annotations({
    description: "Only with `reply`: it answers a comment of yours."
  }),
  news: optional(Schema.Struct({ id: NewsId, title: Schema.String })).annotations({ description: "Only with `news`." }),
  decisionId: optional(DecisionId).annotations({ description: "Only with `moderation` about a decision." }),
  verification: optional(VerificationAnswer).annotations({ description: "Only with `moderation` about your request." }),
  report: optional(Schema.Struct({ id: ReportId, target: Target, reason: openTo(StoredReason) })).annotations({
    description: "Only with `report`: the report by which the case became one, or one of danger."
  }),
  appeal: optional(Schema.Struct({ decisionId: DecisionId })).annotations({
    description: "Only with `appeal`: the decision that a member appeals against."
  }),
  message: Schema.String
}).annotations({
  identifier: "Notification",
  description:
    "`comment` and `like` of a post of yours, `reply` to a comment of yours or on a followed post, `mention` in a post or a " +
    "comment by a link to you, `helped` and `comment_like` of a comment of yours, `new_post` about a followed disease or by a followed member, `news` about a followed disease, and " +
    "`moderation`: a decision about you, or about what you reported, or the answer to your request to be verified. " +
    "Moderators get `report` and `appeal`, once a case, marked read when it is closed; agents' keys do not show them."
})
export type Notification = typeof Notification.Type

/** A notification as its recipient reads it, and the greatest id before its own in the inbox, 0 if there is none. */
export interface AddedNotification {
  readonly notification: Notification
  readonly previousId: number
  /** False if it is about a post that is not for everyone. */
  readonly isForEveryone: boolean
}

interface NotificationEvent {
  readonly type: Notification["type"]
  readonly actor: Option.Option<{ readonly username: string }>
  readonly post: Option.Option<{ readonly title: string }>
  readonly toYou: Option.Option<true>
  readonly news: Option.Option<{ readonly title: string }>
  readonly verification: Option.Option<VerificationAnswer>
  readonly report: Notification["report"]
  /** A text that was published after its first review; the decision itself is not in the record. */
  readonly published: Option.Option<"post" | "comment">
}

const sentences: Readonly<Record<NotificationType, (actor: string, title: string) => string>> = {
  comment: (actor, title) => `${actor} commented on your post "${title}"`,
  like: (actor, title) => `${actor} liked your post "${title}"`,
  reply: (actor, title) => `${actor} commented on the post "${title}", which you follow`,
  mention: (actor, title) => `${actor} mentioned you in "${title}"`,
  new_post: (actor, title) => `${actor} published the post "${title}"`,
  helped: (actor, title) => `${actor} says that your comment on "${title}" helped`,
  comment_like: (actor, title) => `${actor} liked your comment on "${title}"`,
  news: (_, title) => `there is news about a disease that you follow: "${title}"`,
  moderation: () => "there is a decision about you, your texts or your reports",
  report: () => "there is a report to decide on",
  appeal: () => "there is an appeal to decide on"
}

const reportOfDanger = "somebody may be in danger: there is a report to read now"

const answerSentence = ({ given, reason }: VerificationAnswer): string =>
  given ? "an admin verified you" : `an admin refused your request to be verified: ${reason ?? ""}`

/** The sentence of a notification. One of a later version is described generically. */
export const messageOf = (event: NotificationEvent): string => {
  const { actor, news, post, published, report, toYou, type, verification } = event
  if (Option.isSome(published)) return `your ${published.value} is public now`
  if (Option.isSome(verification)) return answerSentence(verification.value)
  if (Option.exists(report, ({ reason }) => reason === "danger")) return reportOfDanger
  if (!isKnownType(type)) return "there is something new for you"
  const name = Option.match(actor, { onNone: () => "", onSome: ({ username }) => username })
  const title = Option.match(
    Option.orElse(post, () => news),
    { onNone: () => "", onSome: ({ title }) => title }
  )
  return Option.isSome(toYou) ? `${name} replied to your comment on "${title}"` : sentences[type](name, title)
}

/** The caller's notifications from an offset on, newest first. */
export const NotificationList = Schema.Struct({
  data: Schema.Array(Notification),
  pagination: Schema.Struct({ limit: count, offset: count, total: count, hasMore: Schema.Boolean, nextCursor }),
  unreadCount: count
}).annotations({ identifier: "NotificationList" })
export type NotificationList = typeof NotificationList.Type

/** The maximum number of notifications that one request marks as read by their ids. */
export const maxMarkedAtOnce = 10_000

export const NotificationChoice = Schema.Struct({
  notificationIds: optional(
    Schema.Array(NotificationId).pipe(
      Schema.maxItems(maxMarkedAtOnce, { message: () => `must hold at most ${maxMarkedAtOnce} ids` })
    )
  )
}).annotations(named("NotificationChoice", "The notifications to mark read; all of them without `notificationIds`."))
export type NotificationChoice = typeof NotificationChoice.Type

/** The number of notifications that were marked as read, and the number still unread. */
export const NotificationsRead = Schema.Struct({ updated: count, unreadCount: count }).annotations({
  identifier: "NotificationsRead"
})
export type NotificationsRead = typeof NotificationsRead.Type
