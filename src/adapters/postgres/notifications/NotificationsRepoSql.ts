import type { SqlClient, Statement } from "@effect/sql"
import { Array, type Context, type DateTime, Effect, Option, Schema } from "effect"
import type { Change } from "../../../domain/Change.ts"
import { optional } from "../../../domain/Fields.ts"
import { NotificationId, type UserId } from "../../../domain/Ids.ts"
import type { NotificationKey } from "../../../domain/Lists.ts"
import { caseTypes, messageOf, Notification } from "../../../domain/notifications/Notification.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import type { StorageEffect } from "../../../domain/Unavailable.ts"
import { NotificationsRepo, type Shown } from "../../../ports/notifications/NotificationsRepo.ts"
import { advisoryLocks } from "../AdvisoryLocks.ts"
import { actor, idArray, time } from "../Columns.ts"
import { target } from "../moderation/DecisionsRepoSql.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { all, Changed, changesIn, iso, limitClause, lockInboxes, one, orBlocked, tryLock, Value } from "../Rows.ts"
import { type About, cases, inserted, Recipient } from "./CaseNotifications.ts"
import { groupsOf, newestOfGroup } from "./GroupsSql.ts"

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
    case when inbox.type = 'moderation' then inbox.decision_id end as "decisionId", case when inbox.to_you then true end as "toYou", case when inbox.verification_given is not null then
      json_build_object('given', inbox.verification_given, 'reason', inbox.verification_reason) end as verification,
    case when inbox.type = 'appeal' then json_build_object('decisionId', inbox.decision_id) end as appeal,
    case when inbox.report_id is not null then (
      select json_build_object('id', page.id, 'target', ${target(sql, "page")}, 'reason', page.reason)
      from reports page where page.id = inbox.report_id) end as report,
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
const countOf = (
  sql: SqlClient.SqlClient,
  recipientId: number,
  count: "notifications" | "unread",
  shown: Statement.Fragment | undefined
) => {
  if (shown === undefined)
    return sql`coalesce((select ${sql(count)} from inbox_counts where recipient_id = ${recipientId}), 0)`
  const counted = count === "unread" ? sql`and not read` : sql``
  return sql`(select count(*)::int from notifications where recipient_id = ${recipientId} and ${shown} ${counted})`
}

/** The condition that the text which a notification is about is for the reader. */
const readableOnly = (sql: SqlClient.SqlClient) => sql`
  (post_id is null or exists (select from posts where posts.id = post_id))
  and (decision_id is null or exists (
    select from decisions where decisions.id = decision_id and reads_about(target_type, target_id)
  ))
  and (report_id is null or exists (
    select from reports where reports.id = report_id and reads_about(target_type, target_id)
  ))`

/** The condition on notifications that are not shown to all readers; undefined where all are. */
const shownOf = (sql: SqlClient.SqlClient, shown: Shown, hasRestricted: boolean) => {
  const conditions = [
    ...(shown === "all" ? [] : [sql`not ${sql.in("type", caseTypes)}`]),
    ...(hasRestricted ? [readableOnly(sql)] : [])
  ]
  return conditions.length === 0 ? undefined : sql.and(conditions)
}

const andShown = (sql: SqlClient.SqlClient, shown: Statement.Fragment | undefined) =>
  shown === undefined ? sql`` : sql`and ${shown}`

const Inbox = Schema.Struct({ items: Schema.Array(Row), total: Schema.Int, unreadCount: Schema.Int })
const Position = Schema.Struct({ newestId: Schema.Int, unreadCount: Schema.Int })
const Marked = Value("id", NotificationId)

/**
 * Selects a page by one statement, so that items and counts are of one snapshot. Only the rows of the page are joined
 * (indexes notifications_recipient_id and notifications_unread).
 */
const selectPage = (
  sql: SqlClient.SqlClient,
  recipientId: UserId,
  { isGrouped, unreadOnly }: { readonly isGrouped: boolean; readonly unreadOnly: boolean },
  window: PageSlice<NotificationKey>,
  shown: Statement.Fragment | undefined
) => {
  const grouped = isGrouped ? sql`and ${newestOfGroup(sql, recipientId)}` : sql``
  const unread = unreadOnly ? sql`and not read` : sql``
  const listed = sql`recipient_id = ${recipientId} ${unread} ${grouped} ${andShown(sql, shown)}`
  const behind = window.after === undefined ? listed : sql`${listed} and id < ${window.after.id}`
  return sql`
        select ${countOf(sql, recipientId, unreadOnly ? "unread" : "notifications", shown)} as total,
          ${countOf(sql, recipientId, "unread", shown)} as "unreadCount",
          (select coalesce(json_agg(page), '[]') from (
            select ${columns(sql)} from (
              select * from notifications where ${behind} order by id desc ${limitClause(sql, window)}
            ) inbox ${joins(sql)}
            order by inbox.id desc
          ) page) as items`
}

