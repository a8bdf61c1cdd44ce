import { Data } from "effect"

/** The codes of JSON-RPC and MCP that this server answers. */
const codes = {
  /** A parameter is wrong, or names a tool or prompt that does not exist. */
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  /** The credential lacks `data.scope`. */
  missingScope: -32003,
  /** The rate limit is used up for `data.retryAfterSeconds`. */
  tooManyRequests: -32029
} as const

/** A failure outside of any tool. The SDK answers its code, message and data as a JSON-RPC error. */
export class ProtocolError extends Data.TaggedError("ProtocolError")<{
  readonly code: number
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}> {
  static readonly of = (reason: keyof typeof codes, message: string, data?: Readonly<Record<string, unknown>>) =>
    new ProtocolError({ code: codes[reason], message, ...(data === undefined ? {} : { data }) })
}
