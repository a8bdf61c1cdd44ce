import type { SqlClient, Statement } from "@effect/sql"
import { Schema } from "effect"
import { SignedInUser } from "../../../domain/accounts/CurrentUser.ts"

/** The row of a credential that was found. */
export const Identified = Schema.Struct({ user: SignedInUser, lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc) })

/** The member in `users`, with the credential. */
export const signedIn = (sql: SqlClient.SqlClient, credential: Statement.Fragment) => sql`json_build_object(
  'id', users.id, 'username', users.username, 'role', users.role, 'credential', ${credential})`

/** The member in `users` is not suspended at a time. */
export const isActive = (sql: SqlClient.SqlClient, now: string) =>
  sql`(users.suspended_at is null or users.suspended_until <= ${now})`
