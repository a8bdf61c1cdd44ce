import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Array, Effect, Layer, Option, Schema } from "effect"
import { DecisionId, ReportId, UserId } from "../../../domain/Ids.ts"
import { ReportKey } from "../../../domain/Lists.ts"
import { Report, ReportedAlready, ReportReason, ReportStatus } from "../../../domain/moderation/Report.ts"
import { Target, TargetType } from "../../../domain/moderation/Target.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { ReportsRepo } from "../../../ports/ReportsRepo.ts"
import { time } from "../Columns.ts"
import { whenDefined } from "../Conditions.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { decision, memberAs, target } from "./DecisionColumns.ts"

/** The report in `page`. */
const columns = (sql: SqlClient.SqlClient) => sql`page.id, ${target(sql, "page")} as target, page.reason, page.text,
  case when page.decision_id is null then 'open' else 'decided' end as status, ${time(sql, "page.created_at")} as "createdAt",
  (select ${decision(sql)} from decisions where decisions.id = page.decision_id) as decision,
  ${memberAs(sql, "page.reporter_id")} as reporter`

const isOpen = (sql: SqlClient.SqlClient, { id, type }: typeof Target.Encoded) =>
  sql`target_type = ${type} and target_id = ${id} and decision_id is null`

const reportReads = (sql: SqlClient.SqlClient) => ({
  find: SqlSchema.findOne({
    Request: ReportId,
    Result: Schema.Struct({ ...Report.fields, reporterId: Schema.NullOr(UserId) }),
    execute: (id) =>
      sql`select ${columns(sql)}, page.reporter_id as "reporterId" from reports page where page.id = ${id}`
  }),

  // Index reports_open.
  subjectOf: SqlSchema.findOne({
    Request: Target,
    Result: Schema.Struct({ subjectId: UserId }),
    execute: (target) => sql`select subject_id as "subjectId" from reports where ${isOpen(sql, target)} limit 1`
  }),

  /** Counts the reporters of each target, so it reads all reports of the filter (index reports_reporter_id). */
  page: SqlSchema.single({
    Request: Schema.Struct({
      reporterId: Schema.UndefinedOr(UserId),
      status: Schema.UndefinedOr(ReportStatus),
      targetType: Schema.UndefinedOr(TargetType),
      ...keysetFields(ReportKey)
    }),
    Result: Schema.Struct({
      items: Schema.Array(Schema.Struct({ report: Report, key: ReportKey })),
      total: Schema.Int
    }),
    execute: ({ reporterId, status, targetType, ...window }) => {
      const listed = [
        sql`true`,
        ...whenDefined(reporterId, (id) => sql`reporter_id = ${id}`),
        ...whenDefined(status, (status) =>
          status === "open" ? sql`decision_id is null` : sql`decision_id is not null`
        ),
        ...whenDefined(targetType, (type) => sql`target_type = ${type}`)
      ]
      const behind = [
        sql`true`,
        ...whenDefined(
          window.after,
          ({ id, isDanger, reporters }) => sql`(is_danger, reporters, -id) < (${isDanger}, ${reporters}, ${-id})`
        )
      ]
      return sql`
        with listed as (
          select reports.*, reason = 'danger' as is_danger,
            (count(reporter_id) over (partition by target_type, target_id, decision_id))::int as reporters
          from reports where ${sql.and(listed)}
        )
        select (select count(*)::int from listed) as total,
          (select coalesce(json_agg(json_build_object('report', row_to_json(entries), 'key', entries.key)), '[]') from (
            select ${columns(sql)},
              json_build_object('isDanger', is_danger, 'reporters', reporters, 'id', page.id) as key
            from (
              select * from listed where ${sql.and(behind)}
              order by is_danger desc, reporters desc, id ${limitClause(sql, window)}
            ) page
            order by is_danger desc, reporters desc, page.id
          ) entries) as items`
    }
  })
})

const reportWrites = (sql: SqlClient.SqlClient) => {
  /** Gives the reporters of the reports that were open. */
  const closing = (isOpen: Statement.Fragment, decisionId: number) => sql`
    with closed as (
      update reports set decision_id = ${decisionId} where ${isOpen} returning reporter_id
    )
    select distinct reporter_id as "reporterId" from closed where reporter_id is not null order by reporter_id`

  const Reporter = Schema.Struct({ reporterId: UserId })

  return {
    // `do nothing` rather than catching a unique violation, which would have aborted the transaction around it.
    insert: SqlSchema.findOne({
      Request: Schema.Struct({
        reporterId: Schema.NullOr(UserId),
        target: Target,
        subjectId: UserId,
        reason: ReportReason,
        text: Schema.String,
        createdAt: Schema.DateTimeUtc
      }),
      Result: Schema.Struct({ id: ReportId }),
      execute: ({ target, ...row }) => sql`
        insert into reports (reporter_id, target_type, target_id, subject_id, reason, text, created_at)
        values (${row.reporterId}, ${target.type}, ${target.id}, ${row.subjectId}, ${row.reason}, ${row.text}, ${row.createdAt})
        on conflict do nothing
        returning id`
    }),

    close: SqlSchema.findAll({
      Request: Schema.Struct({ target: Target, decisionId: DecisionId }),
      Result: Reporter,
      execute: ({ decisionId, target }) => closing(isOpen(sql, target), decisionId)
    }),

    // Index reports_open_subject_id.
    closeTexts: SqlSchema.findAll({
      Request: Schema.Struct({ subjectId: UserId, decisionId: DecisionId }),
      Result: Reporter,
      execute: ({ decisionId, subjectId }) =>
        closing(sql`subject_id = ${subjectId} and target_type <> 'user' and decision_id is null`, decisionId)
    })
  }
}

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const { find, page, subjectOf } = reportReads(sql)
  const { close, closeTexts, insert } = reportWrites(sql)
  const reporters = Array.map(({ reporterId }: { readonly reporterId: UserId }) => reporterId)

  return ReportsRepo.of({
    add: (report) =>
      Effect.flatMap(
        orUnavailable(insert(report)),
        Option.match({ onNone: () => new ReportedAlready(), onSome: ({ id }) => Effect.succeed(id) })
      ),
    find: (id) =>
      Effect.map(
        orUnavailable(find(id)),
        Option.map(({ reporterId, ...report }) => ({ report, reporterId }))
      ),
    page: ({ reporterId, status, targetType }, window) =>
      Effect.map(orUnavailable(page({ reporterId, status, targetType, ...window })), ({ items, total }) => {
        const found = pageFromOverfetch(items, total, window, ({ key }): ReportKey => key)
        return { ...found, items: found.items.map(({ report }) => report) }
      }),
    subjectOf: (target) =>
      Effect.map(
        orUnavailable(subjectOf(target)),
        Option.map(({ subjectId }) => subjectId)
      ),
    close: (target, decisionId) => Effect.map(orUnavailable(close({ target, decisionId })), reporters),
    closeTexts: (subjectId, decisionId) => Effect.map(orUnavailable(closeTexts({ subjectId, decisionId })), reporters)
  })
})

/** Reports in PostgreSQL. */
export const layer = Layer.effect(ReportsRepo, make)
