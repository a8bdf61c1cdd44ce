import type { SqlClient, Statement } from "@effect/sql"
import { Effect, flow, Option, Schema } from "effect"
import { DecisionId, UserId } from "../../../domain/Ids.ts"
import type { DecisionKey } from "../../../domain/Lists.ts"
import { Decision, type DecisionFilter } from "../../../domain/moderation/Decision.ts"
import type { Target } from "../../../domain/moderation/Target.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import { DecisionsRepo } from "../../../ports/moderation/DecisionsRepo.ts"
import { advisoryLocks } from "../AdvisoryLocks.ts"
import { idArray, time, whenDefined } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { all, first, iso, List, limitClause, one, page, returnsRow, tryLock } from "../Rows.ts"

/** A member by the id in a column, as an author; null for one who is gone. */
export const memberAs = (sql: SqlClient.SqlClient, column: string) =>
  sql`(select author_from(users, false) from users where users.id = ${sql(column)})`

/** The target in the columns of a table. */
export const target = (sql: SqlClient.SqlClient, table: "decisions" | "page") =>
  sql`json_build_object('type', ${sql(`${table}.target_type`)}, 'id', ${sql(`${table}.target_id`)})`

/** The decision in `decisions` with all members that moderators see (index reports_decision_id). */
export const decision = (sql: SqlClient.SqlClient) => sql`json_build_object(
  'id', decisions.id, 'target', ${target(sql, "decisions")}, 'action', decisions.action, 'excerpt', decisions.excerpt,
  'rule', decisions.rule, 'reason', decisions.reason, 'automated', decisions.automated,
  'until', ${time(sql, "decisions.until")}, 'createdAt', ${time(sql, "decisions.created_at")},
  'appeal', case when decisions.appealed_at is not null then json_build_object(
    'text', decisions.appeal_text, 'createdAt', ${time(sql, "decisions.appealed_at")},
    'outcome', decisions.appeal_outcome, 'reason', decisions.appeal_reason,
    'decidedAt', ${time(sql, "decisions.appeal_decided_at")}) end,
  'by', ${memberAs(sql, "decisions.by_id")},
  'reportIds', (select coalesce(json_agg(closed.id order by closed.id), '[]')
    from reports closed where closed.decision_id = decisions.id))`

const WithId = Schema.Struct({ id: DecisionId })
const Stored = Schema.Struct({
  decision: Decision,
  subjectId: UserId,
  byId: Schema.NullOr(UserId),
  reporterIds: Schema.Array(UserId),
  isReadable: Schema.Boolean
})

const Decisions = List(Stored)

const stored = (
  sql: SqlClient.SqlClient
) => sql`${decision(sql)} as decision, decisions.subject_id as "subjectId", decisions.by_id as "byId",
    (select coalesce(json_agg(distinct closed.reporter_id) filter (where closed.reporter_id is not null), '[]')
      from reports closed where closed.decision_id = decisions.id) as "reporterIds",
    reads_text(decisions.target_type, decisions.target_id) as "isReadable"`

/** An appeal that waits for its outcome (index decisions_appeal_open). */
export const isOpenAppeal = (sql: SqlClient.SqlClient) => sql`appealed_at is not null and appeal_outcome is null`

/** Uses the primary key, or the indexes decisions_appeal_open, decisions_subject_id and reports_reporter_id. */
const selectPage = (
  sql: SqlClient.SqlClient,
  { appeal, targetType, userId }: DecisionFilter,
  viewerId: UserId | undefined,
  window: PageSlice<DecisionKey>,
  isReadable: ReadonlyArray<Statement.Fragment>
) => {
  const listed = [
    sql`true`,
    ...isReadable,
    ...whenDefined(targetType, (type) => sql`target_type = ${type}`),
    ...whenDefined(userId, (id) => sql`subject_id = ${id}`),
    ...whenDefined(appeal, () => isOpenAppeal(sql)),
    ...whenDefined(viewerId, (id) =>
      appeal === undefined
        ? sql`id in (
        select id from decisions where subject_id = ${id}
        union select decision_id from reports where reporter_id = ${id})`
        : sql`subject_id = ${id}`
    )
  ]
  const behind = [...listed, ...whenDefined(window.after, ({ id }) => sql`id < ${id}`)]
  const statement = sql`
    select (select count(*)::int from decisions where ${sql.and(listed)}) as total,
      (select coalesce(json_agg(entries), '[]') from (
        select ${stored(sql)}
        from (select * from decisions where ${sql.and(behind)} order by id desc ${limitClause(sql, window)}) decisions
        order by decisions.id desc
      ) entries) as items`
  return statement.pipe(page(Decisions, window, ({ decision }): DecisionKey => ({ id: decision.id })))
}

