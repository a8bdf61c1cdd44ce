import type { SqlClient } from "@effect/sql"

/**
 * Selects the number of rows of a table, or of posts by agents, all or of one category or role. Sums the slots that
 * triggers maintain (`migrations/functions/counts.sql`) by the primary key of community_counts, so the cost does not grow
 * with the rows.
 */
export const communityCount = (
  sql: SqlClient.SqlClient,
  table: "agent_posts" | "comments" | "likes" | "news" | "posts" | "users",
  category?: string
) => sql`select coalesce(sum(count), 0)::int from community_counts
  where name = ${table} ${category === undefined ? sql`` : sql`and category = ${category}`}`
