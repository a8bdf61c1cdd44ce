import { SqlClient, SqlError, type Statement } from "@effect/sql"
import { Array, DateTime, Effect, flow, Option, Predicate, Schema } from "effect"
import { Blocked } from "../../domain/BatchResult.ts"
import { type Change, ChangeKind, storedChange } from "../../domain/Change.ts"
import { UserId } from "../../domain/Ids.ts"
import { maxPageItems, type PageResult, type PageSlice, pageFromOverfetch, usualPageItems } from "../../domain/Page.ts"
import { Contended, Unavailable } from "../../domain/Unavailable.ts"
import { adapterOn } from "../../ports/Adapter.ts"

/** The layer of an adapter that runs statements. */
export const inDatabase = adapterOn(SqlClient.SqlClient)

/**
 * SQLSTATEs of failures that a retry may not meet: a connection refused or lost (classes 08 and 57P), no resources such
 * as room on the disk (class 53), a timeout of a statement, and a serialization failure.
 */
const connectionState = /^(08...|57P0.|53...|57014|40001)$/

/** Codes of Node and messages of `pg` for a lost connection. */
const connectionCode = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/
const connectionMessage =
  /connection (terminated|ended|error|timeout)|not queryable|failed to acquire connection|timeout exceeded when trying to connect/i

const causes = (error: unknown): ReadonlyArray<unknown> => {
  const found = Array.empty<unknown>()
  for (let cause = error; Predicate.isObject(cause) && found.length < 5; ) {
    found.push(cause)
    cause = Predicate.hasProperty(cause, "cause") ? cause.cause : undefined
  }
  return found
}

const text = (error: unknown, member: string): string =>
  Predicate.hasProperty(error, member) && typeof error[member] === "string" ? error[member] : ""

const isConnectionLost = (error: SqlError.SqlError): boolean =>
  causes(error).some(
    (cause) =>
      connectionState.test(text(cause, "code")) ||
      connectionCode.test(text(cause, "code")) ||
      connectionMessage.test(text(cause, "message"))
  )

const isContended = (error: unknown): boolean =>
  causes(error).some((cause) => /^(55P03|40P01)$/.test(text(cause, "code")))

/** Fails with `Blocked` if a statement failed by the timeout of a lock or by a deadlock. Then it changed nothing. */
export const orBlocked =
  (by: string | undefined) =>
  <A, E, R>(statement: Effect.Effect<A, E, R>) =>
    Effect.catchIf(statement, isContended, () => new Blocked({ by }))

/** The constraint that a statement violated; none for any other failure. */
export const violated = (error: SqlError.SqlError): string | undefined =>
  causes(error)
    .map((cause) => (text(cause, "code") === "23505" ? text(cause, "constraint") : ""))
    .find((constraint) => constraint !== "")

/** A failure of the database: `Unavailable` if it cannot be reached, or for want of a lock, else a defect. */
export const failed = (error: SqlError.SqlError): Effect.Effect<never, Unavailable> => {
  if (isContended(error)) return Effect.fail(new Contended())
  return isConnectionLost(error) ? Effect.fail(new Unavailable()) : Effect.die(error)
}

/** Maps the failures of a statement: see `failed`. */
export const orUnavailable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(effect, (error: E): error is E & SqlError.SqlError => error instanceof SqlError.SqlError, failed)

// The rows of statements, by schemas. A missing row, and one that does not match its schema, is a defect.
// The failures are those of `orUnavailable`, except for `rows` and `row`.

type Rows<E, R = never> = Effect.Effect<ReadonlyArray<unknown>, E, R>

/** All rows, with the failures of the statement. */
export const rows = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownSync(schema)
  return <E, R>(statement: Rows<E, R>) =>
    Effect.map(
      statement,
      Array.map((row) => decode(row))
    )
}

/** The first row, with the failures of the statement. */
export const row = <A, I>(schema: Schema.Schema<A, I>) =>
  flow(
    rows(schema),
    Effect.map((found) => Option.getOrThrow(Array.head(found)))
  )

export const all = <A, I>(schema: Schema.Schema<A, I>) => flow(rows(schema), orUnavailable)

export const first = <A, I>(schema: Schema.Schema<A, I>) => flow(all(schema), Effect.map(Array.head))

