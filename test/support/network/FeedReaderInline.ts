import { readFeed } from "@rare-disease-community/feeds/ReadFeed"
import { Effect, Layer } from "effect"
import { FeedReader } from "../../../src/ports/news/NewsFeeds.ts"

/** Reads feeds on the calling thread. */
export const readerInline = Layer.succeed(FeedReader, {
  read: ({ bytes, contentType, url }) => Effect.suspend(() => readFeed(bytes, url, contentType))
})
