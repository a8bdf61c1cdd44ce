import type { SqlClient, Statement } from "@effect/sql"
import { Array, type Context, type DateTime, Effect, Schema } from "effect"
import { notificationsAdded, notificationsRemoved } from "../../../domain/Change.ts"
import { type DecisionId, NotificationId, type ReportId, UserId } from "../../../domain/Ids.ts"
import { caseTypes } from "../../../domain/notifications/Notification.ts"
import type { NotificationsRepo } from "../../../ports/notifications/NotificationsRepo.ts"
import { idArray } from "../Columns.ts"
import { all, iso, lockInboxes, returnsRow, run } from "../Rows.ts"

/** The subject of a notification without an actor: a decision, an answer, or a case. */
export interface About {
  readonly type: "moderation" | "report" | "appeal"
  readonly decisionId?: DecisionId | null
  readonly given?: boolean | null
  readonly reason?: string | null
  readonly reportId?: ReportId | null
}

export const Recipient = Schema.Struct({ recipientId: UserId })
const Added = Schema.Struct({ id: NotificationId, recipientId: UserId })

/** Stores notifications without an actor and a post. The caller has locked the inboxes. */
export const inserted = (sql: SqlClient.SqlClient, about: About, to: ReadonlyArray<UserId>, at: DateTime.Utc) => {
  const { decisionId = null, given = null, reason = null, reportId = null, type } = about
  const statement = sql`
    with stored as (
      insert into notifications (recipient_id, type, decision_id, report_id, verification_given, verification_reason, created_at)
      select id, ${type}, ${decisionId}::int, ${reportId}::int, ${given}::boolean, ${reason}::text,
        ${iso(at)}::timestamptz from users
      where id = any(${idArray(sql, to)}) order by id
      returning id, recipient_id
    )
    select id, recipient_id as "recipientId" from stored order by id`
  return statement.pipe(all(Added))
}

/** Notifications of cases, of which several members are notified at once. */
export const cases = (
  sql: SqlClient.SqlClient
): Pick<Context.Tag.Service<NotificationsRepo>, "addCase" | "removeCases" | "closeCases"> => {
  const recipients = (listed: Statement.Fragment) =>
    sql`
      select distinct recipient_id as "recipientId" from notifications where ${listed} order by recipient_id`.pipe(
      all(Recipient),
      Effect.map(Array.map(({ recipientId }) => recipientId))
    )

  /** Notifications of the open reports of the same target as a report (index notifications_report_id). */
  const ofSameCase = (id: ReportId) => sql`report_id in (
    select other.id from reports other join reports same using (target_type, target_id)
    where same.id = ${id} and other.decision_id is null)`

  return {
    addCase: ({ id, kind }, to, at) =>
      Effect.gen(function* () {
        const earlier = kind === "report" ? yield* recipients(ofSameCase(id)) : []
        yield* lockInboxes(sql, idArray(sql, Array.dedupe([...to, ...earlier])))
        if (kind === "report" && earlier.length > 0) yield* run(sql`delete from notifications where ${ofSameCase(id)}`)
        const about = kind === "report" ? { reportId: id } : { decisionId: id }
        const added = yield* inserted(sql, { type: kind, ...about }, to, at)
        return [...notificationsRemoved(0, earlier), ...notificationsAdded(added)]
      }),

    removeCases: (recipientId) =>
      Effect.gen(function* () {
        yield* lockInboxes(sql, idArray(sql, [recipientId]))
        const isRemoved = yield* returnsRow(sql`
          with gone as (
            delete from notifications where recipient_id = ${recipientId} and ${sql.in("type", caseTypes)} returning 1
          )
          select from gone limit 1`)
        return notificationsRemoved(0, isRemoved ? [recipientId] : [])
      }),

    closeCases: (decisionId) =>
      Effect.gen(function* () {
        // Indexes reports_decision_id, notifications_report_id and notifications_decision_id.
        const closed = sql`not read and id in (
          select notifications.id from reports join notifications on report_id = reports.id
            where reports.decision_id = ${decisionId}
          union all select notifications.id from decisions join notifications on notifications.decision_id = decisions.id
            where decisions.id = ${decisionId} and (appealed_at is null or appeal_outcome is not null) and type = 'appeal')`
        const waiting = yield* recipients(closed)
        if (waiting.length === 0) return []
        yield* lockInboxes(sql, idArray(sql, waiting))
        const read = yield* sql`
          with unread as (select id from notifications where ${closed} order by id for update), marked as (
            update notifications set read = true from unread where notifications.id = unread.id
            returning notifications.id, recipient_id
          )
          select id, recipient_id as "recipientId" from marked order by id`.pipe(all(Added))
        return read.map(({ id, recipientId }) => ({ kind: "notifications_read", id, userId: recipientId }))
      })
  }
}
