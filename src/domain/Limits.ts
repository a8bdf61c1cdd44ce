import { Schema } from "effect"

/** What requests are counted as (spec, Limits). */
export type LimitScope = "read" | "write" | "auth" | "post" | "comment" | "mcp"

const count = Schema.Number.pipe(Schema.int())

/** Where a caller stands in the window of the bucket with the least left; `resetSeconds` are whole seconds to its end. */
export const Budget = Schema.Struct({ limit: count, remaining: count, resetSeconds: count })
export type Budget = typeof Budget.Type

/** A window is used up; the same request passes after `retryAfterSeconds`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {
  what: Schema.String,
  retryAfterSeconds: count,
  /** Where the caller stands in that window; none where no limit of the minute was met. */
  budget: Schema.Option(Budget)
}) {
  override get message() {
    return `too many ${this.what}: try again in ${this.retryAfterSeconds} s`
  }
}
