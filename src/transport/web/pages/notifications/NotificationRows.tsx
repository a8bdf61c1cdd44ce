import { Array, Effect, Option } from "effect"
import { CommentId, PostId } from "../../../../domain/Ids.ts"
import { type DecisionAction, isOfMemberOnly } from "../../../../domain/moderation/Target.ts"
import type { NotificationGroup } from "../../../../domain/notifications/Inbox.ts"
import type { Notification, NotificationType } from "../../../../domain/notifications/Notification.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Decisions, type VisibleDecision } from "../../../../services/moderation/Decisions.ts"
import { isNotYet } from "../../../../services/moderation/FirstPosts.ts"
import type { GroupedNotifications } from "../../../../services/notifications/Notifications.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import type { Wording } from "../../Brand.ts"
import { When, Who } from "../../Components.tsx"
import { labelOf, textFor } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { casePath } from "../moderation/Targets.tsx"

/** Notifications that one row shows. */
interface Group {
  readonly newest: Notification
  readonly count: number
  readonly unread: number
  /** The number of different actors. */
  readonly people: number
  /** The page that the row leads to: for replies the oldest of them, where the reader goes on reading. */
  readonly path: string
}

/** Facts that notifications refer to without containing them. */
export interface Known {
  readonly decisions: ReadonlyMap<number, VisibleDecision>
  /** The decisions that published a text which not everyone may read. */
  readonly forSome: ReadonlySet<number>
  /** The verification of the reader, in words. */
  readonly verifiedAs: Option.Option<string>
}

const isReply = ({ type }: Notification) => type === "comment" || type === "reply"

/** The subject of a notification: those of one row have the same. */
const subjectOf = (notification: Notification): string => {
  const { decisionId, id, post, read, type } = notification
  if (Option.isSome(decisionId)) return `decision ${decisionId.value}`
  const kind = isReply(notification) ? "reply" : type
  if (Option.isNone(post) || (kind !== "reply" && kind !== "like")) return `notification ${id}`
  return `${kind} ${post.value.id} ${read}`
}

/** The subject of each of a group. */
const subjectOfGroup = ({ isOfLikes, postId, read }: NotificationGroup) =>
  `${isOfLikes ? "like" : "reply"} ${postId} ${read}`

const commentPath = (id: CommentId) => `/comments/${id}`

const pathTo = ({ appeal, comment, decisionId, news, post, report, type }: Notification): string => {
  if (Option.isSome(report)) return casePath(report.value.target)
  if (Option.isSome(appeal)) return `/decisions/${appeal.value.decisionId}`
  if (Option.isSome(decisionId)) return `/decisions/${decisionId.value}`
  if (Option.isSome(comment)) return commentPath(comment.value.id)
  if (Option.isSome(news)) return `/news/${news.value.id}`
  return Option.match(post, {
    onNone: () => (type === "moderation" ? "/settings/profile" : "/notifications"),
    onSome: ({ id }) => `/posts/${id}`
  })
}

/** The row of notifications of a page, the newest first, which stand for all of a group. */
const groupOf = (listed: Array.NonEmptyReadonlyArray<Notification>, all: NotificationGroup | undefined): Group => {
  const [newest] = listed
  const path = pathTo(Array.lastNonEmpty(listed))
  if (all !== undefined) {
    const { count, firstComment, people } = all
    return {
      newest,
      count,
      unread: all.read ? 0 : count,
      people,
      path: Option.match(firstComment, { onNone: () => path, onSome: commentPath })
    }
  }
  const people = new Set(listed.map(({ actor }) => Option.getOrUndefined(actor)?.id)).size
  return { newest, count: listed.length, unread: listed.filter(({ read }) => !read).length, people, path }
}

/** The rows of a page: replies in one thread, likes of one post and what happened to one decision are together. */
export const groupsOf = ({ data, groups }: GroupedNotifications): ReadonlyArray<Group> => {
  const known = new Map(groups.map((group) => [subjectOfGroup(group), group]))
  return Object.entries(Array.groupBy(data, subjectOf))
    .map(([subject, listed]) => groupOf(listed, known.get(subject)))
    .sort((one, other) => other.newest.id - one.newest.id)
}

type Act = (given: { readonly who: string; readonly what: string }) => string

/** True for the publication of a text of the reader. */
const isOwnPublished = ({ decision: { action, target }, isReported }: VisibleDecision) =>
  action === "publish" && !isReported && target.type !== "user"

/** A decision in words. */
const decided = ({ layout, members, moderation }: Wording, told: VisibleDecision, isForSome: boolean) => {
  const { decision, isReported } = told
  const { action, appeal, automated, target } = decision
  if (isOwnPublished(told) && target.type !== "user")
    return (isForSome ? members.publishedForSome : members.published)[target.type]
  const asksForChange = isNotYet(decision) && action === "hide" && !isReported && target.type !== "user"
  const [texts, member] = isReported ? [members.reported, members.reportedMember] : [members.own, members.you]
  const acts: Readonly<Record<DecisionAction, Act>> = members.acts
  const act = textFor(acts, action)
  const words = asksForChange
    ? members.notYet[target.type]
    : act === undefined
      ? moderation.otherAction
      : act({
          who: automated ? members.program : members.moderator,
          what: isOfMemberOnly(action) ? member : texts[target.type]
        })
  if (appeal?.outcome == null) return words
  return `${words}. ${moderation.appeal}${layout.colon}${moderation.outcomes[appeal.outcome]}`
}