/** Open appeals about a text, or about a member and all their texts. */
const isOpenAbout = (sql: SqlClient.SqlClient, { id, type }: Target) =>
  sql.and([
    isOpenAppeal(sql),
    type === "user" ? sql`subject_id = ${id}` : sql`target_type = ${type} and target_id = ${id}`
  ])

const idsOf = flow(
  all(WithId),
  Effect.map((rows) => rows.map(({ id }) => id).sort((one, other) => one - other))
)

export const layer = inDatabaseAsReader(DecisionsRepo, (sql, { readsAbout }) => ({
  lock: ({ id, type }) => tryLock(sql, advisoryLocks[type], id, `${type} ${id}`),

  add: ({ target, ...row }) => {
    const statement = sql`
      insert into decisions (target_type, target_id, subject_id, action, excerpt, rule, reason, automated, by_id, until,
        created_at)
      values (${target.type}, ${target.id}, ${row.subjectId}, ${row.action}, ${row.excerpt}, ${row.rule}, ${row.reason},
        ${row.byId === null}, ${row.byId}, ${row.until && iso(row.until)}, ${iso(row.createdAt)})
      returning id`
    return Effect.map(statement.pipe(one(WithId)), ({ id }) => id)
  },

  find: (id) =>
    Effect.flatMap(readsAbout("target_type", "target_id"), (isReadable) =>
      sql`select ${stored(sql)} from decisions where ${sql.and([sql`decisions.id = ${id}`, ...isReadable])}`.pipe(
        first(Stored)
      )
    ),

  findAll: (ids) =>
    sql`select ${stored(sql)} from decisions where decisions.id = any(${idArray(sql, ids)})`.pipe(all(Stored)),

  page: (filter, viewerId, window) =>
    Effect.flatMap(readsAbout("target_type", "target_id"), (isReadable) =>
      selectPage(sql, filter, viewerId, window, isReadable)
    ),

  // Index decisions_target.
  last: ({ id, type }, actions) => {
    const statement = sql`
      select id from decisions where target_type = ${type} and target_id = ${id} and ${sql.in("action", actions)}
      order by id desc limit 1`
    return Effect.map(
      statement.pipe(first(WithId)),
      Option.map(({ id }) => id)
    )
  },

  addAppeal: (id, text, at) =>
    returnsRow(sql`
      update decisions set appeal_text = ${text}, appealed_at = ${iso(at)}, appeal_alert_due_at = ${iso(at)}
      where id = ${id} and appealed_at is null
      returning id`),

  setOutcome: (id, { at, byId, outcome, reason }) =>
    returnsRow(sql`
      update decisions set appeal_outcome = ${outcome}, appeal_reason = ${reason}, appeal_by_id = ${byId},
        appeal_decided_at = ${iso(at)}
      where id = ${id} and ${isOpenAppeal(sql)}
      returning id`),

  reverseAppeals: (about, action, { at, byId, reason }) =>
    sql`
      update decisions set appeal_outcome = 'reversed', appeal_reason = ${reason}, appeal_by_id = ${byId},
        appeal_decided_at = ${iso(at)}
      where ${isOpenAbout(sql, about)} and action = ${action}
      returning id`.pipe(idsOf),

  withdrawAppeals: (about) =>
    sql`
      update decisions set appeal_text = null, appealed_at = null, appeal_alert_due_at = null
      where ${isOpenAbout(sql, about)}
      returning id`.pipe(idsOf)
}))
