import type { SqlClient } from "@effect/sql"
import { Array, DateTime, Effect, Option, Schema } from "effect"
import { maxPageItems, type PageResult, type PageSlice, pageFromOverfetch, usualPageItems } from "../../domain/Page.ts"
import { orUnavailable } from "./connection/Failures.ts"

// The rows of statements, by schemas. The failures are those of `orUnavailable`; a row that does not match its schema is a
// defect.

type Rows<E> = Effect.Effect<ReadonlyArray<unknown>, E>

export const all = <A, I, E>(schema: Schema.Schema<A, I>, statement: Rows<E>) => {
  const decode = Schema.decodeUnknownSync(schema)
  return orUnavailable(
    Effect.map(
      statement,
      Array.map((row) => decode(row))
    )
  )
}

export const first = <A, I, E>(schema: Schema.Schema<A, I>, statement: Rows<E>) =>
  Effect.map(all(schema, statement), Array.head)

/** The first row. A missing one is a defect. */
export const one = <A, I, E>(schema: Schema.Schema<A, I>, statement: Rows<E>) =>
  Effect.map(first(schema, statement), Option.getOrThrow)

export const run = <E>(statement: Rows<E>) => Effect.asVoid(orUnavailable(statement))

/** True if a statement returns a row. */
export const returnsRow = <E>(statement: Rows<E>) => Effect.map(orUnavailable(statement), ({ length }) => length > 0)

/** The first row, or the error of a missing one. */
export const firstOr = <A, I, E, E2>(schema: Schema.Schema<A, I>, statement: Rows<E>, missing: () => E2) =>
  Effect.flatMap(first(schema, statement), Effect.orElseFail(missing))

/** The row of a list: its items as JSON, and the number of all. */
export const List = <A, I>(Item: Schema.Schema<A, I>) => Schema.Struct({ items: Schema.Array(Item), total: Schema.Int })

/** The page of a statement that returns a `List`. */
export const page = <A, I, Key, E>(
  list: Schema.Schema<{ readonly items: ReadonlyArray<A>; readonly total: number }, I>,
  statement: Rows<E>,
  window: PageSlice<Key>,
  keyOf: (item: A) => Key
) =>
  Effect.map(
    one(list, statement),
    ({ items, total }): PageResult<A, Key> => pageFromOverfetch(items, total, window, keyOf)
  )

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

/** A time as a parameter. */
export const iso = DateTime.formatIso

/** A time as a parameter, null for none. */
export const isoOrNull = (time: Option.Option<DateTime.Utc>): string | null => Option.getOrNull(Option.map(time, iso))
