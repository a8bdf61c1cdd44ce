import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Duration, Effect, Option, Redacted, Schema } from "effect"
import { PushSubscriptionId, UserId } from "../../../domain/Ids.ts"
import { PushAlert, PushSubscription, pushInterval } from "../../../domain/notifications/Push.ts"
import { PushRepo } from "../../../ports/notifications/PushRepo.ts"
import { idArray, time } from "../Columns.ts"
import { all, first, inDatabase, iso, one, returnsRow, run, TimeOrNone, Value } from "../Rows.ts"

const Claimed = Schema.Struct({
  id: PushSubscriptionId,
  userId: UserId,
  endpoint: Schema.String,
  p256dh: Schema.String,
  auth: Schema.String,
  language: Schema.String,
  alert: Schema.NullOr(PushAlert),
  alerted: Schema.Int,
  counts: Schema.Record({ key: Schema.String, value: Schema.Int }),
  newestId: Schema.Int,
  tries: Schema.Int,
  failingSince: Schema.OptionFromNullOr(Schema.DateTimeUtc)
})

const Key = Value("key", Schema.Redacted(Schema.String))

type Repo = Context.Tag.Service<PushRepo>

const columns = (sql: SqlClient.SqlClient) => sql`push_subscriptions.id, push_subscriptions.device,
  ${time(sql, "push_subscriptions.created_at")} as "createdAt",
  ${time(sql, "push_subscriptions.last_sent_at")} as "lastSentAt"`

/** The devices whose session is valid (the primary key of sessions). */
const valid = (sql: SqlClient.SqlClient, now: string) =>
  sql`push_subscriptions join sessions on sessions.id = session_id and sessions.expires_at > ${now}`

/** The unread notifications that no message to a device has counted (index notifications_unread). */
const uncounted = (sql: SqlClient.SqlClient, device: Statement.Fragment) =>
  sql`notifications where recipient_id = ${device}.user_id and not read and notifications.id > ${device}.told_until
    and not exists (select from reports where reports.id = report_id and reason = 'danger')`

const hasAlert = (sql: SqlClient.SqlClient) => sql`dangers + dangers_again + dangers_more > 0`

/** The column that counts the reports of an alert. */
const columnOf: Readonly<Record<PushAlert, string>> = {
  danger: "dangers",
  danger_again: "dangers_again",
  danger_more: "dangers_more"
}

/** The time from which a device may have the next message of notifications. */
const nextTold = (sql: SqlClient.SqlClient) =>
  sql`greatest(due_at, told_at + ${Duration.toMillis(pushInterval)}::int * interval '1 millisecond')`

