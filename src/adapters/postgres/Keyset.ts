import type { SqlClient } from "@effect/sql"
import { Schema } from "effect"
import { maxPageItems, type PageSlice, usualPageItems } from "../../domain/Page.ts"

/** The fields of a request for a slice of a list. */
export const keysetFields = <Key, Stored>(key: Schema.Schema<Key, Stored>) => ({
  offset: Schema.Int,
  limit: Schema.Int,
  after: Schema.optional(key)
})

/**
 * The number of rows to read: one of few numbers, since it is part of the statement's text. PostgreSQL reads on in an index
 * only if it knows that few rows are wanted: with a parameter it would read and sort a tenth of all rows.
 */
const overfetchedLimit = (limit: number) =>
  limit <= usualPageItems ? usualPageItems + 1 : limit <= maxPageItems ? maxPageItems + 1 : limit + 1

/**
 * Limits ordered rows to a slice and at least one row more (`pageFromOverfetch`). A slice after a key has no offset: its
 * statement compares rows with the key, by the index of the order. Rows that an offset skips cost as much as rows read.
 */
export const limitClause = <Key>(sql: SqlClient.SqlClient, { after, limit, offset }: PageSlice<Key>) => {
  const rows = sql`limit ${sql.literal(String(overfetchedLimit(limit)))}`
  return after !== undefined || offset === 0 ? rows : sql`${rows} offset ${offset}`
}
