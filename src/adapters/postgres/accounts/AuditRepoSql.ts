import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { AuditEntry } from "../../../domain/accounts/Audit.ts"
import type { AuditKey } from "../../../domain/Lists.ts"
import { AuditRepo } from "../../../ports/accounts/AuditRepo.ts"
import { time, whenDefined } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { iso, List, limitClause, page, run } from "../Rows.ts"

const Entries = List(AuditEntry)

/** Leaves out decisions about texts of which the reader may not know. */
export const decidedOnReadable = (sql: SqlClient.SqlClient) =>
  sql`(action <> 'decided' or exists (
    select from decisions about where about.id = audit_log.target_id and reads_about(about.target_type, about.target_id)
  ))`

export const layer = inDatabaseAsReader(AuditRepo, (sql, { hasRestricted }) => {
  const member = (column: "actor_id" | "user_id") =>
    sql`json_build_object('id', page.${sql(column)}, 'username', (select username from users where users.id = page.${sql(column)}))`

  return {
    append: ({ action, actorId, at, detail, key, reason, targetId, userId }) =>
      run(sql`
        insert into audit_log (at, action, actor_id, key_id, by_agent, user_id, target_id, detail, reason)
        values (${iso(at)}, ${action}, ${actorId}, ${key?.id ?? null}, ${key?.agent ?? null}, ${userId}, ${targetId},
          ${detail}, ${reason})`),

    // Uses the primary key, or the indexes audit_log_user_id and audit_log_action. Counts rows, since only admins read
    // it.
    page: Effect.fnUntraced(function* ({ action, userId }, window) {
      const listed = [
        ...((yield* hasRestricted) ? [decidedOnReadable(sql)] : [sql`true`]),
        ...whenDefined(userId, (id) => sql`user_id = ${id}`),
        ...whenDefined(action, (action) => sql`action = ${action}`)
      ]
      const behind = [...listed, ...whenDefined(window.after, ({ id }) => sql`id < ${id}`)]
      return yield* sql`
        select (select count(*)::int from audit_log where ${sql.and(listed)}) as total,
          (select coalesce(json_agg(entries), '[]') from (
            select page.id, ${time(sql, "page.at")} as at, page.action,
              case when page.actor_id is not null then ${member("actor_id")} end as by,
              case when page.key_id is not null then json_build_object('id', page.key_id, 'agent', page.by_agent,
                'name', (select name from api_keys where api_keys.id = page.key_id)) end as key,
              ${member("user_id")} as "user", page.target_id as "targetId", page.detail, page.reason
            from (select * from audit_log where ${sql.and(behind)} order by id desc ${limitClause(sql, window)}) page
            order by page.id desc
          ) entries) as items`.pipe(page(Entries, window, ({ id }): AuditKey => ({ id })))
    })
  }
})
