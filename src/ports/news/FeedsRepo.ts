import { Context, type DateTime, type Option } from "effect"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The state of a feed after its last poll. */
export interface FeedState {
  readonly etag: Option.Option<string>
  readonly lastModified: Option.Option<string>
  /** Failed polls in a row. */
  readonly failures: number
}

/** A feed that is due, named by its URL without credentials. */
export interface FeedDue extends FeedState {
  readonly url: string
}

export interface FeedPolled extends FeedDue {
  readonly nextPollAt: DateTime.Utc
  readonly lastError: Option.Option<string>
  /** True for a feed that is gone for good, and never due again. */
  readonly isGone: boolean
}

/** A feed that has been polled or claimed, as an operator sees it. */
export interface FeedHistory {
  readonly url: string
  readonly nextPollAt: DateTime.Utc
  readonly failures: number
  readonly lastError: Option.Option<string>
  readonly isGone: boolean
  readonly succeededAt: Option.Option<DateTime.Utc>
  readonly failedAt: Option.Option<DateTime.Utc>
}

/** The schedule of feeds, shared by all instances. */
export class FeedsRepo extends Context.Tag("ports/news/FeedsRepo")<
  FeedsRepo,
  {
    readonly keepOnly: (urls: ReadonlyArray<string>) => StorageEffect<void>

    /** Claims the feed that is due the longest: until `until` nobody else is given it. A new feed is due. */
    readonly claim: (
      urls: ReadonlyArray<string>,
      now: DateTime.Utc,
      until: DateTime.Utc
    ) => StorageEffect<Option.Option<FeedDue>>

    /** The time when the next of these feeds is due, or its claim ends; none if no feed will ever be due. */
    readonly nextDue: (urls: ReadonlyArray<string>) => StorageEffect<Option.Option<DateTime.Utc>>

    /** Stores the result of a poll, and its time, unless the feed has been deleted. */
    readonly settle: (polled: FeedPolled, at: DateTime.Utc) => StorageEffect<void>

    /** Makes a feed due now, a claimed or gone one too. Does nothing for one that was never claimed, which is due. */
    readonly makeDue: (url: string, now: DateTime.Utc) => StorageEffect<void>

    /** The histories of the feeds among these that have ever been claimed, in no order. */
    readonly histories: (urls: ReadonlyArray<string>) => StorageEffect<ReadonlyArray<FeedHistory>>
  }
>() {}
