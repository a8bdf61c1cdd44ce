import { parentPort } from "node:worker_threads"
import { Either, Schema } from "effect"
import { readFeed } from "../feeds/readFeed.ts"
import { FeedBytes } from "../services/FeedReader.ts"

/** What runs in the thread of `FeedReaderThread.ts`: one document after another is read. */
parentPort?.on("message", (task: unknown) => {
  const { bytes, contentType, url } = Schema.decodeUnknownSync(FeedBytes)(task)
  parentPort?.postMessage(
    Either.match(readFeed(bytes, url, contentType), {
      onLeft: ({ why }) => ({ why }),
      onRight: (document) => ({ document })
    })
  )
})
