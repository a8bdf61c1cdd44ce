import { Worker } from "node:worker_threads"
import { FeedDocument, NotAFeed } from "@rare-disease-community/feeds/Feed"
import { NestedTooDeep, TooCostly } from "@rare-disease-community/markdown/Refusals"
import { Data, Effect, Schema } from "effect"
import { UserId } from "../../domain/Ids.ts"
import { packageFile } from "../PackageFiles.ts"

/** The first message of a Markdown worker: its thread's id in `/proc`, which other systems than Linux lack. */
export const MarkdownWorkerStarted = Schema.Struct({ taskId: Schema.optional(Schema.Number) })

export const MarkdownAnswer = Schema.Either({
  left: Schema.Union(NestedTooDeep, TooCostly),
  right: Schema.Struct({
    content: Schema.String,
    html: Schema.String,
    excerpt: Schema.String,
    text: Schema.String,
    mentions: Schema.Array(UserId)
  })
})

export const PiecesAnswer = Schema.Either({
  left: Schema.Union(NestedTooDeep, TooCostly),
  right: Schema.Array(Schema.Struct({ start: Schema.Int, end: Schema.Int, text: Schema.String }))
})

/** A task of a Markdown worker, with its text. Each task has an answer of its own. */
export interface MarkdownTask {
  readonly task: "filter" | "pieces"
  readonly source: string
  /** The origin whose links to members are mentions. */
  readonly site: string
}

export const FeedAnswer = Schema.Either({ left: NotAFeed, right: FeedDocument })

/** A worker thread ended before it answered, for lack of memory or by itself. */
export class WorkerEnded extends Data.TaggedError("WorkerEnded") {}

/**
 * Starts a worker thread that ends with the scope. It runs the bundle of `operations/build.cjs` even under `tsx` and
 * vitest, since threads on Node 20 inherit no TypeScript loader. A task that needs more memory than the limit ends the
 * thread, not the process.
 */
export const startWorker = (
  name: "FeedReaderWorker" | "MarkdownWorker" | "PhenotypeFilesWorker",
  maxOldGenerationSizeMb: number
) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const resourceLimits = { maxOldGenerationSizeMb }
      const worker = new Worker(packageFile(`dist/server/${name}.mjs`), { execArgv: [], resourceLimits })
      worker.unref()
      return worker.on("error", () => undefined) // its exit follows
    }),
    (worker) => Effect.promise(() => worker.terminate())
  )

/**
 * Waits for the next message of a worker, or for its answer to a task; a worker takes one task at a time. Fails with
 * `WorkerEnded`.
 */
export const nextMessage = (worker: Worker, task?: unknown) =>
  Effect.async<unknown, WorkerEnded>((resume) => {
    const finish = (result: Effect.Effect<unknown, WorkerEnded>) => {
      stop()
      resume(result)
    }
    const onMessage = (message: unknown) => finish(Effect.succeed(message))
    const onExit = () => finish(new WorkerEnded())
    const stop = () => worker.off("message", onMessage).off("exit", onExit)
    worker.on("message", onMessage).on("exit", onExit)
    if (worker.threadId === -1)
      onExit() // it exited before
    else if (task !== undefined) worker.postMessage(task)
    return Effect.sync(stop)
  })
