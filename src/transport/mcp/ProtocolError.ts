import { Data } from "effect"

/** The codes of JSON-RPC and MCP that we answer. */
const codes = {
  /** The request names what does not exist, or its parameters are wrong. */
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  /** A limit is used up; `data.retryAfterSeconds` says for how long. */
  tooManyRequests: -32029
} as const

/** A failure of the protocol and not of a tool: the SDK answers its code, message and data as a JSON-RPC error. */
export class ProtocolError extends Data.TaggedError("ProtocolError")<{
  readonly code: number
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}> {
  static readonly of = (what: keyof typeof codes, message: string, data?: Readonly<Record<string, unknown>>) =>
    new ProtocolError({ code: codes[what], message, ...(data === undefined ? {} : { data }) })
}
