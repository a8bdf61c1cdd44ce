import { readFileSync } from "node:fs"
import type { Worker } from "node:worker_threads"
import { filterTitle } from "@rare-disease-community/markdown/FilterTitle"
import { type MarkdownRefused, TooCostly } from "@rare-disease-community/markdown/Refusals"
import { type TextPiece, textPieces } from "@rare-disease-community/markdown/TextPieces"
import { Clock, type Duration, Effect, type Either, Layer, Option, Pool, Schema } from "effect"
import { siteOrigin } from "../../../Config.ts"
import { makeKeyedSemaphore } from "../../../concurrency/KeyedSemaphore.ts"
import { watchedSemaphore } from "../../../concurrency/WatchedSemaphore.ts"
import { CurrentUser } from "../../../domain/accounts/CurrentUser.ts"
import type { FilteredText } from "../../../domain/Markdown.ts"
import { Unavailable } from "../../../domain/Unavailable.ts"
import { sampled, update, workerQueues } from "../../../metrics/Metrics.ts"
import { MarkdownFilter } from "../../../ports/posts/MarkdownFilter.ts"
import {
  MarkdownAnswer,
  type MarkdownTask,
  MarkdownWorkerStarted,
  nextMessage,
  PiecesAnswer,
  startWorker
} from "../WorkerThread.ts"
import { filteredText } from "./FilteredText.ts"

/** The maximum number of workers that filter long texts, which leaves the other processors to requests. */
const maxWorkers = 2

/** A worker that filters long texts ends after this time without work, which gives its memory back. */
const idleTime = "30 minutes"

/** The maximum memory of a worker that filters long texts. */
const maxMemoryMb = 512

/** A thread that exceeds these limits with a text is ended, and the text refused (contract, Filtering). */
const defaultLimits = {
  /**
   * The maximum processor time of a thread for a text. So a busy machine refuses nothing that an idle one accepts.
   * Threads that collect its garbage take up to half as much again, which is not counted.
   */
  maxCpuMillis: 900,
  /** The maximum time for a text by the clock, where the system does not report processor time. */
  maxMillis: 6_000
}

/** The longest wait for the filter of a long text, the time in the queue included. */
const defaultTimeout = "25 seconds"

/** The shortest time between two measurements of the processor time of a worker that filters texts. */
const minCheckMillis = 50

interface MarkdownWorker {
  readonly thread: Worker
  readonly taskId: number | undefined
}

const acquire = Effect.gen(function* () {
  const thread = yield* startWorker("MarkdownWorker", maxMemoryMb)
  const { taskId } = yield* Effect.flatMap(nextMessage(thread), Schema.decodeUnknown(MarkdownWorkerStarted))
  return { thread, taskId }
}).pipe(Effect.orDie)

