import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option, Schema } from "effect"
import { DecisionId, ReportId, UserId } from "../../../domain/Ids.ts"
import { ModerationQueue } from "../../../domain/moderation/Case.ts"
import { Report } from "../../../domain/moderation/Report.ts"
import { type Target, Target as TargetSchema } from "../../../domain/moderation/Target.ts"
import { type CaseAlert, CaseAlertsRepo, type ReportAlert } from "../../../ports/moderation/CaseAlertsRepo.ts"
import { advisoryLocks } from "../AdvisoryLocks.ts"
import { idArray, time } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { all, first, iso, one, returnsRow, run, TimeOrNone, tryLock, Value } from "../Rows.ts"
import { isOpenAppeal, target } from "./DecisionsRepoSql.ts"

const OpenReport = Schema.Struct({
  kind: Schema.Literal("report"),
  id: ReportId,
  target: TargetSchema,
  reason: Report.fields.reason,
  subjectId: UserId,
  reporterId: Schema.NullOr(UserId),
  reporterIds: Schema.Array(UserId),
  isHeld: Schema.Boolean,
  isRepeat: Schema.Boolean,
  isOpened: Schema.Boolean,
  isOpen: Schema.Boolean
})

const OpenAppeal = Schema.Struct({
  kind: Schema.Literal("appeal"),
  id: DecisionId,
  subjectId: UserId,
  byId: Schema.NullOr(UserId),
  isOpen: Schema.Boolean
})

const Sent = Schema.Struct({ id: ReportId, at: Schema.DateTimeUtc })
const Urgent = Value("at", Schema.DateTimeUtc)

/** Open reports of a target (index reports_open). */
export const isOpenReport = (sql: SqlClient.SqlClient, { id, type }: Target) =>
  sql`reports.target_type = ${type} and reports.target_id = ${id} and decision_id is null`

/** A report of danger of which moderators were told in their lists, and are yet to be told by mail and push. */
export const isHeld = (sql: SqlClient.SqlClient) =>
  sql`(reason = 'danger' and alert_due_at is not null and alerted_at is not null and urgent_at is null)`

/** The alerts of the reports in `page`. */
const reportAlerts = (sql: SqlClient.SqlClient, page: Statement.Fragment) => sql`
  select 'report' as kind, page.id, ${target(sql, "page")} as target, page.reason, page.subject_id as "subjectId",
    page.reporter_id as "reporterId",
    array(select reporter_id from reports other where other.target_type = page.target_type
      and other.target_id = page.target_id and other.decision_id is null and reporter_id is not null) as "reporterIds",
    held as "isHeld", page.alerted_at is not null and not held as "isRepeat", page.opened_at is not null as "isOpened",
    page.decision_id is null as "isOpen"
  from (${page}) page cross join lateral (select ${isHeld(sql)} as held) held order by page.id`

/** Index reports_alert_due_at. Skips an alert that another instance has claimed. */
const claimReport = (sql: SqlClient.SqlClient, now: string) =>
  reportAlerts(
    sql,
    sql`select * from reports where alert_due_at <= ${now} order by alert_due_at, id limit 1 for no key update skip locked`
  )

/** Index decisions_appeal_alert_due_at. */
const claimAppeal = (sql: SqlClient.SqlClient, now: string) => sql`
  select 'appeal' as kind, id, subject_id as "subjectId", by_id as "byId", ${isOpenAppeal(sql)} as "isOpen"
  from decisions where appeal_alert_due_at <= ${now} order by appeal_alert_due_at, id limit 1
  for no key update skip locked`

/**
 * Counts the open cases, appeals and requests to be verified (indexes reports_open and decisions_appeal_open; there are
 * few requests). `isReadable` is the condition that a case is about a text that the reader may know of.
 */
const selectQueue = (
  sql: SqlClient.SqlClient,
  isReadable: ReadonlyArray<Statement.Fragment>,
  notAbout: Option.Option<UserId>
) => sql`
  with cases as (
    select bool_or(reason = 'danger') as danger, min(created_at) as since from reports
    where ${sql.and([sql`decision_id is null`, sql`subject_id is distinct from ${Option.getOrNull(notAbout)}::int`, ...isReadable])}
    group by target_type, target_id
  ), appeals as (
    select appealed_at as since from decisions
    where ${sql.and([sql`appealed_at is not null`, sql`appeal_outcome is null`, ...isReadable])}
  )
  select (select count(*)::int from cases) as reports, (select count(*)::int from cases where danger) as danger,
    (select count(*)::int from appeals) as appeals,
    (select count(*)::int from verification_requests) as "verificationRequests",
    (select ${time(sql, "since")} from (
      select min(since) as since from (
        select since from cases union all select since from appeals union all select created_at from verification_requests
      ) waiting
    ) oldest) as "oldestAt"`

