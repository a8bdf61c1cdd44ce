import { HttpServerError } from "@effect/platform"
import { NodeRuntime } from "@effect/platform-node"
import { Cause, ConfigError, Effect, Exit, Option, Predicate } from "effect"
import { clear } from "./Progress.ts"

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

/** A failure in one line, for an operator. */
export const messageOf = (failure: unknown): string => {
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
        return "HOST is not an address of this machine: set one that it has, such as 127.0.0.1 or 0.0.0.0"
    }
  }
  const error = cause instanceof Error && cause.message !== "" ? cause : failure
  return error instanceof Error ? error.message.split("\n").join(" ") : String(error)
}

interface RunOptions<E> {
  readonly exitCodeOf?: (failure: E) => number
  readonly isPrinted?: (failure: unknown) => boolean
  /** True for a program that a signal ends as it should, with code 0. */
  readonly endsBySignal?: boolean
}

/** Prints a failure in one line, and sets the exit code of the process. */
const reportFailure = <E>(cause: Cause.Cause<E>, { exitCodeOf = () => 1, isPrinted = () => false }: RunOptions<E>) =>
  Effect.sync(() => {
    const failure = Cause.squash(cause)
    if (!isPrinted(failure)) process.stderr.write(`${clear}rare-disease-community: ${messageOf(failure)}\n`)
    process.exitCode = Option.match(Cause.failureOption(cause), { onNone: () => 1, onSome: exitCodeOf })
  })

/** The exit codes that a shell expects of a program that a signal ended. */
const codeOfSignal = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Two signals within this time count as one: one Ctrl-C sends SIGINT to npm and to this process, and npm passes its own
 * on.
 */
const sameSignalMillis = 1_000

/**
 * Calls `onFirst` with the first signal. A later one, which is not the same sent twice, ends the process at once. The
 * listeners stay: without one Node would end the process at the second SIGINT of one Ctrl-C.
 */
const onSignal = (onFirst: (code: number) => void) => {
  let first: number | undefined
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (first === undefined) onFirst(codeOfSignal[signal])
      first ??= performance.now()
      if (performance.now() - first > sameSignalMillis) process.exit(codeOfSignal[signal])
    })
  }
}

/** Runs a program until it ends or a signal interrupts it. */
export const runMain = <A, E>(program: Effect.Effect<A, E>, options: RunOptions<E> = {}) => {
  let signalCode = 0
  onSignal((code) => {
    if (options.endsBySignal !== true) signalCode = code
  })
  NodeRuntime.runMain(
    Effect.catchAllCause(program, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : reportFailure(cause, options)
    ),
    {
      disablePrettyLogger: true,
      teardown: (exit, onExit) => onExit(Exit.isInterrupted(exit) ? signalCode : Number(process.exitCode ?? 0))
    }
  )
}