/** Reads and marks the notifications of a recipient, without those about posts that are not for the reader. */
const readsOf = (
  sql: SqlClient.SqlClient,
  hasRestricted: StorageEffect<boolean>
): Pick<Context.Tag.Service<NotificationsRepo>, "page" | "markRead" | "seen" | "after" | "position"> => {
  const conditionOf = (shown: Shown) => Effect.map(hasRestricted, (is) => shownOf(sql, shown, is))
  return {
    page: (recipientId, unreadOnly, window, shown = "all", isGrouped = false) =>
      Effect.flatMap(conditionOf(shown), (condition) =>
        selectPage(sql, recipientId, { unreadOnly, isGrouped }, window, condition).pipe(one(Inbox))
      ).pipe(
        Effect.map(({ items, total, unreadCount }) => ({
          ...pageFromOverfetch(Array.map(items, notificationOf), total, window, ({ id }): NotificationKey => ({ id })),
          unreadCount
        }))
      ),

    // Locks rows in the order of their ids: otherwise two calls that mark the same ones could deadlock.
    markRead: (recipientId, ids, shown = "all", upTo) => {
      const chosen = sql.and([
        ...Option.toArray(Option.map(ids, (ids) => sql`id = any(${idArray(sql, ids)})`)),
        ...(upTo === undefined ? [] : [sql`id <= ${upTo}`])
      ])
      return Effect.flatMap(conditionOf(shown), (condition) =>
        sql`
        with unread as (
          select id from notifications where recipient_id = ${recipientId} and not read and ${chosen} ${andShown(sql, condition)}
          order by id for update
        ), marked as (
          update notifications set read = true from unread where notifications.id = unread.id
          returning notifications.id
        )
        select id from marked order by id`.pipe(all(Marked))
      )
    },

    seen: (recipientId, ids, shown) =>
      Effect.flatMap(conditionOf(shown), (condition) =>
        sql`
        select id from notifications
        where recipient_id = ${recipientId} and id = any(${idArray(sql, ids)}) ${andShown(sql, condition)}
        order by id`.pipe(all(Marked))
      ),

    // Index notifications_recipient_id.
    after: (recipientId, id, limit) =>
      Effect.flatMap(conditionOf("all"), (condition) =>
        sql`
        select ${columns(sql)} from (
          select * from notifications where recipient_id = ${recipientId} and id > ${id} ${andShown(sql, condition)}
          order by id limit ${limit}
        ) inbox ${joins(sql)}
        order by inbox.id`.pipe(all(Row), Effect.map(Array.map(notificationOf)))
      ),

    position: (recipientId, shown = "all") =>
      Effect.flatMap(conditionOf(shown), (condition) =>
        sql`select (select coalesce(max(id), 0) from notifications where recipient_id = ${recipientId}) as "newestId",
          ${countOf(sql, recipientId, "unread", condition)} as "unreadCount"`.pipe(one(Position))
      )
  }
}

export const layer = inDatabaseAsReader(NotificationsRepo, (sql, { hasRestricted }) => {
  const lock = (recipientId: UserId) => tryLock(sql, advisoryLocks.inbox, recipientId, `inbox ${recipientId}`)

  const add = (about: Omit<About, "type">, to: ReadonlyArray<UserId>, at: DateTime.Utc) =>
    Effect.zipRight(lockInboxes(sql, idArray(sql, to)), inserted(sql, { ...about, type: "moderation" }, to, at))
  return {
    ...readsOf(sql, hasRestricted),
    ...groupsOf(sql),
    lock,
    addModeration: (decisionId, recipients, at) => add({ decisionId }, recipients, at),
    addAnswer: ({ given, reason }, recipientId, at) => add({ given, reason }, [recipientId], at),

    ...cases(sql),

    mention: ({ about, actorKind, at, editorId, mentions }) =>
      Effect.zipRight(
        lockInboxes(sql, idArray(sql, mentions)),
        sql`select to_json(mention_more(${about.type}, ${about.id}, ${idArray(sql, mentions)}, ${editorId},
          ${iso(at)}::timestamptz, ${actorKind === "agent"})) as changes`.pipe(
          one(Changed),
          Effect.map((row) => Option.getOrElse(changesIn(row), () => []))
        )
      ),

    tellOfPublished: (published, at) => {
      const ids = (kind: Change["kind"]) => published.filter((change) => change.kind === kind).map(({ id }) => id)
      const [posts, comments] = [ids("post_published"), ids("comment_published")]
      if (posts.length + comments.length === 0) return Effect.succeed([])
      return sql`select to_json(tell_of_published(${idArray(sql, posts)}, ${idArray(sql, comments)},
          ${iso(at)}::timestamptz)) as changes`.pipe(
        orBlocked("inboxes"),
        one(Changed),
        Effect.map((row) => Option.getOrElse(changesIn(row), () => []))
      )
    },

    // Index notifications_post_id.
    recipientsAbout: (postId) =>
      sql`
        select distinct recipient_id as "recipientId" from notifications where post_id = ${postId} order by 1`.pipe(
        all(Recipient),
        Effect.map(Array.map(({ recipientId }) => recipientId))
      )
  }
})
