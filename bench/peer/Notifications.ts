import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { single, statement } from "./Database.ts"

interface NotificationRow {
  readonly id: number
  readonly type: "comment" | "like"
  readonly read: boolean
  readonly created_at: Date
  readonly actor_id: number
  readonly username: string
  readonly role: string
  readonly post_id: number
  readonly title: string
  readonly comment_id: number | null
  readonly excerpt: string | null
}

export const notificationOf = (row: NotificationRow) => ({
  id: row.id,
  type: row.type,
  read: row.read,
  createdAt: row.created_at,
  actor: { id: row.actor_id, username: row.username, role: row.role },
  post: { id: row.post_id, title: row.title },
  comment: row.comment_id === null ? null : { id: row.comment_id, excerpt: row.excerpt },
  message: `${row.username} ${row.type === "comment" ? "commented on" : "liked"} your post "${row.title}"`
})

const newest = statement<NotificationRow>(
  "notifications",
  `select told.id, told.type, told.read, told.created_at, told.actor_id, users.username, users.role, told.post_id,
     posts.title, told.comment_id, comments.excerpt
   from (
     select * from notifications where recipient_id = $1 and (not $2 or not read) order by id desc limit $3 offset $4
   ) told
   join users on users.id = told.actor_id
   join posts on posts.id = told.post_id
   left join comments on comments.id = told.comment_id
   order by told.id desc`
)

const counted = single<{ readonly total: number; readonly unread: number }>(
  "count notifications",
  `select count(*) as total, count(*) filter (where not read) as unread from notifications where recipient_id = $1`
)

export interface InboxQuery {
  readonly unreadOnly: boolean
  readonly limit: number
  readonly offset: number
}

/** One's own notifications, newest first. */
export const inbox = async (recipient: number, { limit, offset, unreadOnly }: InboxQuery) => {
  const [rows, counts] = await Promise.all([newest(recipient, unreadOnly, limit, offset), counted(recipient)])
  const unread = counts?.unread ?? 0
  const total = unreadOnly ? unread : (counts?.total ?? 0)
  return {
    data: rows.map(notificationOf),
    pagination: { limit, offset, total, hasMore: offset + limit < total },
    unreadCount: unread
  }
}

const emitter = new EventEmitter().setMaxListeners(0)

const event = (name: string, data: unknown, id?: number) =>
  `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** Tells the open streams of the recipient, after the commit. */
export const publish = (recipient: number, notification: ReturnType<typeof notificationOf>) =>
  emitter.emit(String(recipient), event("notification", notification, notification.id))

const open = new Set<ServerResponse>()
setInterval(() => {
  for (const response of open) response.write(": ping\n\n")
}, 15_000).unref()

/**
 * Keeps a response open and writes the events that come. Notifications that came while the client was away are not
 * replayed.
 */
export const follow = async (recipient: number, response: ServerResponse) => {
  const counts = await counted(recipient)
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  response.write(`retry: 3000\n\n${event("connected", { userId: recipient, unreadCount: counts?.unread ?? 0 })}`)
  const write = (text: string) => response.write(text)
  emitter.on(String(recipient), write)
  open.add(response)
  response.on("close", () => {
    emitter.off(String(recipient), write)
    open.delete(response)
  })
}
