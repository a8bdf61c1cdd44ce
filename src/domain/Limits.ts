import { Data, type Option } from "effect"

/** What requests are counted as (spec, Limits). */
export type LimitScope = "read" | "write" | "auth" | "post" | "comment"

/** Where a caller stands in the window of the bucket with the least left. */
export interface Budget {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds to the window's end. */
  readonly resetSeconds: number
}

/** A window is used up; the same request passes after `retryAfterSeconds`. */
export class TooManyRequests extends Data.TaggedError("TooManyRequests")<{
  readonly what: string
  readonly retryAfterSeconds: number
  /** Where the caller stands in that window; none where no limit of the minute was met. */
  readonly budget: Option.Option<Budget>
}> {
  override get message() {
    return `too many ${this.what}: try again in ${this.retryAfterSeconds} s`
  }
}