interface Row {
  readonly group: Group
  readonly known: Known
}

/** The event in words, as the link of a row without a title. */
const eventOf = (t: Wording, notification: Notification, known: Known): string => {
  const { appeal, decisionId, report, type, verification } = notification
  if (Option.isSome(appeal)) return t.members.events.appeal
  if (Option.isSome(report)) {
    const reason = labelOf(t.moderation.reasons, report.value.reason, t.moderation.reasons.other)
    return `${t.members.events.report}${t.layout.colon}${reason}`
  }
  if (Option.isSome(verification)) {
    const { given, reason } = verification.value
    if (!given) return `${t.members.notVerified}${t.layout.colon}${reason ?? ""}`
    return Option.match(known.verifiedAs, {
      onNone: () => t.members.verifiedNow,
      onSome: (as) => t.members.verifiedNowAs({ as })
    })
  }
  const decision = Option.flatMapNullable(decisionId, (id) => known.decisions.get(id))
  return Option.match(decision, {
    onNone: () => (type === "moderation" ? t.members.decision : t.members.otherEvent),
    onSome: (told) => decided(t, told, known.forSome.has(told.decision.id))
  })
}

/** The event in words, before the title of its post or its news. */
const Event = ({ group: { count, newest: first, people } }: Pick<Row, "group">) => {
  const { t } = useWebRequest()
  const events: Readonly<Record<NotificationType | "reply_to_you", string>> = t.members.events
  const label = () => {
    const event = Option.isSome(first.toYou) ? "reply_to_you" : first.type
    if (count === 1) return labelOf(events, event, t.members.otherEvent)
    if (first.type === "like") return t.members.othersLike({ count: people - 1 })
    const { anotherReplied, othersReplied, replied } = t.members
    return (people > 2 ? othersReplied : people > 1 ? anotherReplied : replied)({ count })
  }
  return (
    <>
      {Option.isSome(first.actor) ? <Who author={first.actor.value} isBrief /> : null}
      <span>{label()}</span>
    </>
  )
}

/** A row that leads as a whole to what it is about. */
export const NotificationRow = ({ group, known }: Row) => {
  const { t } = useWebRequest()
  const { count, newest: first, path, unread } = group
  const { comment, createdAt, decisionId } = first
  const about = Option.orElse(first.post, () => first.news)
  const hasFace = Option.isSome(about) && Option.isSome(first.actor)
  const told = Option.flatMapNullable(decisionId, (id) => known.decisions.get(id))
  const excerpt = Option.orElse(
    Option.map(told, ({ decision }) => decision.excerpt),
    () => (count === 1 ? Option.map(comment, (one) => one.excerpt) : Option.none())
  )
  return (
    <li class={`row leads${hasFace ? " faced" : ""}${unread > 0 ? " unread" : ""}`}>
      {Option.isSome(about) ? (
        <p class="facts">
          <Event group={group} />
        </p>
      ) : null}
      <a class="strong" href={path} dir="auto">
        {Option.match(about, { onNone: () => eventOf(t, first, known), onSome: ({ title }) => title })}
      </a>
      {Option.isSome(excerpt) && excerpt.value !== "" ? <p dir="auto">{excerpt.value}</p> : null}
      <p class="facts">
        {unread > 0 ? <span class="badge status">{t.members.fresh({ count: unread })}</span> : null}
        <When at={createdAt} ago />
      </p>
    </li>
  )
}

/** Reads the facts that notifications refer to. */
export const makeKnown = Effect.gen(function* () {
  const decisions = yield* Decisions
  const users = yield* Users
  const posts = yield* Posts
  const comments = yield* Comments

  const isForSome = ({ decision: { target } }: VisibleDecision) =>
    Effect.gen(function* () {
      const postId =
        target.type === "comment" ? (yield* comments.get(CommentId.make(target.id))).postId : PostId.make(target.id)
      return (yield* posts.head(postId)).audience !== "everyone"
    }).pipe(
      Effect.catchTags({ CommentNotFound: () => Effect.succeed(false), PostNotFound: () => Effect.succeed(false) })
    )

  return Effect.fnUntraced(function* (data: ReadonlyArray<Notification>) {
    const ids = Array.dedupe(Array.getSomes(data.map(({ decisionId }) => decisionId)))
    const isVerified = data.some(({ verification }) => Option.exists(verification, ({ given }) => given))
    const told = yield* decisions.visibleOf(ids)
    const forSome = yield* Effect.filter(Array.fromIterable(told.values()).filter(isOwnPublished), isForSome)
    const known: Known = {
      decisions: told,
      forSome: new Set(forSome.map(({ decision }) => decision.id)),
      verifiedAs: isVerified ? Option.map((yield* users.me).verified, ({ as }) => as) : Option.none()
    }
    return known
  })
})
