import { Effect, Layer } from "effect"
import { readFeed } from "../../feeds/ReadFeed.ts"
import { FeedReader } from "../../ports/NewsFeeds.ts"

/** Reads feeds on the calling thread, for tests: a hostile document blocks the event loop. */
export const layer = Layer.succeed(FeedReader, {
  read: ({ bytes, contentType, url }) => Effect.suspend(() => readFeed(bytes, url, contentType))
})
