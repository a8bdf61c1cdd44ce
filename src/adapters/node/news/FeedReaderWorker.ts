import { parentPort } from "node:worker_threads"
import { readFeed } from "@rare-disease-community/feeds/ReadFeed"
import { Schema } from "effect"
import { FeedBytes } from "../../../ports/news/NewsFeeds.ts"
import { FeedAnswer } from "../WorkerThread.ts"

const decode = Schema.decodeUnknownSync(FeedBytes)
const encode = Schema.encodeSync(FeedAnswer)

// The worker of `FeedReaderThread.ts`: reads one document after another.
parentPort?.on("message", (task: unknown) => {
  const { bytes, contentType, url } = decode(task)
  parentPort?.postMessage(encode(readFeed(bytes, url, contentType)))
})
