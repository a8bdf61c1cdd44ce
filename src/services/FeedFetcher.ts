import type { Duration, Effect, Option, Redacted } from "effect"
import { Context, Schema } from "effect"

/** A feed on the Web, and what is known of its last state. */
export interface FeedRequest {
  /** It may carry a user and a password, which are sent to this origin alone and told to nobody. */
  readonly url: Redacted.Redacted
  readonly etag: Option.Option<string>
  readonly lastModified: Option.Option<string>
}

/** What a feed answered: nothing new, or its document. */
export type FeedAnswer =
  | { readonly _tag: "NotModified" }
  | {
      readonly _tag: "Fetched"
      readonly bytes: Uint8Array
      /** Where the document was found in the end. */
      readonly url: string
      readonly contentType: string | undefined
      readonly etag: Option.Option<string>
      readonly lastModified: Option.Option<string>
      /** Whether it was found elsewhere than was asked, and will be for good. */
      readonly hasMoved: boolean
    }

/** A feed cannot be had now; `why` holds no credential. */
export class FeedUnreachable extends Schema.TaggedError<FeedUnreachable>()("FeedUnreachable", {
  why: Schema.String,
  /** How long the server asks to be left alone. */
  retryAfter: Schema.optionalWith(Schema.DurationFromSelf, { as: "Option" })
}) {
  override get message() {
    return this.why
  }
}

/** The server says that there is no such feed any more, and will not be (410). */
export class FeedGone extends Schema.TaggedError<FeedGone>()("FeedGone", {}) {
  override get message() {
    return "it is gone for good (410)"
  }
}

/** The most that is waited for a feed from the first look-up of its name to its last byte. */
export const fetchPatience: Duration.DurationInput = "30 seconds"

/** What fetches feeds from the Web. */
export class FeedFetcher extends Context.Tag("services/FeedFetcher")<
  FeedFetcher,
  {
    /**
     * Fetches a feed over http or https, gives up after 30 s or 5 MiB, and follows at most 5 redirects. Addresses that are
     * not public are never connected to, whatever name or redirect leads there. Interruption ends the request.
     * Fails with `FeedGone`, and else with `FeedUnreachable`.
     */
    readonly fetch: (request: FeedRequest) => Effect.Effect<FeedAnswer, FeedUnreachable | FeedGone>
  }
>() {}