/** The processor time that a thread has used, in milliseconds; undefined where the system does not report it. */
const cpuMillisOf = ({ taskId }: MarkdownWorker): number | undefined => {
  try {
    return Number(readFileSync(`/proc/self/task/${taskId}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6
  } catch {
    return undefined
  }
}

/** Measures the work of a thread from now on; the inner effect gives the milliseconds that are left of the limit. */
const startMeter = (worker: MarkdownWorker, { maxCpuMillis, maxMillis }: typeof defaultLimits) => {
  const measure = Effect.map(Clock.currentTimeMillis, (now) => ({ now, cpu: cpuMillisOf(worker) }))
  return Effect.map(measure, (start) =>
    Effect.map(measure, ({ cpu, now }) =>
      cpu === undefined || start.cpu === undefined ? maxMillis - (now - start.now) : maxCpuMillis - (cpu - start.cpu)
    )
  )
}

export interface MarkdownWorkerPool {
  /**
   * Filters a text. A costly one waits until no other costly one is at work, so that it leaves a worker to the others.
   * An interrupted caller leaves the queue; a costly text at work is abandoned with its worker.
   */
  readonly filter: (source: string, isCostly: boolean) => Effect.Effect<FilteredText, MarkdownRefused>
  readonly pieces: (source: string, isCostly: boolean) => Effect.Effect<ReadonlyArray<TextPiece>, MarkdownRefused>
}

/** A pool of worker threads, which start with the first text and end with the scope. */
export const markdownWorkerPool = (limits = defaultLimits) =>
  Effect.gen(function* () {
    const site = yield* siteOrigin
    const workers = yield* Pool.makeWithTTL({ acquire, min: 0, max: maxWorkers, timeToLive: idleTime })
    const permits = watchedSemaphore(maxWorkers)
    const costlyPermits = watchedSemaphore(1)
    yield* sampled(() => update(workerQueues.markdown, permits.waiting() + costlyPermits.waiting()))
    const run = (task: MarkdownTask, isCostly: boolean) =>
      Effect.scoped(
        Effect.gen(function* () {
          const worker = yield* workers.get
          const millisLeft = yield* startMeter(worker, limits)
          let isOver = false
          const endWhenOver = Effect.flatMap(millisLeft, (left) => Effect.sleep(Math.max(left, minCheckMillis))).pipe(
            Effect.zipRight(millisLeft),
            Effect.repeat({ until: (left) => left < 0 }),
            Effect.flatMap(() => {
              isOver = true
              return Effect.promise(() => worker.thread.terminate())
            })
          )
          yield* Effect.forkScoped(endWhenOver)
          const answer = nextMessage(worker.thread, task).pipe(
            Effect.onError(() => workers.invalidate(worker)),
            Effect.either
          )
          const answered = yield* isCostly ? answer : Effect.uninterruptible(answer)
          // A busy event loop may learn too late that the limit is exceeded.
          if (isOver || (yield* millisLeft) < 0) {
            yield* workers.invalidate(worker)
            return yield* new TooCostly({ excess: "time" })
          }
          return yield* answered
        })
      )

    const doing = <A, I>(task: MarkdownTask["task"], answers: Schema.Schema<Either.Either<A, MarkdownRefused>, I>) => {
      const decode = Schema.decodeUnknown(answers)
      return (source: string, isCostly: boolean) => {
        const done = permits.withPermit(run({ task, source, site }, isCostly)).pipe(
          // A worker may end for another reason than its text.
          Effect.retry({ times: 1, while: ({ _tag }) => _tag === "WorkerEnded" }),
          Effect.catchTag("WorkerEnded", () => new TooCostly({ excess: "time" })),
          Effect.flatMap((answer) => Effect.orDie(decode(answer))),
          Effect.flatten
        )
        return isCostly ? costlyPermits.withPermit(done) : done
      }
    }

    return {
      filter: doing("filter", MarkdownAnswer),
      pieces: doing("pieces", PiecesAnswer)
    } satisfies MarkdownWorkerPool
  })

/**
 * A text of at most this many characters, with few marks, is filtered on the event loop: prose takes some milliseconds,
 * nothing but markup up to 20.
 */
const maxInlineCharacters = 2_500

/** A text with more marks is not filtered on the event loop, however short it is. */
const maxInlineMarks = 500

/** A text with more characters may be costly to filter with any content. */
const maxCheapCharacters = 5_000

/** A text with more marks may be costly to filter with any content, however short it is. */
const maxCheapMarks = 1_500

/** The marks of a text are its signs and line ends of ASCII. */
const isMark = Array.from({ length: 128 }, (_, code) => !/[a-z\d ]/i.test(String.fromCharCode(code)))

const countMarks = (source: string): number => {
  let marks = 0
  for (let at = 0; at < source.length; at++) if (isMark[source.charCodeAt(at)]) marks++
  return marks
}

const make = Effect.fnUntraced(function* (limits: typeof defaultLimits, timeout: Duration.DurationInput) {
  const site = yield* siteOrigin
  const pool = yield* markdownWorkerPool(limits)
  const oneOfUser = makeKeyedSemaphore(1)
  /** Runs one long text of each member at a time, so that the many texts of one do not delay the others. */
  const onePerUser = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.serviceOption(CurrentUser), (user) =>
      oneOfUser(Option.getOrUndefined(user)?.id ?? "nobody")(effect)
    )

  /** Does a task on the event loop where the text is short and plain enough, else in a worker. */
  const where =
    <A>(
      inline: (source: string) => Either.Either<A, MarkdownRefused>,
      inThread: (source: string, isCostly: boolean) => Effect.Effect<A, MarkdownRefused>
    ) =>
    (source: string): Effect.Effect<A, MarkdownRefused | Unavailable> =>
      Effect.suspend((): Effect.Effect<A, MarkdownRefused | Unavailable> => {
        const marks = countMarks(source)
        if (source.length <= maxInlineCharacters && marks <= maxInlineMarks) return inline(source)
        const isCostly = source.length > maxCheapCharacters || marks > maxCheapMarks
        return inThread(source, isCostly).pipe(
          onePerUser,
          Effect.timeoutFail({ duration: timeout, onTimeout: () => new Unavailable() })
        )
      })

  return MarkdownFilter.of({
    filter: where((source) => filteredText(source, site), pool.filter),
    pieces: where(textPieces, pool.pieces),
    filterTitle
  })
})

/** Filters short texts at once and long ones in worker threads, within limits, so that none blocks the event loop. */
export const layerWithin = (limits: typeof defaultLimits, timeout: Duration.DurationInput) =>
  Layer.scoped(MarkdownFilter, make(limits, timeout))

export const layer = layerWithin(defaultLimits, defaultTimeout)
