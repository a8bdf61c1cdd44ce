import type { FeedDocument, NotAFeed } from "@rare-disease-community/feeds/Feed"
import { Context, type Duration, type Effect, type Option, type Redacted, Schema, Struct } from "effect"

/** The timeout of a fetch, from the look-up of the host name to the last byte. */
export const fetchTimeout: Duration.DurationInput = "30 seconds"

export class FeedFetcher extends Context.Tag("ports/news/FeedFetcher")<
  FeedFetcher,
  {
    /**
     * Fetches a feed over http or https within 30 s, up to 5 MiB, and with at most 5 redirects. Connects to public
     * addresses only, even where a name or redirect leads elsewhere. Interruption ends the request. Fails with
     * `FeedGone`, else with `FeedUnreachable`.
     */
    readonly fetch: (request: FeedRequest) => Effect.Effect<FeedAnswer, FeedUnreachable | FeedGone>
  }
>() {}

/** A feed on the Web, with the validators of its last response. */
export interface FeedRequest {
  /** May hold a user and a password, which are sent to this origin only and never logged. */
  readonly url: Redacted.Redacted
  readonly etag: Option.Option<string>
  readonly lastModified: Option.Option<string>
}

/** The response of a feed: not modified, or its document. */
export type FeedAnswer =
  | { readonly _tag: "NotModified" }
  | (FeedBytes &
      Pick<FeedRequest, "etag" | "lastModified"> & {
        readonly _tag: "Fetched"
        /** True after a permanent redirect. */
        readonly hasMoved: boolean
      })

const feedUnreachable = {
  connection: "the connection failed",
  cut: "its answer was cut off",
  defect: "reading it failed in this server",
  encoding: "it is packed in a way that was not asked for",
  gzip: "its gzip is broken",
  large: "it is larger than 5 MiB",
  location: "it redirects to nowhere",
  name: "its host's name is not known",
  port: "it redirects to a port other than 80 and 443",
  private: "its address is not public: feeds are not read from private networks",
  protocol: "its URL is neither http nor https",
  redirects: "it redirects too many times",
  status: "it answered with a failure",
  time: "it did not answer in full within 30 seconds"
} as const

/** The feed cannot be fetched now. */
export class FeedUnreachable extends Schema.TaggedError<FeedUnreachable>()("FeedUnreachable", {
  fault: Schema.Literal(...Struct.keys(feedUnreachable)),
  /** The status, or the code of the failed connection. */
  code: Schema.optionalWith(Schema.Union(Schema.String, Schema.Number), { exact: true }),
  /** The wait that the server asks for. */
  retryAfter: Schema.optionalWith(Schema.DurationFromSelf, { exact: true })
}) {
  override get message() {
    const text = feedUnreachable[this.fault]
    return this.code === undefined ? text : `${text} (${this.code})`
  }
}

/** The server says that the feed is gone for good (410). */
export class FeedGone extends Schema.TaggedError<FeedGone>()("FeedGone", {}) {
  override readonly message = "it is gone for good (410)"
}

/** A document that may be a feed, as it was received. */
export const FeedBytes = Schema.Struct({
  bytes: Schema.Uint8ArrayFromSelf,
  /** Its URL after all redirects, the base of its relative links; or null. */
  url: Schema.NullOr(Schema.String),
  contentType: Schema.UndefinedOr(Schema.String)
})
export type FeedBytes = typeof FeedBytes.Type

/** Parses the dialects of feeds. */
export class FeedReader extends Context.Tag("ports/news/FeedReader")<
  FeedReader,
  {
    /**
     * The items of an RSS 2.0, RSS 1.0 or Atom 1.0 document; the complete ones of a document that was cut off. Time and
     * memory are bounded for any document. Fails with `NotAFeed`.
     */
    readonly read: (document: FeedBytes) => Effect.Effect<FeedDocument, NotAFeed>
  }
>() {}