const dangers = (sql: SqlClient.SqlClient): Pick<Context.Tag.Service<CaseAlertsRepo>, "urgentTimes" | "together"> => ({
  // Index reports_reporter_id.
  urgentTimes: (reporterId, since) =>
    Effect.zipRight(
      tryLock(sql, advisoryLocks.dangerReports, reporterId, `reports of danger by member ${reporterId}`),
      sql`
        select ${time(sql, "urgent_at")} as at from reports
        where reporter_id = ${reporterId} and reason = 'danger' and urgent_at > ${iso(since)}
        order by urgent_at, id`.pipe(all(Urgent))
    ),

  // Index reports_alert_due_at.
  together: ({ id, isHeld: held, reporterId }, now) =>
    reportAlerts(
      sql,
      sql`
        select * from reports
        where reporter_id = ${reporterId} and id <> ${id} and reason = 'danger' and alert_due_at is not null
          and case when ${held} then ${isHeld(sql)} else urgent_at is not null and alert_due_at <= ${iso(now)} end
        order by id for no key update`
    ).pipe(all(OpenReport))
})

export const layer = inDatabaseAsReader(CaseAlertsRepo, (sql, { readsAbout }) => {
  const endAppeal = (id: number) => run(sql`update decisions set appeal_alert_due_at = null where id = ${id}`)

  const noteSent = ({ id, target }: ReportAlert, at: string, isUrgent: boolean, next: string | null) =>
    run(sql`
      update reports set alerted_at = coalesce(alerted_at, ${at}),
        urgent_at = case when id = ${id} and ${isUrgent} then ${at}::timestamptz else urgent_at end,
        alert_due_at = case when id = ${id} then ${next}::timestamptz end
      where id = ${id}
        or (${isOpenReport(sql, target)} and (alert_due_at is null or (${isUrgent} and ${isHeld(sql)})))`)

  return {
    claim: Effect.fnUntraced(function* (now) {
      const report: Option.Option<CaseAlert> = yield* claimReport(sql, iso(now)).pipe(first(OpenReport))
      return Option.isSome(report) ? report : yield* claimAppeal(sql, iso(now)).pipe(first(OpenAppeal))
    }),

    sent: (alert, at, { isUrgent, next }) =>
      alert.kind === "appeal"
        ? endAppeal(alert.id)
        : noteSent(alert, iso(at), isUrgent, Option.getOrNull(Option.map(next, iso))),

    ...dangers(sql),

    drop: ({ id, kind }) =>
      kind === "appeal" ? endAppeal(id) : run(sql`update reports set alert_due_at = null where id = ${id}`),

    sentTimes: (ids) =>
      Effect.map(
        sql`
          select id, ${time(sql, "alerted_at")} as at from reports
          where id = any(${idArray(sql, ids)}) and alerted_at is not null`.pipe(all(Sent)),
        (sent) => new Map(sent.map(({ at, id }) => [id, at]))
      ),

    nextDue: sql`
      select ${time(sql, "earliest")} as at from (
        select least((select min(alert_due_at) from reports where alert_due_at is not null),
          (select min(appeal_alert_due_at) from decisions where appeal_alert_due_at is not null)) as earliest
      ) as due`.pipe(one(TimeOrNone)),

    markOpened: (target, openerId, at) =>
      returnsRow(sql`
        update reports set opened_at = ${iso(at)}
        where ${isOpenReport(sql, target)} and opened_at is null and subject_id <> ${openerId}
          and not exists (select from reports where ${isOpenReport(sql, target)} and reporter_id = ${openerId})
        returning id`),

    queue: (notAbout) =>
      Effect.flatMap(readsAbout("target_type", "target_id"), (isReadable) =>
        selectQueue(sql, isReadable, notAbout).pipe(one(ModerationQueue))
      )
  }
})