export const one = <A, I>(schema: Schema.Schema<A, I>) => flow(row(schema), orUnavailable)

export const firstOr = <A, I, E2>(schema: Schema.Schema<A, I>, missing: () => E2) =>
  flow(first(schema), Effect.flatMap(Effect.orElseFail(missing)))

export const run = <E>(statement: Rows<E>) => Effect.asVoid(orUnavailable(statement))

export const returnsRow = <E>(statement: Rows<E>) => Effect.map(orUnavailable(statement), ({ length }) => length > 0)

/** The row of one column, as its value. */
export const Value = <A, I>(column: string, value: Schema.Schema<A, I>) =>
  Schema.pluck(Schema.Struct({ [column]: value }), column)

/** A row of the time at which something is due; none where nothing is. */
export const TimeOrNone = Value("at", Schema.OptionFromNullOr(Schema.DateTimeUtc))

const Locked = Value("isLocked", Schema.Boolean)

/** Takes an advisory lock until the end of the transaction. Fails with `Blocked` if another transaction holds it. */
export const tryLock = (sql: SqlClient.SqlClient, key: number, id: number, by: string) =>
  sql`select pg_try_advisory_xact_lock(${key}, ${id}) as "isLocked"`.pipe(
    one(Locked),
    Effect.flatMap((isLocked) => (isLocked ? Effect.void : new Blocked({ by })))
  )

const Busy = Value("busy", Schema.NullOr(Schema.Int))

/** Takes the locks of inboxes and of their members. Fails with `Blocked` if another transaction holds one of them. */
export const lockInboxes = (sql: SqlClient.SqlClient, members: Statement.Fragment) =>
  Effect.flatMap(sql`select first_busy_inbox(${members}) as busy`.pipe(one(Busy)), (busy) =>
    busy === null ? Effect.void : new Blocked({ by: `inbox ${busy}` })
  )

/** The changes of a function that leaves the outbox to its caller, null if there are none. */
export const Changed = Schema.Struct({
  changes: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        kind: ChangeKind,
        id: Schema.Int,
        userId: Schema.propertySignature(Schema.NullOr(UserId)).pipe(Schema.fromKey("user_id"))
      })
    )
  )
})

/** These changes, if there are any. */
export const changesIn = ({ changes }: typeof Changed.Type): Option.Option<ReadonlyArray<Change>> =>
  Option.map(Option.fromNullable(changes), (rows) => rows.map(({ id, kind, userId }) => storedChange(kind, id, userId)))

/** The row of a list: its items as JSON, and the number of all. */
export const List = <A, I>(Item: Schema.Schema<A, I>) => Schema.Struct({ items: Schema.Array(Item), total: Schema.Int })

/** The page of a statement that returns a `List`. */
export const page = <A, I, Key>(
  list: Schema.Schema<{ readonly items: ReadonlyArray<A>; readonly total: number }, I>,
  window: PageSlice<Key>,
  keyOf: (item: A) => Key
) =>
  flow(
    one(list),
    Effect.map(({ items, total }): PageResult<A, Key> => pageFromOverfetch(items, total, window, keyOf))
  )

/**
 * The number of rows to read: one of few numbers, since it is part of the statement's text. PostgreSQL reads on in an
 * index only if it knows that few rows are wanted: with a parameter it would read and sort a tenth of all rows.
 */
const overfetchedLimit = (limit: number) =>
  limit <= usualPageItems ? usualPageItems + 1 : limit <= maxPageItems ? maxPageItems + 1 : limit + 1

/**
 * Limits ordered rows to a slice and at least one row more (`pageFromOverfetch`). A slice after a key has no offset:
 * its statement compares rows with the key, by the index of the order. Rows that an offset skips cost as much as rows
 * read.
 */
export const limitClause = <Key>(sql: SqlClient.SqlClient, { after, limit, offset }: PageSlice<Key>) => {
  const rows = sql`limit ${sql.literal(String(overfetchedLimit(limit)))}`
  return after !== undefined || offset === 0 ? rows : sql`${rows} offset ${offset}`
}

/** A time as a parameter. */
export const iso = DateTime.formatIso

export const isoOrNull = (time: Option.Option<DateTime.Utc>): string | null => Option.getOrNull(Option.map(time, iso))
