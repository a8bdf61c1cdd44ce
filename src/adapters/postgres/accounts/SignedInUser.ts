import type { SqlClient, Statement } from "@effect/sql"
import { Schema } from "effect"
import { SignedInUser } from "../../../domain/accounts/CurrentUser.ts"

/** The row of a credential that was found. */
export const Identified = Schema.Struct({ user: SignedInUser, lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc) })

/** The member in `users` at a time, with the credential. */
export const signedIn = (
  sql: SqlClient.SqlClient,
  credential: Statement.Fragment,
  now: string
) => sql`json_build_object(
  'id', users.id, 'username', users.username, 'role', users.role, 'suspended', not ${isActive(sql, now)},
  'credential', ${credential})`

/** The member in `users` is not suspended at a time. */
export const isActive = (sql: SqlClient.SqlClient, now: string) =>
  sql`coalesce(users.suspended_until <= ${now}, users.suspended_at is null)`
