import { Effect, Layer } from "effect"
import { readFeed } from "../feeds/readFeed.ts"
import { FeedReader } from "../services/FeedReader.ts"

/** Feeds are read in the thread that asks, for tests: a hostile one stops everything else until it is done. */
export const layer = Layer.succeed(FeedReader, {
  read: ({ bytes, contentType, url }) => Effect.suspend(() => readFeed(bytes, url, contentType))
})
