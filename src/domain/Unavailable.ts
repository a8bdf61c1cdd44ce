import { type Effect, Schema } from "effect"

/** The database cannot be reached. Nothing was written, and the request may succeed soon. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {}) {
  override readonly message = "the community cannot answer for a moment: try again soon"
}

/** The transaction was in a deadlock, or waited too long for a lock. Services run it again (`makeLockRetry`). */
export class Contended extends Unavailable {}

/** A call that needs the database. */
export type Call<A, E = never, R = never> = Effect.Effect<A, E | Unavailable, R>
