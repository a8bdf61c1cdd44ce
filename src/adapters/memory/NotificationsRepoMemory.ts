import { Array, Effect, Option, Order } from "effect"
import { NotificationId, type UserId } from "../../domain/Ids.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import type { NotificationRow } from "./Rows.ts"
import { inMemory } from "./Store.ts"
import type { Tables } from "./Tables.ts"
import { byNewest, inboxOf, notificationOf, pageOf } from "./Views.ts"

const isUnread = ({ read }: NotificationRow) => !read

type About = Pick<NotificationRow, "createdAt" | "decisionId" | "verification">

/** Adds notifications without an actor and a post. */
const add = ({ notifications, users }: Tables, recipients: ReadonlyArray<UserId>, about: About) =>
  Array.sort(new Set(recipients), Order.number)
    .filter((recipientId) => users.has(recipientId))
    .map((recipientId) => {
      const id = NotificationId.make(++notifications.lastId)
      notifications.set(id, {
        ...about,
        id,
        type: "moderation",
        recipientId,
        actorId: Option.none(),
        actorKind: "human",
        postId: Option.none(),
        commentId: Option.none(),
        read: false
      })
      return { id, recipientId }
    })

export const layer = inMemory(NotificationsRepo, ({ read, write }) => ({
  lock: () => Effect.void, // transactions in memory run one at a time

  addModeration: (decisionId, recipients, createdAt) =>
    write((tables) =>
      add(tables, recipients, { decisionId: Option.some(decisionId), verification: Option.none(), createdAt })
    ),

  addAnswer: (answer, recipientId, createdAt) =>
    write((tables) =>
      add(tables, [recipientId], { decisionId: Option.none(), verification: Option.some(answer), createdAt })
    ),

  page: (recipientId, unreadOnly, window) =>
    read((tables) => {
      const all = inboxOf(tables, recipientId)
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

  markRead: (recipientId, ids) =>
    write((tables) => {
      const isChosen = (id: NotificationId) => Option.match(ids, { onNone: () => true, onSome: Array.contains(id) })
      const marked = inboxOf(tables, recipientId).filter((row) => isUnread(row) && isChosen(row.id))
      for (const row of marked) tables.notifications.set(row.id, { ...row, read: true })
      return marked.map(({ id }) => id)
    }),

  after: (recipientId, id, limit) =>
    read((tables) =>
      inboxOf(tables, recipientId)
        .filter((row) => row.id > id)
        .slice(0, limit)
        .map((row) => notificationOf(tables, row))
    ),

  position: (recipientId) =>
    read((tables) => {
      const all = inboxOf(tables, recipientId)
      return { newestId: all.at(-1)?.id ?? 0, unreadCount: all.filter(isUnread).length }
    })
}))
