import type { Duration, Effect, Option, Redacted } from "effect"
import { Context, Schema, Struct } from "effect"

/** The timeout of a fetch, from the look-up of the host name to the last byte. */
export const fetchTimeout: Duration.DurationInput = "30 seconds"

/** Fetches feeds from the Web. */
export class FeedFetcher extends Context.Tag("ports/FeedFetcher")<
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
  | {
      readonly _tag: "Fetched"
      readonly bytes: Uint8Array
      /** The URL after all redirects. */
      readonly url: string
      readonly contentType: string | undefined
      readonly etag: Option.Option<string>
      readonly lastModified: Option.Option<string>
      /** True after a permanent redirect. */
      readonly hasMoved: boolean
    }

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
  override get message() {
    return "it is gone for good (410)"
  }
}
