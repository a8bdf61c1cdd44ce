import { Schema } from "effect"
import { count } from "./Fields.ts"

const LimitScope = Schema.Literal("read", "write", "auth", "post", "comment", "mcp")

/** The kinds of requests that are counted (spec, Limits). */
export type LimitScope = typeof LimitScope.Type

const Limit = Schema.Literal(
  ...LimitScope.literals,
  "login",
  "streams",
  "sessions",
  "dailyWrites",
  "answers",
  "addressChanges",
  "translations",
  "codes"
)

/** The bucket of a caller with the fewest requests left; `resetSeconds` are whole seconds to the end of its window. */
export const Budget = Schema.Struct({ limit: count, remaining: count, resetSeconds: count })
export type Budget = typeof Budget.Type

const counted: Readonly<Record<typeof Limit.Type, string>> = {
  read: "reads",
  write: "writes",
  auth: "attempts to register or log in",
  post: "posts",
  comment: "comments",
  mcp: "MCP messages (each message of a batch counts)",
  login: "failed logins of this email from addresses it was not used from before",
  streams: "open streams",
  sessions: "open sessions",
  answers: "writes with an Idempotency-Key, whose answers are kept for a day",
  addressChanges: "changes of your email address within a day",
  translations: "translations",
  codes: "wrong codes of your second factor",
  dailyWrites: "writes with this API key today, whose daily budget is renewed at midnight UTC"
}

/** The maximum number of messages of one MCP batch (contract, Limits). */
export const maxMcpBatch = 20

/** The maximum number of RPC calls of one request body. */
export const maxRpcCalls = 20

/** A limit is used up; the same request passes after `retryAfterSeconds`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {
  limit: Limit,
  retryAfterSeconds: count,
  /** The budget of the caller in the window that is used up; none where no limit of the minute was met. */
  budget: Schema.Option(Budget)
}) {
  override readonly message = `too many ${counted[this.limit]}: try again in ${this.retryAfterSeconds} s`
}
