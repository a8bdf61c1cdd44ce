import type { SqlClient } from "@effect/sql"

/**
 * How many rows of a table the community has, all or of one category or role, as a statement of one row and column. It
 * sums the slots that triggers keep (`migrations/0007_counts.sql`), by the primary key of community_counts, so it costs the
 * same for any number of rows.
 */
export const communityCount = (
  sql: SqlClient.SqlClient,
  table: "comments" | "likes" | "news" | "posts" | "users",
  category?: string
) => sql`select coalesce(sum(count), 0)::int from community_counts
  where name = ${table} ${category === undefined ? sql`` : sql`and category = ${category}`}`
