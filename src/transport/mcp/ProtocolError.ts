import { Data, Effect } from "effect"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { answerDefects } from "../http/Errors.ts"
import { capabilityOf, type InputRequired } from "./ClientInput.ts"

/** The maximum number of characters of an unknown name that an MCP error repeats. */
const maxRepeatedCharacters = 100

/** An unknown name as an error repeats it. */
export const repeated = (name: string): string => name.slice(0, maxRepeatedCharacters)

/** The codes of JSON-RPC and MCP that this server answers. */
const codes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  /** A parameter is wrong, or names a tool or prompt that does not exist. */
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  /** The credential lacks `data.scope`. */
  missingScope: -32003,
  /** The rate limit is used up for `data.retryAfterSeconds`. */
  tooManyRequests: -32029,
  /** A header of the request says something else than its body. */
  headerMismatch: -32020,
  /** The client has not declared `data.requiredCapabilities`. */
  missingCapability: -32021,
  /** The revision is not in `data.supported`. */
  unsupportedRevision: -32022
} as const

/** A failure outside of any tool. It is answered as a JSON-RPC error with its code, message and data. */
export class ProtocolError extends Data.TaggedError("ProtocolError")<{
  readonly code: number
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}> {
  static readonly codes = codes

  static readonly of = (reason: keyof typeof codes, message: string, data?: Readonly<Record<string, unknown>>) =>
    new ProtocolError({ code: codes[reason], message, ...(data === undefined ? {} : { data }) })

  static readonly methodNotFound = (name: string) =>
    ProtocolError.of("methodNotFound", `there is no method ${repeated(name)}`)
}

/** The error for a client that lacks the capabilities to answer these input requests. */
export const missingCapability = ({ requests }: InputRequired): ProtocolError => {
  const names = Object.values(requests).map(capabilityOf)
  return ProtocolError.of("missingCapability", `the client must declare the capabilities ${names.join(", ")}`, {
    requiredCapabilities: Object.fromEntries(names.map((name) => [name, {}]))
  })
}

/** Answers each failure of a request by an error of the protocol. A defect is logged, and its cause never sent. */
export const asProtocolErrors = <A, R>(
  effect: Effect.Effect<A, ProtocolError | InputRequired | Unavailable, R>
): Effect.Effect<A, ProtocolError, R> =>
  effect.pipe(
    Effect.catchTag("Unavailable", ({ message }) => ProtocolError.of("internalError", message)),
    Effect.catchTag("InputRequired", missingCapability),
    answerDefects("an MCP request", ProtocolError.of("internalError", "internal error"))
  )
