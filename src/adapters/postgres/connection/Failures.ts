import { SqlError } from "@effect/sql"
import { Cause, Effect, ParseResult, Predicate } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { Unavailable } from "../../../domain/Unavailable.ts"

/**
 * SQLSTATEs of failures that a retry may not meet: a connection refused or lost (classes 08 and 57P), no resources such as
 * room on the disk (class 53), a timeout of a lock or a statement, a serialization failure, and a deadlock.
 */
const connectionState = /^(08...|57P0.|53...|55P03|57014|40001|40P01)$/

/** Codes of Node and messages of `pg` for a lost connection. */
const connectionCode = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/
const connectionMessage =
  /connection (terminated|ended|error|timeout)|not queryable|failed to acquire connection|timeout exceeded when trying to connect/i

const causes = (error: unknown): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
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
export const orBlocked = <A, E, R>(statement: Effect.Effect<A, E, R>, by: string | undefined) =>
  Effect.catchIf(statement, isContended, () => new Blocked({ by }))

/** The constraint that a statement violated; none for any other failure. */
export const violated = (error: SqlError.SqlError): string | undefined =>
  causes(error)
    .map((cause) => (text(cause, "code") === "23505" ? text(cause, "constraint") : ""))
    .find((constraint) => constraint !== "")

/** A failure of the database: `Unavailable` if it cannot be reached, else a defect. */
export const failed = (error: SqlError.SqlError): Effect.Effect<never, Unavailable> =>
  isConnectionLost(error) ? Effect.fail(new Unavailable()) : Effect.die(error)

/** The failures of a statement that are not errors of the domain. */
type Fault = SqlError.SqlError | ParseResult.ParseError | Cause.NoSuchElementException

const isFault = (error: unknown): error is Fault =>
  error instanceof SqlError.SqlError || ParseResult.isParseError(error) || Cause.isNoSuchElementException(error)

/** Maps the failures of a statement: see `failed`. A missing row, or one that does not match its schema, is a defect. */
export const orUnavailable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    effect,
    (error: E): error is E & Fault => isFault(error),
    (error): Effect.Effect<never, Unavailable> =>
      error instanceof SqlError.SqlError ? failed(error) : Effect.die(error)
  )
