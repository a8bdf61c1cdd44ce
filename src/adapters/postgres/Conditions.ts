import type { SqlClient, Statement } from "@effect/sql"
import type { AuthorKind } from "../../domain/accounts/User.ts"

/** The condition on a value as a list, for `sql.and`; an empty list where there is no value. */
export const whenDefined = <A>(
  value: A | undefined,
  condition: (value: A) => Statement.Fragment
): ReadonlyArray<Statement.Fragment> => (value === undefined ? [] : [condition(value)])

/** The condition that a row is by authors of a kind, as partial indexes have it. */
export const isOfKind = (sql: SqlClient.SqlClient, table: string, kind: AuthorKind) =>
  kind === "agent" ? sql`${sql(`${table}.by_agent`)}` : sql`not ${sql(`${table}.by_agent`)}`

/** Ids as one parameter. */
export const idArray = (sql: SqlClient.SqlClient, ids: Iterable<number>) =>
  sql`${`{${Array.from(ids).join(",")}}`}::int[]`
