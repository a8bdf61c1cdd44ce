import { Schema } from "effect"

/** An item of a news feed, as plain values: what the feed says, cleaned, and nothing of ours. */
export const FeedItem = Schema.Struct({
  /** What names the item within its feed for ever: its guid, else its link, else what there is. */
  guid: Schema.String,
  /** One line of plain text. */
  title: Schema.String,
  /** Plain text, at most 500 code points; empty where the feed tells none. */
  summary: Schema.String,
  /** Markdown made of the feed's HTML; what is dangerous in Markdown has still to be filtered. */
  content: Schema.String,
  /** An absolute http or https URL, without what only tracks readers. */
  link: Schema.NullOr(Schema.String),
  /** Milliseconds since 1970; null where the feed tells no date, or none that can be read. */
  publishedAt: Schema.NullOr(Schema.Number),
  authors: Schema.Array(Schema.String),
  /** What the feed files it under, in the feed's own words. */
  categories: Schema.Array(Schema.String)
})
export type FeedItem = typeof FeedItem.Type

/** A news feed: RSS 2.0, RSS 1.0 or Atom 1.0. */
export const FeedDocument = Schema.Struct({
  /** What the feed calls itself; empty where it does not. */
  title: Schema.String,
  /** Where it says that it is found. */
  self: Schema.NullOr(Schema.String),
  /** The site that it is the feed of. */
  site: Schema.NullOr(Schema.String),
  /** Each guid once. */
  items: Schema.Array(FeedItem),
  /** How many items say nothing: no title, and no text to make one of. */
  skipped: Schema.Int,
  /** How many items beyond the most that are read were left. */
  leftOff: Schema.Int,
  /** Whether the document is complete: one that was cut off gives its complete items only. */
  isWhole: Schema.Boolean
})
export type FeedDocument = typeof FeedDocument.Type

/** What was read is no feed; `why` is said to an operator. */
export class NotAFeed extends Schema.TaggedError<NotAFeed>()("NotAFeed", { why: Schema.String }) {
  override get message() {
    return this.why
  }
}

/** The most bytes of a feed, after it has been unpacked. */
export const maxFeedBytes = 5 * 1024 * 1024

/** The most items that are read of one document: its first ones. */
export const maxFeedItems = 1_000
