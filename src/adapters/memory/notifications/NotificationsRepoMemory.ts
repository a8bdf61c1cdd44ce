import { Array, type DateTime, Effect, Option, Order } from "effect"
import { type Change, notificationsAdded, notificationsRemoved } from "../../../domain/Change.ts"
import { type DecisionId, NotificationId, type PostId, type UserId } from "../../../domain/Ids.ts"
import { maxMentions } from "../../../domain/Markdown.ts"
import { groupedTypes, type NotificationGroup, type Opened } from "../../../domain/notifications/Inbox.ts"
import { isOfCase } from "../../../domain/notifications/Notification.ts"
import {
  type CaseOfNotification,
  type ChangedMentions,
  NotificationsRepo,
  type Shown
} from "../../../ports/notifications/NotificationsRepo.ts"
import { isOpenAppeal } from "../moderation/CaseAlertsRepoMemory.ts"
import { hasRestricted, shownTo as readableBy } from "../Readable.ts"
import type { NotificationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { blocks, byNewest, inboxOf, notificationOf, pageOf } from "../Views.ts"
import { isOf, notifyAuthors } from "../Writes.ts"

const isUnread = ({ read }: NotificationRow) => !read

const isGroupable = ({ type }: NotificationRow) => Array.contains<string>(groupedTypes, type)

/** The groups of notifications, each oldest first. */
const groupsIn = (rows: ReadonlyArray<NotificationRow>) =>
  Object.values(
    Array.groupBy(
      rows.filter(isGroupable),
      ({ postId, read, type }) => `${type === "like"} ${Option.getOrUndefined(postId)} ${read}`
    )
  )

/** The groups of a recipient about these posts: see `NotificationsRepo.groups`. */
const groupsOf = (
  tables: Tables,
  recipientId: UserId,
  postIds: ReadonlyArray<PostId>
): ReadonlyArray<NotificationGroup> =>
  groupsIn(inboxOf(tables, recipientId)).flatMap((group) =>
    Option.toArray(Option.filter(group[0].postId, (id) => postIds.includes(id))).map((postId) => ({
      postId,
      read: group[0].read,
      isOfLikes: group[0].type === "like",
      count: group.length,
      people: new Set(group.map(({ actorId }) => Option.getOrNull(actorId))).size,
      firstComment: Array.head(Array.sort(Array.getSomes(group.map(({ commentId }) => commentId)), Order.number))
    }))
  )

const isAbout = ({ commentId, decisionId, newsId, postId, type, verification }: NotificationRow, opened: Opened) => {
  if (opened.kind === "decision") return type === "moderation" && Option.contains(decisionId, opened.id)
  if (opened.kind === "news") return Option.contains(newsId, opened.id)
  if (opened.kind === "verification") return Option.isSome(verification)
  return (
    Option.contains(postId, opened.id) &&
    Option.match(commentId, { onNone: () => true, onSome: (id) => opened.comments.includes(id) })
  )
}

type About = Pick<NotificationRow, "createdAt" | "type"> &
  Partial<Pick<NotificationRow, "decisionId" | "newsId" | "reportId" | "verification">>

const aboutNothing = {
  decisionId: Option.none(),
  newsId: Option.none(),
  reportId: Option.none(),
  verification: Option.none()
}

/** The notifications that a caller sees, oldest first. */
const shownTo = (tables: Tables, recipientId: UserId, shown: Shown) =>
  inboxOf(tables, recipientId).filter((row) => shown === "all" || !isOfCase(row))

/** Adds notifications without an actor and a post. */
export const addWithoutActor = ({ notifications, users }: Tables, recipients: ReadonlyArray<UserId>, about: About) =>
  Array.sort(new Set(recipients), Order.number)
    .filter((recipientId) => users.has(recipientId))
    .map((recipientId) => {
      const id = NotificationId.make(++notifications.lastId)
      notifications.set(id, {
        ...aboutNothing,
        ...about,
        id,
        recipientId,
        actorId: Option.none(),
        actorKind: "human",
        postId: Option.none(),
        commentId: Option.none(),
        toYou: Option.none(),
        read: false
      })
      return { id, recipientId }
    })

/** Notes and notifies whom a changed text mentions: see `NotificationsRepo.mention`. */
const mentionMore = (tables: Tables, { about, actorKind, at: createdAt, editorId, mentions }: ChangedMentions) => {
  const commentId = about.type === "comment" ? Option.some(about.id) : Option.none()
  const row = about.type === "comment" ? tables.comments.referred(about.id) : tables.posts.referred(about.id)
  const postId = about.type === "comment" ? tables.comments.referred(about.id).postId : about.id
  const mentioned = Array.dedupe([...row.mentioned, ...mentions]).slice(0, maxMentions)
  if (about.type === "comment") tables.comments.change(about.id, (comment) => ({ ...comment, mentioned }))
  else tables.posts.change(about.id, (post) => ({ ...post, mentioned }))
  const fresh = mentioned.filter(
    (id) => !row.mentioned.includes(id) && id !== editorId && !blocks(tables, id, editorId)
  )
  return notifyAuthors(
    tables,
    { type: "mention", actorId: row.authorId, actorKind, postId, commentId, createdAt },
    fresh
  )
}

/** Notifies whom published texts concern: see `NotificationsRepo.tellOfPublished`. */
const tellOfPublished = (
  tables: Tables,
  published: ReadonlyArray<Change>,
  createdAt: DateTime.Utc
): ReadonlyArray<Change> =>
  published.flatMap(({ id, kind }) => {
    if (kind === "post_published") {
      const { authorId: actorId, authorKind: actorKind, mentioned } = tables.posts.referred(id)
      const event = { type: "mention", actorId, actorKind, postId: id, commentId: Option.none(), createdAt } as const
      return notifyAuthors(tables, event, mentioned)
    }
    if (kind !== "comment_published") return []
    const { authorId: actorId, authorKind: actorKind, mentioned, postId } = tables.comments.referred(id)
    const event = { type: "comment", actorId, actorKind, postId, commentId: Option.some(id), createdAt } as const
    return notifyAuthors(tables, event, mentioned)
  })

/** Notifies members of a case: see `NotificationsRepo.addCase`. */
const addCase = (
  tables: Tables,
  about: CaseOfNotification,
  recipients: ReadonlyArray<UserId>,
  createdAt: DateTime.Utc
): ReadonlyArray<Change> => {
  const { notifications, reports } = tables
  if (about.kind === "appeal") {
    const appeal = { type: "appeal", decisionId: Option.some(about.id), createdAt } as const
    return notificationsAdded(addWithoutActor(tables, recipients, appeal))
  }
  const isOfTarget = isOf(reports.referred(about.id).target)
  const earlier = notifications.where(({ reportId }) =>
    Option.exists(reportId, (id) => {
      const report = reports.referred(id)
      return report.decisionId === null && isOfTarget(report)
    })
  )
  for (const { id } of earlier) notifications.delete(id)
  const removed = notificationsRemoved(0, Array.dedupe(earlier.map(({ recipientId }) => recipientId)))
  const report = { type: "report", reportId: Option.some(about.id), createdAt } as const
  return [...removed, ...notificationsAdded(addWithoutActor(tables, recipients, report))]
}

/** Marks the notifications of closed cases as read: see `NotificationsRepo.closeCases`. */
const closeCases = ({ decisions, notifications, reports }: Tables, closing: DecisionId): ReadonlyArray<Change> => {
  const isAppealOver = !Option.exists(decisions.find(closing), isOpenAppeal)
  const isClosed = ({ decisionId, reportId, type }: NotificationRow) =>
    Option.exists(reportId, (id) => reports.referred(id).decisionId === closing) ||
    (type === "appeal" && isAppealOver && Option.contains(decisionId, closing))
  const closed = notifications.where((row) => isUnread(row) && isClosed(row))
  for (const row of closed) notifications.set(row.id, { ...row, read: true })
  return closed.map(({ id, recipientId }) => ({ kind: "notifications_read", id, userId: recipientId }))
}

/** Deletes the notifications of cases of a member: see `NotificationsRepo.removeCases`. */
const removeCases = ({ notifications }: Tables, recipientId: UserId): ReadonlyArray<Change> => {
  const isGone = (row: NotificationRow) => row.recipientId === recipientId && isOfCase(row)
  const removed = notificationsRemoved(0, notifications.some(isGone) ? [recipientId] : [])
  notifications.deleteWhere(isGone)
  return removed
}

/** Marks notifications as read: see `NotificationsRepo.markRead`. */
const markRead = (
  tables: Tables,
  ...[recipientId, ids, shown = "all", upTo = Number.POSITIVE_INFINITY]: Parameters<
    NotificationsRepo["Type"]["markRead"]
  >
): ReadonlyArray<NotificationId> => {
  const isChosen = (id: NotificationId) =>
    id <= upTo && Option.match(ids, { onNone: () => true, onSome: Array.contains(id) })
  const readable = hasRestricted(tables) ? readableBy(tables, tables.reader) : tables
  const marked = shownTo(readable, recipientId, shown).filter((row) => isUnread(row) && isChosen(row.id))
  for (const row of marked) tables.notifications.set(row.id, { ...row, read: true })
  return marked.map(({ id }) => id)
}

export const layer = inMemory(NotificationsRepo, ({ read, readAll, write }) => ({
  lock: () => Effect.void, // transactions in memory run one at a time

  addModeration: (decisionId, recipients, createdAt) =>
    write((tables) =>
      addWithoutActor(tables, recipients, { type: "moderation", decisionId: Option.some(decisionId), createdAt })
    ),

  addAnswer: (answer, recipientId, createdAt) =>
    write((tables) =>
      addWithoutActor(tables, [recipientId], { type: "moderation", verification: Option.some(answer), createdAt })
    ),

  mention: (changed) => write((tables) => mentionMore(tables, changed)),

  tellOfPublished: (changes, at) => write((tables) => tellOfPublished(tables, changes, at)),

  addCase: (about, recipients, at) => write((tables) => addCase(tables, about, recipients, at)),

  removeCases: (recipientId) => write((tables) => removeCases(tables, recipientId)),

  closeCases: (decisionId) => write((tables) => closeCases(tables, decisionId)),

  page: (recipientId, unreadOnly, window, shown = "all", isGrouped = false) =>
    read((tables) => {
      const all = shownTo(tables, recipientId, shown)
      const unread = all.filter(isUnread)
      const counted = unreadOnly ? unread : all
      const newest = new Set(groupsIn(all).map((group) => Array.lastNonEmpty(group).id))
      const listed = isGrouped ? counted.filter((row) => !isGroupable(row) || newest.has(row.id)) : counted
      const page = pageOf(listed, byNewest<NotificationId>(), window, (row) => notificationOf(tables, row))
      return { ...page, total: counted.length, unreadCount: unread.length }
    }),

  groups: (recipientId, postIds) => read((tables) => groupsOf(tables, recipientId, postIds)),

  unreadAbout: (recipientId, opened) =>
    read((tables) =>
      inboxOf(tables, recipientId)
        .filter((row) => isUnread(row) && isAbout(row, opened))
        .map(({ id }) => id)
    ),

  recipientsAbout: (postId) =>
    readAll(({ notifications }) => {
      const about = notifications.where((row) => Option.contains(row.postId, postId))
      return Array.sort(new Set(about.map(({ recipientId }) => recipientId)), Order.number)
    }),

  markRead: (...chosen) => write((tables) => markRead(tables, ...chosen)),

  seen: (recipientId, ids, shown) =>
    read((tables) => shownTo(tables, recipientId, shown).flatMap(({ id }) => (ids.includes(id) ? [id] : []))),

  after: (recipientId, id, limit) =>
    read((tables) =>
      inboxOf(tables, recipientId)
        .filter((row) => row.id > id)
        .slice(0, limit)
        .map((row) => notificationOf(tables, row))
    ),

  position: (recipientId, shown = "all") =>
    read((tables) => {
      const newest = inboxOf(tables, recipientId).at(-1)
      return { newestId: newest?.id ?? 0, unreadCount: shownTo(tables, recipientId, shown).filter(isUnread).length }
    })
}))
