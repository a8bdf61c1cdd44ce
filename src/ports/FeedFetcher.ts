import type { Duration, Effect, Option, Redacted } from "effect"
import { Context, Schema } from "effect"

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

/** The feed cannot be fetched now; `why` holds no credential. */
export class FeedUnreachable extends Schema.TaggedError<FeedUnreachable>()("FeedUnreachable", {
  why: Schema.String,
  /** The wait that the server asks for. */
  retryAfter: Schema.optionalWith(Schema.DurationFromSelf, { as: "Option" })
}) {
  override get message() {
    return this.why
  }
}

/** The server says that the feed is gone for good (410). */
export class FeedGone extends Schema.TaggedError<FeedGone>()("FeedGone", {}) {
  override get message() {
    return "it is gone for good (410)"
  }
}
