import type { SqlClient } from "@effect/sql"
import { time } from "../Columns.ts"

/** A member by the id in a column, as an author; null for one who is gone. */
export const memberAs = (sql: SqlClient.SqlClient, column: string) =>
  sql`(select author_of(users.id, users.username, users.role, users.verified_as, false) from users where users.id = ${sql(column)})`

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
