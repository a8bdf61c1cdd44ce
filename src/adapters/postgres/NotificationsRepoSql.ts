import { SqlClient, SqlSchema } from "@effect/sql"
import { Array, Effect, Layer, Order, Schema } from "effect"
import { Blocked } from "../../domain/BatchResult.ts"
import { DecisionId, NotificationId, UserId } from "../../domain/Ids.ts"
import { NotificationKey } from "../../domain/Lists.ts"
import { messageOf, Notification } from "../../domain/Notification.ts"
import { pageFromOverfetch } from "../../domain/Page.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { actor, time } from "./Columns.ts"
import { idArray } from "./Conditions.ts"
import { orUnavailable } from "./connection/Failures.ts"
import { keysetFields, limitClause } from "./Keyset.ts"

/** The first key of the advisory lock of an inbox, which batches take too (`migrations/functions/batched_writes.sql`). */
const notificationsLock = 2

/** A notification as it is stored. Its sentence is derived from the other fields. */
const Row = Notification.omit("message")

const notificationOf = (row: typeof Row.Type): Notification => ({ ...row, message: messageOf(row) })

const columns = (
  sql: SqlClient.SqlClient
) => sql`told.id, told.type, told.read, ${time(sql, "told.created_at")} as "createdAt",
    told.decision_id as "decisionId",
    case when users.id is not null then ${actor(sql)} end as actor,
    case when posts.id is not null then json_build_object('id', posts.id, 'title', posts.title) end as post,
    case when comments.id is not null then
      json_build_object('id', comments.id, 'excerpt', comments.excerpt) end as comment`

const joins = (sql: SqlClient.SqlClient) => sql`left join users on users.id = told.actor_id
    left join posts on posts.id = told.post_id
    left join comments on comments.id = told.comment_id`

/** A count of an inbox. A recipient without notifications may have no row (primary key of inbox_counts). */
const countOf = (sql: SqlClient.SqlClient, recipientId: number, count: "notifications" | "unread") =>
  sql`coalesce((select ${sql(count)} from inbox_counts where recipient_id = ${recipientId}), 0)`

/**
 * Lists an inbox by one statement, so that items and counts are of one snapshot. Only the rows of the page are joined
 * (indexes notifications_recipient_id and notifications_unread).
 */
const listInbox = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: Schema.Struct({
      recipientId: UserId,
      unreadOnly: Schema.Boolean,
      ...keysetFields(NotificationKey)
    }),
    Result: Schema.Struct({ items: Schema.Array(Row), total: Schema.Int, unreadCount: Schema.Int }),
    execute: ({ recipientId, unreadOnly, ...window }) => {
      const listed = unreadOnly ? sql`recipient_id = ${recipientId} and not read` : sql`recipient_id = ${recipientId}`
      const behind = window.after === undefined ? listed : sql`${listed} and id < ${window.after.id}`
      return sql`select
            ${countOf(sql, recipientId, unreadOnly ? "unread" : "notifications")} as total,
            ${countOf(sql, recipientId, "unread")} as "unreadCount",
            (select coalesce(json_agg(page), '[]') from (
              select ${columns(sql)} from (
                select * from notifications where ${behind} order by id desc ${limitClause(sql, window)}
              ) told ${joins(sql)}
              order by told.id desc
            ) page) as items`
    }
  })

/** Locks rows in the order of their ids: otherwise two calls that mark the same ones could deadlock. */
const markNotificationsRead = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ recipientId: UserId, ids: Schema.OptionFromNullOr(Schema.Array(NotificationId)) }),
    Result: Schema.Struct({ id: NotificationId }),
    execute: ({ ids, recipientId }) =>
      sql`with unread as (
            select id from notifications
            where recipient_id = ${recipientId} and not read
              ${ids === null ? sql`` : sql`and id = any(${idArray(sql, ids)})`}
            order by id for update
          ), marked as (
            update notifications set read = true from unread where notifications.id = unread.id
            returning notifications.id
          )
          select id from marked order by id`
  })

// Index notifications_recipient_id.
const notificationsAfter = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ recipientId: UserId, id: Schema.Int, limit: Schema.Int }),
    Result: Row,
    execute: ({ id, limit, recipientId }) =>
      sql`select ${columns(sql)} from (
            select * from notifications where recipient_id = ${recipientId} and id > ${id} order by id limit ${limit}
          ) told ${joins(sql)}
          order by told.id`
  })

const positionOf = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: UserId,
    Result: Schema.Struct({ newestId: Schema.Int, unreadCount: Schema.Int }),
    execute: (recipientId) => sql`select
      (select coalesce(max(id), 0) from notifications where recipient_id = ${recipientId}) as "newestId",
      ${countOf(sql, recipientId, "unread")} as "unreadCount"`
  })

const addOfDecision = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ decisionId: DecisionId, recipients: Schema.Array(UserId), at: Schema.DateTimeUtc }),
    Result: Schema.Struct({ id: NotificationId, recipientId: UserId }),
    execute: ({ at, decisionId, recipients }) => sql`
      with stored as (
        insert into notifications (recipient_id, type, decision_id, created_at)
        select id, 'moderation', ${decisionId}::int, ${at}::timestamptz from users
        where id = any(${idArray(sql, recipients)}) order by id
        returning id, recipient_id
      )
      select id, recipient_id as "recipientId" from stored order by id`
  })

const lockInbox = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: UserId,
    Result: Schema.Struct({ isLocked: Schema.Boolean }),
    execute: (recipientId) => sql`select pg_try_advisory_xact_lock(${notificationsLock}, ${recipientId}) as "isLocked"`
  })

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const after = notificationsAfter(sql)
  const list = listInbox(sql)
  const lockOne = lockInbox(sql)
  const lock = (recipientId: UserId) =>
    Effect.flatMap(orUnavailable(lockOne(recipientId)), ({ isLocked }) =>
      isLocked ? Effect.void : new Blocked({ by: `inbox ${recipientId}` })
    )
  const add = addOfDecision(sql)
  const markRead = markNotificationsRead(sql)
  const position = positionOf(sql)

  return NotificationsRepo.of({
    lock,
    addModeration: (decisionId, recipients, at) =>
      Effect.zipRight(
        Effect.forEach(Array.sort(new Set(recipients), Order.number), lock, { discard: true }),
        orUnavailable(add({ decisionId, recipients, at }))
      ),
    page: (recipientId, unreadOnly, window) =>
      orUnavailable(
        Effect.map(list({ recipientId, unreadOnly, ...window }), ({ items, total, unreadCount }) => ({
          ...pageFromOverfetch(Array.map(items, notificationOf), total, window, ({ id }): NotificationKey => ({ id })),
          unreadCount
        }))
      ),
    markRead: (recipientId, ids) =>
      orUnavailable(
        Effect.map(
          markRead({ recipientId, ids }),
          Array.map(({ id }) => id)
        )
      ),
    after: (recipientId, id, limit) =>
      orUnavailable(Effect.map(after({ recipientId, id, limit }), Array.map(notificationOf))),
    position: (recipientId) => orUnavailable(position(recipientId))
  })
})

/** Notifications in PostgreSQL. */
export const layer = Layer.effect(NotificationsRepo, make)
