import type { SqlClient, Statement } from "@effect/sql"

/** The condition on a value as a list, for `sql.and`; an empty list where there is no value. */
export const whenDefined = <A>(
  value: A | undefined,
  condition: (value: A) => Statement.Fragment
): ReadonlyArray<Statement.Fragment> => (value === undefined ? [] : [condition(value)])

/** Ids as one parameter. */
export const idArray = (sql: SqlClient.SqlClient, ids: Iterable<number>) =>
  sql`${`{${Array.from(ids).join(",")}}`}::int[]`
