import { Array, type DateTime, Effect, Option, Order } from "effect"
import { type Change, notificationsAdded, notificationsRemoved } from "../../../domain/Change.ts"
import { type DecisionId, NotificationId, type UserId } from "../../../domain/Ids.ts"
import { maxMentions } from "../../../domain/Markdown.ts"
import { isOfCase } from "../../../domain/notifications/Notification.ts"
import {
  type CaseOfNotification,
  type ChangedMentions,
  NotificationsRepo,
  type Shown
} from "../../../ports/notifications/NotificationsRepo.ts"
import { hasRestricted, shownTo as readableBy } from "../Readable.ts"
import type { NotificationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { blocks, byNewest, inboxOf, notificationOf, pageOf } from "../Views.ts"
import { isOf, notifyAuthors } from "../Writes.ts"

const isUnread = ({ read }: NotificationRow) => !read

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

const idsShownTo = (...args: Parameters<typeof shownTo>) => shownTo(...args).map(({ id }) => id)

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
  const hasOutcome = Option.exists(decisions.find(closing), ({ outcome }) => outcome !== null)
  const isClosed = ({ decisionId, reportId, type }: NotificationRow) =>
    Option.exists(reportId, (id) => reports.referred(id).decisionId === closing) ||
    (type === "appeal" && hasOutcome && Option.contains(decisionId, closing))
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

  page: (recipientId, unreadOnly, window, shown = "all") =>
    read((tables) => {
      const all = shownTo(tables, recipientId, shown)
      const unread = all.filter(isUnread)
      const page = pageOf(unreadOnly ? unread : all, byNewest<NotificationId>(), window, (row) =>
        notificationOf(tables, row)
      )
      return { ...page, unreadCount: unread.length }
    }),

  unreadAbout: (recipientId, postId) =>
    read((tables) =>
      inboxOf(tables, recipientId)
        .filter((row) => isUnread(row) && Option.contains(row.postId, postId))
        .map(({ id }) => id)
    ),

  recipientsAbout: (postId) =>
    readAll(({ notifications }) => {
      const about = notifications.where((row) => Option.contains(row.postId, postId))
      return Array.sort(new Set(about.map(({ recipientId }) => recipientId)), Order.number)
    }),

  markRead: (recipientId, ids, shown = "all") =>
    write((tables) => {
      const isChosen = (id: NotificationId) => Option.match(ids, { onNone: () => true, onSome: Array.contains(id) })
      const readable = hasRestricted(tables) ? readableBy(tables, tables.reader) : tables
      const marked = shownTo(readable, recipientId, shown).filter((row) => isUnread(row) && isChosen(row.id))
      for (const row of marked) tables.notifications.set(row.id, { ...row, read: true })
      return marked.map(({ id }) => id)
    }),

  seen: (recipientId, ids, shown) =>
    read((tables) => idsShownTo(tables, recipientId, shown).filter((id) => ids.includes(id))),

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
