import { HttpServerError } from "@effect/platform"
import { Cause, ConfigError, Effect, Option, Predicate } from "effect"

/** Every invalid variable with the form that it must have, each once. */
const variables = (error: ConfigError.ConfigError): ReadonlySet<string> => {
  switch (error._op) {
    case "And":
    case "Or":
      return new Set([...variables(error.left), ...variables(error.right)])
    default:
      return new Set([`${error.path.join("_")} ${error.message}`])
  }
}

const causeOf = (failure: unknown): unknown =>
  Predicate.hasProperty(failure, "cause") && failure.cause !== undefined ? causeOf(failure.cause) : failure

const codeOf = (cause: unknown) => (Predicate.hasProperty(cause, "code") ? cause.code : undefined)

const portOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "port") && typeof cause.port === "number" ? `${cause.port} ` : ""

const messageOf = (failure: unknown): string => {
  if (ConfigError.isConfigError(failure)) return Array.from(variables(failure)).join("; ")
  const cause = causeOf(failure)
  if (failure instanceof HttpServerError.ServeError) {
    switch (codeOf(cause)) {
      case "EADDRINUSE":
        return `PORT ${portOf(cause)}is taken by another process: stop that one, or set another PORT`
      case "EACCES":
        return "this user may not listen on the port: set a PORT above 1023"
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
        return "HOST is no address of this machine: set one that it has, such as 127.0.0.1 or 0.0.0.0"
    }
  }
  const error = cause instanceof Error && cause.message !== "" ? cause : failure
  return error instanceof Error ? error.message.split("\n").join(" ") : String(error)
}

/** Prints the failure of a program in one line, and ends the process with its exit code. */
export const exitOnFailure = <A, E, R>(program: Effect.Effect<A, E, R>, exitCodeOf: (failure: E) => number = () => 1) =>
  Effect.catchAllCause(program, (cause) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.interrupt
      : Effect.sync(() => {
          process.stderr.write(`rare-disease-community: ${messageOf(Cause.squash(cause))}\n`)
          process.exitCode = Option.match(Cause.failureOption(cause), { onNone: () => 1, onSome: exitCodeOf })
        })
  )
