import type { Effect } from "effect"
import { Context, Schema } from "effect"
import type { FeedDocument, NotAFeed } from "../domain/news/Feed.ts"

/** A document that may be a feed, as it was received. */
export const FeedBytes = Schema.Struct({
  bytes: Schema.Uint8ArrayFromSelf,
  /** The base of its relative links, or null. */
  url: Schema.NullOr(Schema.String),
  /** The Content-Type header. */
  contentType: Schema.UndefinedOr(Schema.String)
})
export type FeedBytes = typeof FeedBytes.Type

/** Parses the dialects of feeds. */
export class FeedReader extends Context.Tag("ports/FeedReader")<
  FeedReader,
  {
    /**
     * The items of an RSS 2.0, RSS 1.0 or Atom 1.0 document; the complete ones of a document that was cut off. Time and
     * memory are bounded for any document. Fails with `NotAFeed`.
     */
    readonly read: (document: FeedBytes) => Effect.Effect<FeedDocument, NotAFeed>
  }
>() {}
