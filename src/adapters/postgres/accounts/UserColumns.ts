import type { SqlClient } from "@effect/sql"
import { html, time } from "../Columns.ts"

/** The columns of a member in `users`. */
export const userColumns = (sql: SqlClient.SqlClient) =>
  sql`users.id, users.username, users.role, users.bio, ${html(sql, "users.bio")} as "bioHtml",
    case when users.verified_as is not null then json_build_object(
      'by', (select json_build_object('id', admin.id, 'username', admin.username) from users admin where admin.id = users.verified_by),
      'at', ${time(sql, "users.verified_at")}, 'as', users.verified_as
    ) end as verified,
    case when users.suspended_at is not null then json_build_object('at', ${time(sql, "users.suspended_at")},
      'until', ${time(sql, "users.suspended_until")}, 'reason', users.suspended_reason) end as suspended,
    ${time(sql, "users.created_at")} as "createdAt"`
