import { Schema, Struct } from "effect"

/** An item of a news feed, cleaned. */
export const FeedItem = Schema.Struct({
  /** Identifies the item within its feed: its guid, else its link, else its title and text. */
  guid: Schema.String,
  /** One line of plain text. */
  title: Schema.String,
  /** Plain text, at most 500 code points; may be empty. */
  summary: Schema.String,
  /** An absolute http or https URL without tracking parameters. */
  link: Schema.NullOr(Schema.String),
  /** The URL of the item that it was taken from, where the feed says so. */
  via: Schema.optionalWith(Schema.String, { exact: true }),
  /** Milliseconds since 1970; null without a date, or with a malformed one. */
  publishedAt: Schema.NullOr(Schema.Number),
  /** True for an item with a text for a date that cannot be read. */
  hasUnreadableDate: Schema.Boolean,
  categories: Schema.Array(Schema.String)
})
export type FeedItem = typeof FeedItem.Type

/** A news feed: RSS 2.0, RSS 1.0 or Atom 1.0. */
export const FeedDocument = Schema.Struct({
  title: Schema.String,
  self: Schema.NullOr(Schema.String),
  site: Schema.NullOr(Schema.String),
  /** Each guid once. */
  items: Schema.Array(FeedItem),
  /** The number of items without title and text. */
  skipped: Schema.Int,
  /** The number of items above the limit. */
  leftOff: Schema.Int,
  /** False for a document that was cut off, of which only complete items are here. */
  isWhole: Schema.Boolean
})
export type FeedDocument = typeof FeedDocument.Type

const notAFeed = {
  broken: "its XML is broken",
  cut: "it was cut off before its first item ended",
  empty: "it is empty",
  entities: "it declares entities of its own, which feeds do not need and attacks use",
  html: "it is an HTML page, not a feed",
  large: "it is larger than 5 MiB",
  memory: "it takes too much memory to read",
  root: "its root element is not that of RSS 2.0, RSS 1.0 or Atom 1.0",
  time: "it takes too long to read",
  xml: "it is not XML: RSS 2.0, RSS 1.0 and Atom 1.0 are read"
} as const

/** A document cannot be read as a feed; the message is for operators. */
export class NotAFeed extends Schema.TaggedError<NotAFeed>()("NotAFeed", {
  fault: Schema.Literal(...Struct.keys(notAFeed))
}) {
  override readonly message = notAFeed[this.fault]
}

/** The size limit of a feed, unpacked. */
export const maxFeedBytes = 5 * 1024 * 1024

/** Further items of a feed are ignored. */
export const maxFeedItems = 1_000
