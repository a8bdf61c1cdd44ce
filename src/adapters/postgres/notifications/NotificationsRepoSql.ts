import type { SqlClient } from "@effect/sql"
import { Array, type DateTime, Effect, Option, Schema } from "effect"
import { optional } from "../../../domain/Fields.ts"
import { type DecisionId, NotificationId, UserId } from "../../../domain/Ids.ts"
import type { NotificationKey } from "../../../domain/Lists.ts"
import { messageOf, Notification } from "../../../domain/notifications/Notification.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import { NotificationsRepo } from "../../../ports/notifications/NotificationsRepo.ts"
import { advisoryLocks } from "../AdvisoryLocks.ts"
import { actor, idArray, time } from "../Columns.ts"
import { all, Changed, changesIn, inDatabase, iso, limitClause, lockInboxes, one, tryLock, Value } from "../Rows.ts"

/** A notification as it is stored. Its sentence is derived from the other fields. */
export const Row = Schema.Struct({
  ...Notification.omit("message").fields,
  /** The kind of text that the decision has published. */
  published: optional(Schema.Literal("post", "comment"))
})

export const notificationOf = ({ published, ...row }: typeof Row.Type): Notification => ({
  ...row,
  message: messageOf({ ...row, published })
})

const columns = (
  sql: SqlClient.SqlClient
) => sql`inbox.id, inbox.type, inbox.read, ${time(sql, "inbox.created_at")} as "createdAt",
    inbox.decision_id as "decisionId", case when inbox.to_you then true end as "toYou", case when inbox.verification_given is not null then
      json_build_object('given', inbox.verification_given, 'reason', inbox.verification_reason) end as verification,
    (select target_type from decisions
      where id = inbox.decision_id and action = 'publish' and subject_id = inbox.recipient_id) as published,
    case when users.id is not null then ${actor(sql)} end as actor,
    case when posts.id is not null then json_build_object('id', posts.id, 'title', posts.title) end as post,
    case when news.id is not null then json_build_object('id', news.id, 'title', news.title) end as news,
    case when comments.id is not null then
      json_build_object('id', comments.id, 'excerpt', comments.excerpt) end as comment`

const joins = (sql: SqlClient.SqlClient) => sql`left join users on users.id = inbox.actor_id
    left join posts on posts.id = inbox.post_id
    left join comments on comments.id = inbox.comment_id
    left join news on news.id = inbox.news_id`

/** A count of an inbox. A recipient without notifications may have no row (primary key of inbox_counts). */
const countOf = (sql: SqlClient.SqlClient, recipientId: number, count: "notifications" | "unread") =>
  sql`coalesce((select ${sql(count)} from inbox_counts where recipient_id = ${recipientId}), 0)`

const Inbox = Schema.Struct({ items: Schema.Array(Row), total: Schema.Int, unreadCount: Schema.Int })
const Position = Schema.Struct({ newestId: Schema.Int, unreadCount: Schema.Int })
const Marked = Value("id", NotificationId)
/** What a notification without an actor is about: a decision, or an answer. */
interface About {
  readonly decisionId?: DecisionId | null
  readonly given?: boolean | null
  readonly reason?: string | null
}

const Added = Schema.Struct({ id: NotificationId, recipientId: UserId })

/**
 * Selects a page by one statement, so that items and counts are of one snapshot. Only the rows of the page are joined
 * (indexes notifications_recipient_id and notifications_unread).
 */
const selectPage = (
  sql: SqlClient.SqlClient,
  recipientId: UserId,
  unreadOnly: boolean,
  window: PageSlice<NotificationKey>
) => {
  const listed = unreadOnly ? sql`recipient_id = ${recipientId} and not read` : sql`recipient_id = ${recipientId}`
  const behind = window.after === undefined ? listed : sql`${listed} and id < ${window.after.id}`
  return sql`
        select ${countOf(sql, recipientId, unreadOnly ? "unread" : "notifications")} as total,
          ${countOf(sql, recipientId, "unread")} as "unreadCount",
          (select coalesce(json_agg(page), '[]') from (
            select ${columns(sql)} from (
              select * from notifications where ${behind} order by id desc ${limitClause(sql, window)}
            ) inbox ${joins(sql)}
            order by inbox.id desc
          ) page) as items`
}

