import type { SqlClient } from "@effect/sql"
import { Option, Schema } from "effect"
import { Role } from "../../../domain/accounts/CurrentUser.ts"
import type { Author } from "../../../domain/accounts/User.ts"
import { UserId } from "../../../domain/Ids.ts"

// An author as columns, where a statement reads hundreds of rows and JSON of `author_from` would cost too much.

/** The columns of an author in a row. */
export const AuthorRow = Schema.Struct({
  authorId: UserId,
  username: Schema.String,
  role: Role,
  verifiedAs: Schema.NullOr(Schema.String),
  byAgent: Schema.Boolean
})

export type AuthorRow = typeof AuthorRow.Type

/** The columns of an `AuthorRow`, in its order: of the member in `users` as the author of a row of `table`. */
export const authorColumns = (sql: SqlClient.SqlClient, table: "comments" | "posts") => sql`
  users.id as "authorId", users.username, users.role,
  case when not ${sql(`${table}.by_agent`)} then users.verified_as end as "verifiedAs",
  ${sql(`${table}.by_agent`)} as "byAgent"`

/** The names of these columns. */
export const authorNames = (sql: SqlClient.SqlClient) =>
  sql.literal(
    Object.keys(AuthorRow.fields)
      .map((name) => `"${name}"`)
      .join(", ")
  )

export const authorOf = ({ authorId: id, byAgent, role, username, verifiedAs }: AuthorRow): Author => ({
  id,
  username,
  role,
  verified: verifiedAs !== null,
  verifiedAs: Option.fromNullable(verifiedAs),
  kind: byAgent ? "agent" : "human"
})

/** The same as responses have it. */
export const encodedAuthorOf = ({
  authorId: id,
  byAgent,
  role,
  username,
  verifiedAs
}: AuthorRow): typeof Author.Encoded => ({
  id,
  username,
  role,
  verified: verifiedAs !== null,
  ...(verifiedAs === null ? {} : { verifiedAs }),
  kind: byAgent ? "agent" : "human"
})
