import type { SqlClient } from "@effect/sql"
import { Schema } from "effect"
import { maxPageItems, type PageSlice, usualPageItems } from "../../domain/Page.ts"

/** The members of a request for a window of a list. */
export const keysetFields = <Key, Stored>(key: Schema.Schema<Key, Stored>) => ({
  offset: Schema.Int,
  limit: Schema.Int,
  after: Schema.optional(key)
})

/** How many rows are read: one of few numbers, which stand in the text, since one plan serves all calls of a statement. */
const readOf = (limit: number) =>
  limit <= usualPageItems ? usualPageItems + 1 : limit <= maxPageItems ? maxPageItems + 1 : limit + 1

/**
 * Cuts a window out of rows in order, and one row more at least (`foundAmong`). PostgreSQL reads on in an index only
 * where it knows how few rows are wanted: with a parameter in its place it would read and sort a tenth of all. Whoever
 * walks by a key has narrowed the rows to those behind it, by a comparison that the index of the order answers: passing
 * over rows costs as much as reading them.
 */
export const limitClause = <Key>(sql: SqlClient.SqlClient, { after, limit, offset }: PageSlice<Key>) => {
  const rows = sql`limit ${sql.literal(String(readOf(limit)))}`
  return after !== undefined || offset === 0 ? rows : sql`${rows} offset ${offset}`
}
