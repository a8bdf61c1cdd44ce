import { NotAFeed } from "@rare-disease-community/feeds/Feed"
import { Effect, Layer, Pool, Schema } from "effect"
import { FeedReader } from "../../../ports/news/NewsFeeds.ts"
import { FeedAnswer, nextMessage, startWorker } from "../WorkerThread.ts"

/** The longest time for reading a feed's document. One of 5 MiB takes two seconds. */
const timeout = "20 seconds"

/** The maximum memory of the worker that reads feeds. A document of 5 MiB takes 150 MB. */
const maxMemoryMb = 384

/** The worker that reads feeds ends after this time without work, which gives its memory back. */
const idleTime = "1 minute"

const refuse = (fault: "memory" | "time") => () => new NotAFeed({ fault })

/**
 * Reads feeds one at a time in a worker thread, so that no document blocks the event loop. A worker that runs out of
 * time or memory is ended, and the next document gets a new one.
 */
export const layer = Layer.scoped(
  FeedReader,
  Effect.gen(function* () {
    const acquire = startWorker("FeedReaderWorker", maxMemoryMb)
    const workers = yield* Pool.makeWithTTL({ acquire, min: 0, max: 1, timeToLive: idleTime })
    const decode = Schema.decodeUnknown(FeedAnswer)
    return {
      read: (document) =>
        Effect.flatMap(workers.get, (worker) =>
          nextMessage(worker, document).pipe(
            Effect.mapError(refuse("memory")),
            Effect.timeoutFail({ duration: timeout, onTimeout: refuse("time") }),
            Effect.onError(() => workers.invalidate(worker))
          )
        ).pipe(
          Effect.scoped,
          Effect.flatMap((answer) => Effect.orDie(decode(answer))),
          Effect.flatten
        )
    }
  })
)
