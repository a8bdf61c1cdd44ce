import { Array, Effect, HashMap, Layer, Option, Order } from "effect"
import { NotificationId, type UserId } from "../../domain/Ids.ts"
import { messageOf, type Notification } from "../../domain/Notification.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { authorAs, byNewest, oldestFirst, pageOf } from "./RowMapping.ts"
import type { NotificationRow } from "./Rows.ts"
import { type Step, Store } from "./Store.ts"
import { referred, type Tables, withNew, withRow } from "./Tables.ts"

const notificationOf = (tables: Tables, row: NotificationRow): Notification => {
  const comment = Option.map(row.commentId, (id) => referred(tables.comments, id))
  const kinds = [row.actorKind, ...Option.toArray(Option.map(comment, ({ authorKind }) => authorKind))]
  const kind = kinds.includes("agent") ? "agent" : "human"
  const facts = {
    type: row.type,
    actor: Option.map(row.actorId, (id) => authorAs(tables, id, kind)),
    post: Option.map(row.postId, (id) => ({ id, title: referred(tables.posts, id).title }))
  }
  return {
    id: row.id,
    ...facts,
    read: row.read,
    createdAt: row.createdAt,
    comment: Option.map(comment, ({ content, id }) => ({ id, excerpt: content.excerpt })),
    decisionId: row.decisionId,
    message: messageOf(facts)
  }
}

const ofRecipient = (tables: Tables, id: UserId): ReadonlyArray<NotificationRow> =>
  Array.filter(HashMap.values(tables.notifications.rows), ({ recipientId }) => recipientId === id)

const isUnread = ({ read }: NotificationRow) => !read

/** Stores the notification of a decision, and gives its id with the recipient. */
const addOfDecision = (
  tables: Tables,
  row: Pick<NotificationRow, "createdAt" | "decisionId" | "recipientId">
): readonly [{ readonly id: NotificationId; readonly recipientId: UserId }, Tables] => {
  const id = NotificationId.make(tables.notifications.lastId + 1)
  const added: NotificationRow = {
    ...row,
    id,
    type: "moderation",
    actorId: Option.none(),
    actorKind: "human",
    postId: Option.none(),
    commentId: Option.none(),
    read: false
  }
  return [
    { id, recipientId: row.recipientId },
    { ...tables, notifications: withNew(tables.notifications, id, added) }
  ]
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return NotificationsRepo.of({
    lock: () => Effect.void, // transactions in memory run one at a time

    addModeration: (decisionId, recipients, createdAt) =>
      store.write((tables) => {
        const present = [...new Set(recipients)].filter((id) => HashMap.has(tables.users.rows, id))
        const [after, added] = Array.mapAccum(Array.sort(present, Order.number), tables, (before, recipientId) => {
          const [one, next] = addOfDecision(before, { createdAt, decisionId: Option.some(decisionId), recipientId })
          return [next, one]
        })
        return [Effect.succeed(added), after]
      }),

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
