import { Clock, Effect, FiberRef, type Scope } from "effect"
import { batchMetrics, update } from "../metrics/Metrics.ts"

/** Waits for one turn of the event loop, so that other work of this process runs first. */
export const yieldToEventLoop = Effect.async<void>((resume) => {
  const timer = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(timer))
})

/** An item in a queue, and the callback that resumes its submitter. */
export interface Pending<Item, A, E> {
  readonly item: Item
  readonly resume: (result: Effect.Effect<A, E>) => void
}

/** A batch waits for more items in real time: a test's clock would never advance. */
const realTime = Clock.make()

interface BatchQueueOptions {
  /** When a batch is to run without an arrival, in epoch milliseconds. */
  readonly dueAt?: () => number | undefined
  readonly lingerMillis?: number
  readonly maxConcurrent: number
}

/**
 * Gathers items until a batch takes them, in the order of their arrival: the core of `writeBatcher` and `batchLoader`.
 */
export class BatchQueue<P> {
  readonly #waiting = new Set<P>()
  readonly #arrived = Effect.unsafeMakeLatch(false)
  readonly #gathered = Effect.unsafeMakeLatch(false)
  /** The size of the last batch, and the number of items at which the next one need not linger. */
  #taken = 0
  #wanted = 0
  readonly #name: string
  readonly #metrics: ReturnType<typeof batchMetrics>

  /** `name` labels the metrics and the spans of the queue. */
  constructor(name: string) {
    this.#name = name
    this.#metrics = batchMetrics(name)
  }

  get size(): number {
    return this.#waiting.size
  }

  add(pending: P) {
    this.#waiting.add(pending)
    this.#arrived.unsafeOpen()
    if (this.#waiting.size >= this.#wanted) this.#gathered.unsafeOpen()
  }

  delete(pending: P) {
    this.#waiting.delete(pending)
  }

  /** Takes the oldest items, at most `limit`. */
  take(limit: number): Array<P> {
    update(this.#metrics.queued, this.#waiting.size)
    const batch: Array<P> = []
    for (const pending of this.#waiting) {
      if (batch.length >= limit) break
      this.#waiting.delete(pending)
      batch.push(pending)
    }
    this.#taken = batch.length
    if (batch.length > 0) update(this.#metrics.items, batch.length)
    return batch
  }

  /**
   * Waits for the items of submitters that the last batch has answered: as many as it had, in addition to those that
   * wait already. It waits no longer than `millis`, and not at all after a batch of one.
   */
  #linger(millis: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (millis === 0 || this.#taken <= 1) return Effect.void
      this.#wanted = this.#taken + this.#waiting.size
      this.#gathered.unsafeClose()
      return Effect.asVoid(Effect.withClock(Effect.timeoutOption(this.#gathered.await, millis), realTime))
    })
  }

  /**
   * Runs `batch` while items wait, or when `dueAt` (epoch milliseconds) has come, until the scope ends. At most
   * `maxConcurrent` batches run at once. Items that arrive in one turn of the event loop, or while all batches are
   * running, form the next one: an idle process handles an item at once, a busy one amortises the statement. Behind a
   * batch of several items `lingerMillis` is the longest wait for more. A batch that has begun is not interrupted
   * unless it allows that.
   */
  run<R>(
    batch: Effect.Effect<void, never, R>,
    { dueAt = () => undefined, lingerMillis = 0, maxConcurrent }: BatchQueueOptions
  ): Effect.Effect<void, never, R | Scope.Scope> {
    const arrival = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (this.#waiting.size > 0) return Effect.void
      this.#arrived.unsafeClose()
      const due = dueAt()
      const arrived = this.#arrived.await
      return due === undefined ? arrived : Effect.asVoid(Effect.timeoutOption(arrived, Math.max(0, due - now)))
    })
    return Effect.flatMap(Effect.makeSemaphore(1), (gathering) => {
      const gather = gathering.withPermits(1)(Effect.zipRight(arrival, yieldToEventLoop))
      const linger = this.#linger(lingerMillis)
      const next = (traced: Effect.Effect<void, never, R>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.zipRight(restore(gather), Effect.zipRight(traced, restore(linger)))
        )
      return Effect.flatMap(FiberRef.get(FiberRef.currentTracerEnabled), (isTraced) => {
        // The work of several requests, so a trace of its own.
        const options = { kind: "consumer", root: true, captureStackTrace: false } as const
        const traced = isTraced ? Effect.withSpan(batch, `batch ${this.#name}`, options) : batch
        const worker = Effect.forkScoped(Effect.interruptible(Effect.forever(next(traced))))
        return Effect.replicateEffect(worker, maxConcurrent, { discard: true })
      })
    })
  }
}

/**
 * The maximum number of statements of one kind at a time: two keep a connection busy while the other's answer is
 * handled.
 */
const maxConcurrent = 2

/** The maximum number of keys that one statement loads. */
const maxBatch = 64

/**
 * A data loader: gathers keys that are asked for at the same time and loads them with one statement (`BatchQueue`). A
 * key never joins a statement that was sent before, so a result is as new as its request. `loadAll` gives one result
 * for each key, in order; if it fails, every key of the batch fails so. Batches run outside of the callers'
 * transactions.
 */
export const batchLoader = <Key, A, E, R>(
  name: string,
  loadAll: (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyArray<Effect.Effect<A, E>>, E, R>
): Effect.Effect<(key: Key) => Effect.Effect<A, E>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const queue = new BatchQueue<Pending<Key, A, E>>(name)

    const load = Effect.suspend(() => {
      const batch = queue.take(maxBatch)
      if (batch.length === 0) return Effect.void
      return Effect.matchCause(Effect.interruptible(loadAll(batch.map(({ item }) => item))), {
        onFailure: (cause) => {
          for (const { resume } of batch) resume(Effect.failCause(cause))
        },
        onSuccess: (results) => {
          for (const [index, { resume }] of batch.entries()) resume(results[index] ?? missing)
        }
      })
    })
    yield* queue.run(load, { maxConcurrent })

    return (item) =>
      Effect.async((resume) => {
        const pending = { item, resume }
        queue.add(pending)
        return Effect.sync(() => queue.delete(pending))
      })
  })

const missing = Effect.dieMessage("a batch has no result for one of its keys")