const devices = (
  sql: SqlClient.SqlClient
): Pick<Repo, "ofMember" | "find" | "put" | "remove" | "end" | "endOfOtherKeys"> => ({
  // Index push_subscriptions_user_id.
  ofMember: (userId, now) =>
    sql`
      select ${columns(sql)} from ${valid(sql, iso(now))}
      where push_subscriptions.user_id = ${userId} order by push_subscriptions.id`.pipe(all(PushSubscription)),

  // The unique index of the endpoint.
  find: (userId, endpoint, now) =>
    sql`
      select ${columns(sql)} from ${valid(sql, iso(now))}
      where push_subscriptions.user_id = ${userId} and endpoint = ${endpoint}`.pipe(first(PushSubscription)),

  // A row of another member that was stored at the same moment, unseen by the deletion, becomes this member's.
  put: ({ auth, createdAt, device, endpoint, p256dh, serverKey, sessionId, userId }) =>
    Effect.zipRight(
      run(sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${userId}`),
      sql`
        insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, device, server_key, created_at, due_at,
          told_until)
        select user_id, id, ${endpoint}, ${p256dh}, ${auth}, ${Option.getOrNull(device)}, ${serverKey},
          ${iso(createdAt)}::timestamptz, ${iso(createdAt)}::timestamptz,
          coalesce((select max(id) from notifications where recipient_id = ${userId}), 0)
        from sessions where id = ${sessionId} and user_id = ${userId} for key share
        on conflict (endpoint) do update
        set user_id = excluded.user_id, session_id = excluded.session_id,
          told_until = case when push_subscriptions.user_id = excluded.user_id then push_subscriptions.told_until
            else excluded.told_until end, p256dh = excluded.p256dh, auth = excluded.auth,
          device = case when push_subscriptions.user_id = excluded.user_id
            then coalesce(excluded.device, push_subscriptions.device) else excluded.device end,
          server_key = excluded.server_key
        returning ${columns(sql)}`.pipe(first(PushSubscription))
    ),

  remove: (userId, id) =>
    returnsRow(sql`delete from push_subscriptions where id = ${id} and user_id = ${userId} returning id`),

  end: (id) => run(sql`delete from push_subscriptions where id = ${id}`),

  endOfOtherKeys: (serverKey) => run(sql`delete from push_subscriptions where server_key <> ${serverKey}`)
})

const messages = (sql: SqlClient.SqlClient): Pick<Repo, "alert" | "claim" | "done" | "retryAt" | "nextDue"> => ({
  // Locks rows in the order of their ids: otherwise two calls could deadlock.
  alert: (alert, userIds, at, reports = 1) => {
    const count = sql(columnOf[alert])
    return run(sql`
      update push_subscriptions set ${count} = ${count} + ${reports}, due_at = least(due_at, ${iso(at)}::timestamptz)
      from (
        select id from push_subscriptions where user_id = any(${idArray(sql, userIds)}) order by id for no key update
      ) alerted
      where push_subscriptions.id = alerted.id`)
  },

  // Devices are few beside members: all are read, each with its first uncounted notification. Skips rows that another
  // instance claims at the same time.
  claim: (now, until, { alertsOnly, exceptOf }) =>
    sql`
      with due as (
        select push_subscriptions.id from ${valid(sql, iso(now))}
        where due_at <= ${iso(now)} and (${hasAlert(sql)} or (not ${alertsOnly} and ${nextTold(sql)} <= ${iso(now)}
          and exists (select from ${uncounted(sql, sql`push_subscriptions`)})))
          and push_subscriptions.user_id <> all(${idArray(sql, exceptOf)})
        order by ${hasAlert(sql)} desc, due_at, push_subscriptions.id limit 1
        for no key update of push_subscriptions skip locked
      ), claimed as (
        update push_subscriptions set due_at = ${iso(until)}, tries = tries + 1 from due
        where push_subscriptions.id = due.id returning push_subscriptions.*
      )
      select claimed.id, claimed.user_id as "userId", endpoint, p256dh, auth, tries, coalesce(language, 'en') as language,
        case when dangers > 0 then 'danger' when dangers_again > 0 then 'danger_again'
          when dangers_more > 0 then 'danger_more' end as alert,
        case when dangers > 0 then 1 when dangers_again > 0 then dangers_again else dangers_more end as alerted,
        (select coalesce(json_object_agg(type, number), '{}') from (
          select type, count(*)::int as number from ${uncounted(sql, sql`claimed`)} group by type
        ) counted) as counts,
        greatest(told_until, (select coalesce(max(id), 0) from notifications where recipient_id = claimed.user_id))
          as "newestId",
        ${time(sql, "failing_since")} as "failingSince"
      from claimed left join member_settings on member_settings.user_id = claimed.user_id`.pipe(first(Claimed)),

  done: ({ alert, alerted, id, newestId }, at, isSent) => {
    const done =
      alert === null
        ? sql`told_until = greatest(told_until, ${newestId}), told_at = case when ${isSent} then ${iso(at)}::timestamptz else told_at end`
        : sql`${sql(columnOf[alert])} = greatest(${sql(columnOf[alert])} - ${alerted}, 0)`
    const sent = isSent ? sql`, last_sent_at = ${iso(at)}` : sql``
    return run(sql`
      update push_subscriptions set ${done}, due_at = ${iso(at)}, tries = 0, failing_since = null ${sent} where id = ${id}`)
  },

  retryAt: (id, at, now) =>
    run(sql`
      update push_subscriptions set due_at = ${iso(at)}, failing_since = coalesce(failing_since, ${iso(now)})
      where id = ${id}`),

  nextDue: (now) =>
    sql`
      select ${time(sql, "earliest")} as at from (
        select min(case when ${hasAlert(sql)} then due_at else ${nextTold(sql)} end) as earliest
        from ${valid(sql, iso(now))}
        where ${hasAlert(sql)} or exists (select from ${uncounted(sql, sql`push_subscriptions`)})
      ) as due`.pipe(one(TimeOrNone))
})

export const layer = inDatabase(PushRepo, (sql) => ({
  ...devices(sql),
  ...messages(sql),
  privateKey: (made) =>
    sql`
      with stored as (
        insert into push_key (private_key) values (${Redacted.value(made)}) on conflict do nothing returning private_key
      )
      select coalesce((select private_key from stored), (select private_key from push_key)) as key`.pipe(
      one(Value("key", Schema.NullOr(Schema.Redacted(Schema.String)))),
      Effect.flatMap((key) =>
        // Another instance has stored its own in the same moment, which this statement did not see.
        key === null ? sql`select private_key as key from push_key`.pipe(one(Key)) : Effect.succeed(key)
      )
    )
}))
