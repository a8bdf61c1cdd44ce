import { SqlError } from "@effect/sql"
import { Cause, Effect, ParseResult, Predicate } from "effect"
import { Unavailable } from "../../../domain/Unavailable.ts"

/**
 * SQLSTATE of what may pass when it is tried again: a connection refused or lost (classes 08 and 57P), no resources such
 * as room on the disk (class 53), a lock or a statement that took too long, and two transactions that waited for each
 * other.
 */
const connectionState = /^(08...|57P0.|53...|55P03|57014|40001|40P01)$/

/** What Node and `pg` say of a connection that is gone. */
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

/** Whether others held what a statement wanted: a lock for too long, or two that waited for each other. It did nothing. */
export const isContended = (error: unknown): boolean =>
  causes(error).some((cause) => /^(55P03|40P01)$/.test(text(cause, "code")))

/** The constraint that a statement violated; none for any other failure. */
export const violated = (error: SqlError.SqlError): string | undefined =>
  causes(error)
    .map((cause) => (text(cause, "code") === "23505" ? text(cause, "constraint") : ""))
    .find((constraint) => constraint !== "")

/** A failure of the database: `Unavailable` where it cannot be reached, else a defect. */
export const failed = (error: SqlError.SqlError): Effect.Effect<never, Unavailable> =>
  isConnectionLost(error) ? Effect.fail(new Unavailable()) : Effect.die(error)

/** What a statement fails with, beside the facts of the domain. */
type Fault = SqlError.SqlError | ParseResult.ParseError | Cause.NoSuchElementException

const isFault = (error: unknown): error is Fault =>
  error instanceof SqlError.SqlError || ParseResult.isParseError(error) || Cause.isNoSuchElementException(error)

/** The one stop of what a database fails with: see `failed`. A row that is missing, or that its schema does not know, is a defect too. */
export const orUnavailable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    effect,
    (error: E): error is E & Fault => isFault(error),
    (error): Effect.Effect<never, Unavailable> =>
      error instanceof SqlError.SqlError ? failed(error) : Effect.die(error)
  )
