import type { SqlClient, Statement } from "@effect/sql"
import { Array, Effect, Option, Schema } from "effect"
import { DecisionId, PostId, ReportId, UserId } from "../../../domain/Ids.ts"
import { ReportKey } from "../../../domain/Lists.ts"
import { Report, ReportedAlready } from "../../../domain/moderation/Report.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import { type ReportListing, ReportsRepo } from "../../../ports/moderation/ReportsRepo.ts"
import { time, whenDefined } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { all, first, firstOr, iso, List, limitClause, page, run } from "../Rows.ts"
import { isHeld, isOpenReport } from "./CaseAlertsRepoSql.ts"
import { decision, memberAs, target } from "./DecisionsRepoSql.ts"

const Added = Schema.Struct({ id: ReportId, isFirst: Schema.Boolean, isFirstOfDanger: Schema.Boolean })
const Subject = Schema.Struct({ subjectId: UserId })
const Reporter = Schema.Struct({ reporterId: UserId })
const Closing = Schema.Struct({ id: DecisionId })
const Row = Schema.Struct({ ...Report.fields, postId: Schema.optionalWith(PostId, { exact: true, nullable: true }) })
const Stored = Schema.Struct({ ...Row.fields, reporterId: Schema.NullOr(UserId) })
const Reports = List(Schema.Struct({ report: Row, key: ReportKey }))

/** The report in `page`. */
const columns = (sql: SqlClient.SqlClient) => sql`page.id, ${target(sql, "page")} as target, page.reason, page.text,
  case when page.decision_id is null then 'open' else 'decided' end as status, ${time(sql, "page.created_at")} as "createdAt",
  ${time(sql, "page.opened_at")} as "openedAt",
  (select ${decision(sql)} from decisions where decisions.id = page.decision_id) as decision,
  page.reporter_id is null as automated, ${memberAs(sql, "page.reporter_id")} as reporter,
  ${memberAs(sql, "page.subject_id")} as subject, reported.content, reported.post_id as "postId"`

/** The target of the report in `page` if the reader may read it, shown or hidden: at most one row (primary keys). */
const reported = (sql: SqlClient.SqlClient) => sql`left join lateral (
    select title || ': ' || excerpt as content, null::int as post_id from posts
      where page.target_type = 'post' and id = page.target_id
    union all select title || ': ' || excerpt, null from hidden_posts
      where page.target_type = 'post' and id = page.target_id and reads_text('post', id)
    union all select content, post_id from comments where page.target_type = 'comment' and id = page.target_id
    union all select content, coalesce(shown_post_id, hidden_post_id) from hidden_comments
      where page.target_type = 'comment' and id = page.target_id and reads_text('comment', id)
    union all select username, null from users
      where page.target_type = 'user' and id = page.target_id and id <> former_member()
  ) reported on true`

