import { Array, Effect, HashMap, Layer, Option } from "effect"
import type { NotificationId, UserId } from "../../domain/Ids.ts"
import { messageOf, type Notification } from "../../domain/Notification.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { authorAs, byNewest, oldestFirst, pageOf } from "./RowMapping.ts"
import type { NotificationRow } from "./Rows.ts"
import { type Step, Store } from "./Store.ts"
import { referred, type Tables, withRow } from "./Tables.ts"

const notificationOf = (tables: Tables, row: NotificationRow): Notification => {
  const comment = Option.map(row.commentId, (id) => referred(tables.comments, id))
  const kinds = [row.actorKind, ...Option.toArray(Option.map(comment, ({ authorKind }) => authorKind))]
  const facts = {
    type: Option.isSome(comment) ? ("comment" as const) : ("like" as const),
    actor: authorAs(tables, row.actorId, kinds.includes("agent") ? "agent" : "human"),
    post: { id: row.postId, title: referred(tables.posts, row.postId).title }
  }
  return {
    id: row.id,
    ...facts,
    read: row.read,
    createdAt: row.createdAt,
    comment: Option.map(comment, ({ content, id }) => ({ id, excerpt: content.excerpt })),
    message: messageOf(facts)
  }
}

const ofRecipient = (tables: Tables, id: UserId): ReadonlyArray<NotificationRow> =>
  Array.filter(HashMap.values(tables.notifications.rows), ({ recipientId }) => recipientId === id)

const isUnread = ({ read }: NotificationRow) => !read

const make = Effect.gen(function* () {
  const store = yield* Store

  return NotificationsRepo.of({
    lock: () => Effect.void, // transactions in memory run one at a time

    page: (recipientId, unreadOnly, window) =>
      Effect.map(store.tables, (tables) => {
        const all = ofRecipient(tables, recipientId)
        const unread = all.filter(isUnread)
        const listed = unreadOnly ? unread : all
        return {
          ...pageOf(listed, byNewest<NotificationId>(), window, (row) => notificationOf(tables, row)),
          unreadCount: unread.length
        }
      }),

    markRead: (recipientId, ids) =>
      store.write((tables): Step<ReadonlyArray<NotificationId>> => {
        const chosen = Option.map(ids, (listed) => new Set(listed))
        const unread = ofRecipient(tables, recipientId).filter(
          (row) =>
            isUnread(row) &&
            Option.getOrElse(
              Option.map(chosen, (listed) => listed.has(row.id)),
              () => true
            )
        )
        const notifications = unread.reduce(
          (table, row) => withRow(table, row.id, { ...row, read: true }),
          tables.notifications
        )
        const marked = Array.sort(unread, oldestFirst).map(({ id }) => id)
        return [Effect.succeed(marked), { ...tables, notifications }]
      }),

    after: (recipientId, id, limit) =>
      Effect.map(store.tables, (tables) => {
        const newer = ofRecipient(tables, recipientId).filter((row) => row.id > id)
        return Array.take(Array.sort(newer, oldestFirst), limit).map((row) => notificationOf(tables, row))
      }),

    position: (recipientId) =>
      Effect.map(store.tables, (tables) => {
        const all = ofRecipient(tables, recipientId)
        const newestId = all.reduce((newest, { id }) => Math.max(newest, id), 0)
        return { newestId, unreadCount: all.filter(isUnread).length }
      })
  })
})

/** Notifications in memory. */
export const layer = Layer.effect(NotificationsRepo, make)
