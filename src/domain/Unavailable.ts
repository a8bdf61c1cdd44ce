import { type Effect, Schema } from "effect"

/**
 * The database cannot be reached, or the signs have not been read since the start. Nothing was written, and the request
 * may succeed soon.
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** While the signs are read: the percentage that has been. */
  signsRead: Schema.optionalWith(Schema.Int, { exact: true })
}) {
  override get message() {
    return this.signsRead === undefined
      ? "the community cannot answer for a moment: try again soon"
      : `the signs are still being read (${this.signsRead}%): try again soon`
  }
}

/** The transaction was in a deadlock, or waited too long for a lock. Services run it again (`lockRetry`). */
export class Contended extends Unavailable {}

/** An effect that needs the database. */
export type StorageEffect<A, E = never, R = never> = Effect.Effect<A, E | Unavailable, R>