/** Counts the reporters of each target, so it reads all reports of the filter (index reports_reporter_id). */
const selectPage = (
  sql: SqlClient.SqlClient,
  { notAbout, reporterId, status, target: about, targetType }: ReportListing,
  window: PageSlice<ReportKey>,
  isReadable: ReadonlyArray<Statement.Fragment>
) => {
  const listed = [
    sql`true`,
    ...isReadable,
    ...whenDefined(reporterId, (id) => sql`reporter_id = ${id}`),
    ...whenDefined(notAbout, (id) => sql`subject_id <> ${id}`),
    ...whenDefined(status, (status) => (status === "open" ? sql`decision_id is null` : sql`decision_id is not null`)),
    ...whenDefined(targetType, (type) => sql`target_type = ${type}`),
    ...whenDefined(about, ({ id, type }) => sql`target_type = ${type} and target_id = ${id}`)
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
            ) page ${reported(sql)}
            order by is_danger desc, reporters desc, page.id
          ) entries) as items`
}

/** Closes open reports, and gives their reporters. */
const closing = (sql: SqlClient.SqlClient) => (isClosed: Statement.Fragment, decisionId: DecisionId) => {
  const statement = sql`
    with closed as (
      update reports set decision_id = decisions.id, opened_at = coalesce(opened_at, decisions.created_at)
      from decisions where decisions.id = ${decisionId} and ${isClosed}
      returning reporter_id
    )
    select distinct reporter_id as "reporterId" from closed where reporter_id is not null order by reporter_id`
  return Effect.map(
    statement.pipe(all(Reporter)),
    Array.map(({ reporterId }) => reporterId)
  )
}

export const layer = inDatabaseAsReader(ReportsRepo, (sql, { readsAbout }) => {
  const close = closing(sql)

  return {
    add: ({ target, ...row }) => {
      // `do nothing` rather than catching a unique violation, which would have aborted the transaction around it.
      const statement = sql`
        with told as (
          select count(*) filter (where reason = 'danger' or ${row.reason} <> 'danger') as cases,
            count(*) filter (where (reason = 'danger' or ${row.reason} <> 'danger')
              and not (${row.reason} = 'danger' and ${isHeld(sql)})) as told_cases,
            min(alerted_at) filter (where reason = 'danger' or ${row.reason} <> 'danger') as at,
            count(*) = 0 as is_first
          from reports where ${isOpenReport(sql, target)}
        ), added as (
          insert into reports (reporter_id, target_type, target_id, subject_id, reason, text, created_at, alerted_at,
            alert_due_at)
          select ${row.reporterId}, ${target.type}, ${target.id}, ${row.subjectId}, ${row.reason}, ${row.text},
            ${iso(row.createdAt)}::timestamptz, case when told.told_cases > 0 then told.at end,
            case when told.told_cases = 0 then ${iso(row.alertAt)}::timestamptz end
          from told
          on conflict do nothing
          returning id
        )
        select id, is_first as "isFirst", ${row.reason} = 'danger' and cases = 0 as "isFirstOfDanger" from added, told`
      return statement.pipe(firstOr(Added, () => new ReportedAlready()))
    },
    find: (id) =>
      Effect.flatMap(readsAbout("page.target_type", "page.target_id"), (isReadable) => {
        const where = sql.and([sql`page.id = ${id}`, ...isReadable])
        return sql`
          select ${columns(sql)}, page.reporter_id as "reporterId" from reports page ${reported(sql)} where ${where}`.pipe(
          first(Stored),
          Effect.map(Option.map(({ reporterId, ...report }) => ({ report, reporterId })))
        )
      }),
    page: (filter, window) =>
      Effect.flatMap(readsAbout("target_type", "target_id"), (isReadable) =>
        Effect.map(
          selectPage(sql, filter, window, isReadable).pipe(page(Reports, window, ({ key }) => key)),
          (found) => ({ ...found, items: found.items.map(({ report }) => report) })
        )
      ),
    // Index reports_open.
    subjectOf: (target) =>
      Effect.map(
        sql`select subject_id as "subjectId" from reports where ${isOpenReport(sql, target)} limit 1`.pipe(
          first(Subject)
        ),
        Option.map(({ subjectId }) => subjectId)
      ),
    close: (target, decisionId) => close(isOpenReport(sql, target), decisionId),
    // Index reports_open.
    closeAutomatic: (target, decisionId) =>
      run(
        sql`update reports set decision_id = ${decisionId} where ${isOpenReport(sql, target)} and reporter_id is null`
      ),
    // Index reports_open_subject_id.
    closeTexts: (subjectId, decisionId) =>
      close(
        sql`reports.subject_id = ${subjectId} and reports.target_type <> 'user' and decision_id is null`,
        decisionId
      ),
    closeGone: Effect.map(sql`select close_gone_reviews() as id order by id`.pipe(all(Closing)), (rows) =>
      rows.map(({ id }) => id)
    )
  }
})
