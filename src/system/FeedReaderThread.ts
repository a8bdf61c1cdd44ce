import type { Worker as Thread } from "node:worker_threads"
import { Effect, Layer, RcMap, Schema } from "effect"
import { FeedDocument, NotAFeed } from "../domain/Feed.ts"
import { type FeedBytes, FeedReader } from "../services/FeedReader.ts"
import { typeScriptThread } from "./TypeScriptThread.ts"

/** What the thread answers. */
const ThreadAnswer = Schema.Union(Schema.Struct({ document: FeedDocument }), Schema.Struct({ why: Schema.String }))
const decode = Schema.decodeUnknown(ThreadAnswer)

/** A document of 5 MiB takes two seconds and 150 MB; what takes more was made to. */
const patience = "20 seconds"
const maxMemoryMb = 384

/** None runs before the first document, nor long after the last. */
const idleTime = "1 minute"

const started = Effect.acquireRelease(
  Effect.sync(() => {
    const thread = typeScriptThread(new URL("./FeedReaderWorker.ts", import.meta.url), {
      maxOldGenerationSizeMb: maxMemoryMb
    })
    thread.unref()
    return thread.on("error", () => undefined) // it is told to who waits for an answer
  }),
  (thread) => Effect.promise(() => thread.terminate())
)

const ask = (thread: Thread, task: FeedBytes) =>
  Effect.async<unknown, NotAFeed>((resume) => {
    const answered = (answer: unknown) => resume(Effect.succeed(answer))
    const ended = () => resume(new NotAFeed({ why: "it takes too much memory to read" }))
    thread.once("message", answered).once("exit", ended)
    thread.ref()
    thread.postMessage(task)
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        thread.removeAllListeners("message").removeAllListeners("exit")
        thread.unref()
      })
    )
  )

const make = Effect.gen(function* () {
  const threads = yield* RcMap.make({ lookup: (_: "reader") => started, idleTimeToLive: idleTime })
  const turn = yield* Effect.makeSemaphore(1)
  /** A thread that did not answer is ended, whatever it does; the next document has another. */
  const answer = (task: FeedBytes) =>
    Effect.scoped(Effect.flatMap(RcMap.get(threads, "reader"), (thread) => ask(thread, task))).pipe(
      Effect.timeoutFail({ duration: patience, onTimeout: () => new NotAFeed({ why: "it takes too long to read" }) }),
      Effect.onError(() => RcMap.invalidate(threads, "reader")),
      turn.withPermits(1)
    )
  return FeedReader.of({
    read: (task) =>
      Effect.flatMap(
        Effect.flatMap(answer(task), (said) => Effect.orDie(decode(said))),
        (said) => ("why" in said ? new NotAFeed({ why: said.why }) : Effect.succeed(said.document))
      )
  })
})

/** Feeds are read in a thread, one at a time, so that none stops the event loop, however it was made. */
export const layer = Layer.scoped(FeedReader, make)