/** Stores notifications without an actor and a post. */
const makeAdd =
  (sql: SqlClient.SqlClient) =>
  ({ decisionId = null, given = null, reason = null }: About, to: ReadonlyArray<UserId>, at: DateTime.Utc) => {
    const stored = sql`
    with stored as (
      insert into notifications (recipient_id, type, decision_id, verification_given, verification_reason, created_at)
      select id, 'moderation', ${decisionId}::int, ${given}::boolean, ${reason}::text, ${iso(at)}::timestamptz from users
      where id = any(${idArray(sql, to)}) order by id
      returning id, recipient_id
    )
    select id, recipient_id as "recipientId" from stored order by id`
    return Effect.zipRight(lockInboxes(sql, idArray(sql, to)), stored.pipe(all(Added)))
  }

export const layer = inDatabase(NotificationsRepo, (sql) => {
  const lock = (recipientId: UserId) => tryLock(sql, advisoryLocks.inbox, recipientId, `inbox ${recipientId}`)

  const add = makeAdd(sql)

  return {
    lock,
    addModeration: (decisionId, recipients, at) => add({ decisionId }, recipients, at),
    addAnswer: ({ given, reason }, recipientId, at) => add({ given, reason }, [recipientId], at),

    mention: ({ about, actorKind, at, editorId, mentions }) =>
      Effect.zipRight(
        lockInboxes(sql, idArray(sql, mentions)),
        sql`select to_json(mention_more(${about.type}, ${about.id}, ${idArray(sql, mentions)}, ${editorId},
          ${iso(at)}::timestamptz, ${actorKind === "agent"})) as changes`.pipe(
          one(Changed),
          Effect.map((row) => Option.getOrElse(changesIn(row), () => []))
        )
      ),

    page: (recipientId, unreadOnly, window) =>
      selectPage(sql, recipientId, unreadOnly, window).pipe(
        one(Inbox),
        Effect.map(({ items, total, unreadCount }) => ({
          ...pageFromOverfetch(Array.map(items, notificationOf), total, window, ({ id }): NotificationKey => ({ id })),
          unreadCount
        }))
      ),

    // Index notifications_unread.
    unreadAbout: (recipientId, postId) =>
      sql`
        select id from notifications where recipient_id = ${recipientId} and not read and post_id = ${postId}
        order by id`.pipe(all(Marked)),

    // Locks rows in the order of their ids: otherwise two calls that mark the same ones could deadlock.
    markRead: (recipientId, ids) => {
      const chosen = Option.match(ids, {
        onNone: () => sql``,
        onSome: (ids) => sql`and id = any(${idArray(sql, ids)})`
      })
      return sql`
        with unread as (
          select id from notifications where recipient_id = ${recipientId} and not read ${chosen}
          order by id for update
        ), marked as (
          update notifications set read = true from unread where notifications.id = unread.id
          returning notifications.id
        )
        select id from marked order by id`.pipe(all(Marked))
    },

    // Index notifications_recipient_id.
    after: (recipientId, id, limit) =>
      sql`
        select ${columns(sql)} from (
          select * from notifications where recipient_id = ${recipientId} and id > ${id} order by id limit ${limit}
        ) inbox ${joins(sql)}
        order by inbox.id`.pipe(all(Row), Effect.map(Array.map(notificationOf))),

    position: (recipientId) =>
      sql`select (select coalesce(max(id), 0) from notifications where recipient_id = ${recipientId}) as "newestId",
          ${countOf(sql, recipientId, "unread")} as "unreadCount"`.pipe(one(Position))
  }
})
