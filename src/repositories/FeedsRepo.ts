import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** What is known of a feed from the last time that it was polled. */
export interface FeedState {
  readonly etag: Option.Option<string>
  readonly lastModified: Option.Option<string>
  /** How often in a row it could not be read. */
  readonly failures: number
}

/** A feed that is to be polled now; it is named by its URL without credentials. */
export interface FeedDue extends FeedState {
  readonly url: string
}

/** What a poll came to. */
export interface FeedPolled extends FeedDue {
  readonly nextPollAt: DateTime.Utc
  readonly lastError: Option.Option<string>
  /** It is gone for good, and never due again. */
  readonly isGone: boolean
}

/** Which feeds are polled, and when, by all instances together. */
export class FeedsRepo extends Context.Tag("repositories/FeedsRepo")<
  FeedsRepo,
  {
    /** Forgets all feeds but these. */
    readonly keepOnly: (urls: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>

    /**
     * The one of these feeds that has been due the longest at `now`, if one is, taken by the caller alone until `until`;
     * however many ask at once, each feed is given to one. A feed that was never seen is due.
     */
    readonly claim: (
      urls: ReadonlyArray<string>,
      now: DateTime.Utc,
      until: DateTime.Utc
    ) => Effect.Effect<Option.Option<FeedDue>, Unavailable>

    /** When the next of these feeds is due, or is not anybody's any more; none where none of them ever is. */
    readonly nextDue: (urls: ReadonlyArray<string>) => Effect.Effect<Option.Option<DateTime.Utc>, Unavailable>

    /** Notes what a poll came to; nothing for a feed that has been forgotten meanwhile. */
    readonly settle: (polled: FeedPolled) => Effect.Effect<void, Unavailable>
  }
>() {}
