import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Option, Redacted, Schema } from "effect"
import { WebhookId } from "../../../domain/Ids.ts"
import { maxWebhooks, TooManyWebhooks, Webhook } from "../../../domain/webhooks/Webhook.ts"
import { WebhooksRepo } from "../../../ports/webhooks/WebhooksRepo.ts"
import { advisoryLocks } from "../AdvisoryLocks.ts"
import { time } from "../Columns.ts"
import { all, first, firstOr, inDatabase, iso, isoOrNull, one, returnsRow, run, TimeOrNone } from "../Rows.ts"

const Claimed = Schema.Struct({
  webhookId: WebhookId,
  url: Schema.String,
  secret: Schema.Redacted(Schema.String),
  failures: Schema.Int,
  failingSince: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  until: Schema.DateTimeUtc,
  id: Schema.Int,
  messageId: Schema.String,
  type: Schema.String,
  data: Schema.Unknown,
  createdAt: Schema.DateTimeUtc
})

/** The events as a parameter. */
const array = (events: ReadonlyArray<string>) => `{${events.join(",")}}`

type Repo = Context.Tag.Service<WebhooksRepo>
type Messages = Pick<Repo, "claim" | "settle" | "nextDue">

const webhooks = (sql: SqlClient.SqlClient): Omit<Repo, keyof Messages> => {
  const columns = sql`id, url, events, enabled, ${time(sql, "created_at")} as "createdAt",
    case when tried_at is not null then
      json_build_object('at', ${time(sql, "tried_at")}, 'status', last_status, 'fault', last_fault) end as last,
    ${time(sql, "failing_since")} as "failingSince", ${time(sql, "switched_off_at")} as "switchedOffAt"`

  return {
    // The lock is taken by a statement of its own, so that the next one sees the rows of others who held it.
    add: ({ createdAt, events, secret, url }) => {
      const insert = sql`
        insert into webhooks (url, events, secret, created_at, due_at)
        select ${url}, ${array(events)}::text[], ${Redacted.value(secret)}, ${iso(createdAt)}::timestamptz, ${iso(createdAt)}
        where (select count(*) from webhooks) < ${maxWebhooks}
        returning ${columns}`
      return Effect.zipRight(
        run(sql`select pg_advisory_xact_lock(${advisoryLocks.webhooks}, 0)`),
        insert.pipe(firstOr(Webhook, () => new TooManyWebhooks()))
      )
    },

    all: sql`select ${columns} from webhooks order by id`.pipe(all(Webhook)),

    update: (id, change, now) => {
      const [url, enabled] = [Option.getOrNull(change.url), Option.getOrNull(change.enabled)]
      const events = Option.getOrNull(Option.map(change.events, array))
      const isNew = sql`(${url !== null}::boolean or ${enabled !== null}::boolean)`
      return sql`
        with before as (
          select id as found, enabled as was_on from webhooks where id = ${id} for no key update
        ), dropped as (
          delete from outgoing_webhooks using before
          where webhook_id = found and not (was_on and coalesce(${enabled}::boolean, was_on))
        )
        update webhooks set url = coalesce(${url}, url), events = coalesce(${events}::text[], events),
          enabled = coalesce(${enabled}::boolean, enabled),
          due_at = case when ${isNew} then ${iso(now)}::timestamptz else due_at end,
          failures = case when ${isNew} then 0 else failures end,
          failing_since = case when not ${isNew} then failing_since end,
          switched_off_at = case when ${enabled === null}::boolean then switched_off_at end
        from before where id = found
        returning ${columns}`.pipe(first(Webhook))
    },

    remove: (id) => sql`delete from webhooks where id = ${id} returning ${columns}`.pipe(first(Webhook))
  }
}

/** Index outgoing_webhooks_webhook_id. There are few webhooks, so they need none but the primary key. */
const messages = (sql: SqlClient.SqlClient): Messages => {
  const isWaiting = sql`enabled and exists (select from outgoing_webhooks where webhook_id = webhooks.id)`

  return {
    // Skips webhooks that another instance claims at the same time.
    claim: (now, until) =>
      sql`
        with claimed as (
          update webhooks set due_at = ${iso(until)}::timestamptz
          where id = (select id from webhooks where ${isWaiting} and due_at <= ${iso(now)}::timestamptz
                      order by due_at, id limit 1 for no key update skip locked)
          returning *
        )
        select claimed.id as "webhookId", url, secret, failures, ${time(sql, "failing_since")} as "failingSince",
          ${time(sql, "due_at")} as until, message.id::float8 as id, message_id as "messageId", type, data,
          ${time(sql, "message.created_at")} as "createdAt"
        from claimed cross join lateral (
          select * from outgoing_webhooks where webhook_id = claimed.id order by id limit 1
        ) message`.pipe(first(Claimed)),

    settle: ({ id, until, webhookId }, settled) =>
      returnsRow(sql`
        with settled as (
          update webhooks set tried_at = ${iso(settled.at)}::timestamptz,
            last_status = ${Option.getOrNull(settled.status)}::int, last_fault = ${Option.getOrNull(settled.fault)},
            failures = ${settled.failures}, failing_since = ${isoOrNull(settled.failingSince)}::timestamptz,
            due_at = ${iso(settled.dueAt)}::timestamptz, enabled = not ${settled.isOver}::boolean,
            switched_off_at = case when ${settled.isOver}::boolean then ${iso(settled.at)}::timestamptz end
          where id = ${webhookId} and enabled and due_at = ${iso(until)}::timestamptz
          returning id
        ), gone as (
          delete from outgoing_webhooks using settled
          where webhook_id = settled.id
            and (${settled.isOver}::boolean or ${settled.isDelivered}::boolean and outgoing_webhooks.id = ${id})
        )
        select id from settled`),

    nextDue: sql`
      select ${time(sql, "earliest")} as at from (select min(due_at) as earliest from webhooks where ${isWaiting}) as due`.pipe(
      one(TimeOrNone)
    )
  }
}

export const layer = inDatabase(WebhooksRepo, (sql) => ({ ...webhooks(sql), ...messages(sql) }))
