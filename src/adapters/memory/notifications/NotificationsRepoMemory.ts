import { Array, Effect, Option, Order } from "effect"
import { NotificationId, type UserId } from "../../../domain/Ids.ts"
import { maxMentions } from "../../../domain/Markdown.ts"
import { type ChangedMentions, NotificationsRepo } from "../../../ports/notifications/NotificationsRepo.ts"
import type { NotificationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { blocks, byNewest, inboxOf, notificationOf, pageOf } from "../Views.ts"
import { notifyAuthors } from "../Writes.ts"

const isUnread = ({ read }: NotificationRow) => !read

type About = Pick<NotificationRow, "createdAt" | "decisionId" | "newsId" | "type" | "verification">

const aboutModeration = {
  type: "moderation" as const,
  decisionId: Option.none(),
  newsId: Option.none(),
  verification: Option.none()
}

/** Adds notifications without an actor and a post. */
export const addWithoutActor = ({ notifications, users }: Tables, recipients: ReadonlyArray<UserId>, about: About) =>
  Array.sort(new Set(recipients), Order.number)
    .filter((recipientId) => users.has(recipientId))
    .map((recipientId) => {
      const id = NotificationId.make(++notifications.lastId)
      notifications.set(id, {
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

export const layer = inMemory(NotificationsRepo, ({ read, write }) => ({
  lock: () => Effect.void, // transactions in memory run one at a time

  addModeration: (decisionId, recipients, createdAt) =>
    write((tables) =>
      addWithoutActor(tables, recipients, { ...aboutModeration, decisionId: Option.some(decisionId), createdAt })
    ),

  addAnswer: (answer, recipientId, createdAt) =>
    write((tables) =>
      addWithoutActor(tables, [recipientId], { ...aboutModeration, verification: Option.some(answer), createdAt })
    ),

  mention: (changed) => write((tables) => mentionMore(tables, changed)),

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
