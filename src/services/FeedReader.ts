import type { Effect } from "effect"
import { Context, Schema } from "effect"
import type { FeedDocument, NotAFeed } from "../domain/Feed.ts"

/** A document that may be a feed, as it came. */
export const FeedBytes = Schema.Struct({
  bytes: Schema.Uint8ArrayFromSelf,
  /** Where it came from, for its relative links; null for none. */
  url: Schema.NullOr(Schema.String),
  /** What HTTP told of it. */
  contentType: Schema.UndefinedOr(Schema.String)
})
export type FeedBytes = typeof FeedBytes.Type

/** What understands the dialects of feeds. */
export class FeedReader extends Context.Tag("services/FeedReader")<
  FeedReader,
  {
    /**
     * The items of an RSS 2.0, RSS 1.0 or Atom 1.0 document; of one that was cut off, its complete ones. Whatever it holds,
     * it is done, or given up, in bounded time and memory. Fails with `NotAFeed`, which says why.
     */
    readonly read: (document: FeedBytes) => Effect.Effect<FeedDocument, NotAFeed>
  }
>() {}
