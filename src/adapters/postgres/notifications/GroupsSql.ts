import type { SqlClient } from "@effect/sql"
import { type Context, Schema } from "effect"
import { CommentId, NotificationId, PostId, type UserId } from "../../../domain/Ids.ts"
import { groupedTypes, type Opened } from "../../../domain/notifications/Inbox.ts"
import type { NotificationsRepo } from "../../../ports/notifications/NotificationsRepo.ts"
import { idArray } from "../Columns.ts"
import { all, Value } from "../Rows.ts"

const Marked = Value("id", NotificationId)
const Group = Schema.Struct({
  postId: PostId,
  read: Schema.Boolean,
  isOfLikes: Schema.Boolean,
  count: Schema.Int,
  people: Schema.Int,
  firstComment: Schema.OptionFromNullOr(CommentId)
})

/** The condition that a notification is the newest of its group, if it is of one (index notifications_recipient_id). */
export const newestOfGroup = (sql: SqlClient.SqlClient, recipientId: UserId) => sql`
  (not ${sql.in("type", groupedTypes)} or id in (
    select max(id) from notifications where recipient_id = ${recipientId} and ${sql.in("type", groupedTypes)}
    group by post_id, type = 'like', read))`

const about = (sql: SqlClient.SqlClient, opened: Opened) => {
  if (opened.kind === "decision") return sql`type = 'moderation' and decision_id = ${opened.id}`
  if (opened.kind === "news") return sql`news_id = ${opened.id}`
  if (opened.kind === "verification") return sql`verification_given is not null`
  return sql`post_id = ${opened.id} and (comment_id is null or comment_id = any(${idArray(sql, opened.comments)}))`
}

/** Reads notifications by what they are about (indexes notifications_unread and notifications_recipient_id). */
export const groupsOf = (
  sql: SqlClient.SqlClient
): Pick<Context.Tag.Service<NotificationsRepo>, "unreadAbout" | "groups"> => ({
  unreadAbout: (recipientId, opened) =>
    sql`
      select id from notifications where recipient_id = ${recipientId} and not read and ${about(sql, opened)}
      order by id`.pipe(all(Marked)),

  groups: (recipientId, postIds) =>
    sql`
      select post_id as "postId", read, type = 'like' as "isOfLikes", count(*)::int, count(distinct actor_id)::int as people,
        min(comment_id) as "firstComment"
      from notifications
      where recipient_id = ${recipientId} and ${sql.in("type", groupedTypes)}
        and post_id = any(${idArray(sql, postIds)})
      group by post_id, type = 'like', read`.pipe(all(Group))
})
