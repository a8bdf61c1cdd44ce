import { Schema } from "effect"
import { count, named, removed } from "../Fields.ts"
import { FeedId } from "../Ids.ts"
import { WebUrl } from "../WebUrl.ts"

/** The maximum number of feeds. */
export const maxFeeds = 100

export const NewFeed = Schema.Struct({ url: WebUrl }).annotations(
  named("NewFeed", "A news feed (RSS 2.0, RSS 1.0 or Atom 1.0), by its URL.")
)
export type NewFeed = typeof NewFeed.Type

/** A feed that news comes from, as admins see it. */
export const NewsFeed = Schema.Struct({
  id: FeedId,
  url: Schema.String.annotations({
    description: "Without user, password and query for a feed that the operator has set up, since these may be secret."
  }),
  succeededAt: Schema.OptionFromNullOr(Schema.DateTimeUtc).annotations({ description: "When it was last read." }),
  failedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc).annotations({ description: "When that last failed." }),
  failures: count.annotations({ description: "The failures in a row since it was last read." }),
  lastError: Schema.OptionFromNullOr(Schema.String).annotations({ description: "The reason of the last of them." }),
  nextPollAt: Schema.OptionFromNullOr(Schema.DateTimeUtc).annotations({
    description: "Null for a feed that is gone for good, or was never read, and where the server reads no feeds."
  })
}).annotations(named("NewsFeed", "A feed that news comes from, and how reading it went."))
export type NewsFeed = typeof NewsFeed.Type

export const NewsFeedList = Schema.Struct({ data: Schema.Array(NewsFeed) }).annotations({ identifier: "NewsFeedList" })

export const FeedRemoved = removed("FeedRemoved", FeedId)

export class FeedNotFound extends Schema.TaggedError<FeedNotFound>()("FeedNotFound", { id: FeedId }) {
  override readonly message = `there is no news feed ${this.id}: list them (/api/news/feeds)`
}

/** A feed of this site itself: each reading would make news of its own news. */
export class OwnFeed extends Schema.TaggedError<OwnFeed>()("OwnFeed", {}) {
  readonly field = "url"
  override readonly message = "url must be a feed of another site: the news of this one are here already"
}

export class TooManyFeeds extends Schema.TaggedError<TooManyFeeds>()("TooManyFeeds", {}) {
  override readonly message = `there are ${maxFeeds} news feeds, and more are not possible: remove one first`
}
