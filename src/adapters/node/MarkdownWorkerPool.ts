import { readFile } from "node:fs/promises"
import type { Worker } from "node:worker_threads"
import { Clock, Effect, Pool, Schema } from "effect"
import { sampled, update, workerQueues } from "../../concurrency/Metrics.ts"
import { PrioritySemaphore } from "../../concurrency/PrioritySemaphore.ts"
import type { FilteredText, MarkdownRefused } from "../../domain/Markdown.ts"
import { tooCostly } from "../../markdown/budget/WorkBudget.ts"
import { MarkdownAnswer, MarkdownWorkerStarted } from "./WorkerMessages.ts"
import { nextMessage, startWorker } from "./WorkerThread.ts"

const maxWorkers = 2
const idleTime = "30 minutes"
const maxMemoryMb = 512

/**
 * The work budget of a text (`markdown/budget/WorkBudget.ts`) takes less than a second. A worker that uses more processor
 * time does work that nobody counts, and is ended. Where the system does not tell its processor time, the clock decides.
 */
const defaultLimits = { maxCpuMillis: 3_000, maxMillis: 20_000, checkMillis: 500 }

interface MarkdownWorker {
  readonly thread: Worker
  readonly taskId: number | undefined
}

const acquire = Effect.gen(function* () {
  const thread = yield* startWorker("MarkdownWorker", maxMemoryMb)
  const { taskId } = yield* Effect.flatMap(nextMessage(thread), Schema.decodeUnknown(MarkdownWorkerStarted))
  return { thread, taskId }
}).pipe(Effect.orDie)

/** The processor time that a thread has used, in milliseconds; undefined where the system does not tell. */
const cpuMillisOf = ({ taskId }: MarkdownWorker) =>
  Effect.promise(() => readFile(`/proc/self/task/${taskId}/schedstat`, "utf8").catch(() => "")).pipe(
    Effect.map((stat) => (stat === "" ? undefined : Number(stat.split(" ", 1)[0]) / 1e6))
  )

/** Ends once a worker has used more than its limit since now. */
const exceeded = (worker: MarkdownWorker, { checkMillis, maxCpuMillis, maxMillis }: typeof defaultLimits) =>
  Effect.gen(function* () {
    const measured = Effect.zip(Clock.currentTimeMillis, cpuMillisOf(worker))
    const [startedAt, cpuAtStart] = yield* measured
    const isExceeded = Effect.map(measured, ([now, cpu]) =>
      cpu === undefined || cpuAtStart === undefined ? now - startedAt > maxMillis : cpu - cpuAtStart > maxCpuMillis
    )
    yield* Effect.repeat(Effect.delay(isExceeded, checkMillis), { until: (isOver) => isOver })
  })

export interface MarkdownWorkerPool {
  /**
   * Filters a text of an estimated cost. A costly one waits until no other costly one is at work; of the others the
   * cheapest goes first. An interrupted caller leaves the queue; a costly text at work is abandoned with its worker.
   */
  readonly filter: (source: string, cost: number, isCostly: boolean) => Effect.Effect<FilteredText, MarkdownRefused>
}

/** A pool of worker threads, which start with the first text and end with the scope. */
export const markdownWorkerPool = (limits = defaultLimits) =>
  Effect.gen(function* () {
    const workers = yield* Pool.makeWithTTL({ acquire, min: 0, max: maxWorkers, timeToLive: idleTime })
    const permits = new PrioritySemaphore(maxWorkers)
    const costlyPermits = new PrioritySemaphore(1)
    yield* sampled(() => update(workerQueues.markdown, permits.waiting + costlyPermits.waiting))
    const decode = Schema.decodeUnknown(MarkdownAnswer)

    const run = (source: string, isCostly: boolean) =>
      Effect.scoped(
        Effect.gen(function* () {
          const worker = yield* workers.get
          let isExceeded = false
          yield* Effect.forkScoped(
            Effect.flatMap(exceeded(worker, limits), () => {
              isExceeded = true
              return Effect.promise(() => worker.thread.terminate())
            })
          )
          const answer = nextMessage(worker.thread, source).pipe(Effect.onError(() => workers.invalidate(worker)))
          return yield* Effect.mapError(isCostly ? answer : Effect.uninterruptible(answer), (ended) =>
            isExceeded ? tooCostly("markup") : ended
          )
        })
      )

    return {
      filter: (source, cost, isCostly) => {
        const filtered = permits
          .withPermit(cost)(run(source, isCostly))
          .pipe(
            // A worker may end for another reason than its text.
            Effect.retry({ times: 1, while: ({ _tag }) => _tag === "WorkerEnded" }),
            Effect.catchTag("WorkerEnded", () => tooCostly("markup")),
            Effect.flatMap((answer) => Effect.orDie(decode(answer))),
            Effect.flatten
          )
        return isCostly ? costlyPermits.withPermit(cost)(filtered) : filtered
      }
    } satisfies MarkdownWorkerPool
  })
