import { Array, Cause, Duration, Effect, Either, Exit, type Scope } from "effect"
import { type BatchResult, Blocked } from "../domain/BatchResult.ts"
import type { SequencedChange } from "../domain/Change.ts"
import { Unavailable } from "../domain/Unavailable.ts"
import { BatchQueue, type Pending } from "./BatchQueue.ts"

/** The time for which a write waits for a lock that another transaction holds. */
export const lockTimeout = "10 seconds"

/**
 * The shortest delay before a write that waits for a lock is tried again. The delay is a quarter of the time since the
 * lock was first met.
 */
const minDelayMillis = 5

/** The longest delay before a write that waits for a lock is tried again. */
const maxDelayMillis = 100

/**
 * For this long all writes that wait for a lock are tried again at once; later only one of them is tried. Items of
 * unknown locks are tried one at a time from the beginning, since such a try may take as long as the lock is waited
 * for.
 */
const allTriedMillis = 100

/** The items that wait for one lock. */
interface Group<Item> {
  readonly since: number
  dueAt: number
  /** Set while items are being tried again and none has come back: the lock seems to be free. */
  isTried: boolean
  items: Array<Item>
}

/** An item to try again, and the lock that blocked it. */
export interface Due<Item> {
  readonly item: Item
  readonly by: string | undefined
}

/**
 * Items that could not be written, grouped by the lock that each needs (`Blocked.by`). A lock that is held for a moment
 * delays its items by a few milliseconds; a lock that is held for long is tried ten times a second by a single item.
 */
export class BlockedItems<Item extends { readonly until: number }> {
  readonly #groups = new Map<string | undefined, Group<Item>>()

  get size(): number {
    let size = 0
    for (const { items } of this.#groups.values()) size += items.length
    return size
  }

  /** Adds an item that was blocked at `now`, maybe again. */
  add(by: string | undefined, item: Item, now: number) {
    const group = this.#groups.get(by) ?? { since: now, dueAt: now, isTried: false, items: [] }
    group.items.push(item) // at the end, so that another one represents all next time
    group.isTried = false
    group.dueAt = now + Math.min(maxDelayMillis, Math.max(minDelayMillis, (now - group.since) / 4))
    this.#groups.set(by, group)
  }

  /** When the next item is due; undefined while there is none. */
  nextAt(): number | undefined {
    let next: number | undefined
    for (const { dueAt, items } of this.#groups.values()) {
      if (items.length > 0) next = Math.min(next ?? dueAt, dueAt)
    }
    return next
  }

  /** Takes the items to try again now, at most `limit`. To be called again only after they were tried. */
  takeDue(now: number, limit: number): ReadonlyArray<Due<Item>> {
    const taken: Array<Due<Item>> = []
    for (const [by, group] of this.#groups) {
      if (group.dueAt > now) continue
      if (group.items.length === 0) this.#groups.delete(by)
      const isWhole = group.isTried || (by !== undefined && now - group.since < allTriedMillis)
      for (const item of group.items.splice(0, Math.min(limit - taken.length, isWhole ? limit : 1))) {
        taken.push({ item, by })
        group.isTried = true
      }
    }
    return taken
  }

  /** Takes the items that may not wait any longer. */
  takeExpired(now: number): ReadonlyArray<Item> {
    const expired: Array<Item> = []
    for (const group of this.#groups.values()) {
      if (group.dueAt > now) continue
      for (const item of group.items) if (item.until <= now) expired.push(item)
      group.items = group.items.filter(({ until }) => until > now)
    }
    return expired
  }

  takeAll(): ReadonlyArray<Item> {
    const all = [...this.#groups.values()].flatMap(({ items }) => items)
    this.#groups.clear()
    return all
  }
}

/** The maximum number of writes of one statement: a larger one would hold its locks longer and save little. */
const maxBatch = 64

/** A batch of ten costs as much as a batch of one, so a busy server waits this long for writers just answered. */
const lingerMillis = 2

/** A write beyond this many waiting ones, queued and blocked together, is `Unavailable` at once. */
const maxWaiting = 4_096

/** The maximum number of items of a batch that were blocked before: new ones always find room. */
const maxTriedAgain = maxBatch / 2

/** The parts of a write batcher that its caller supplies. */
export interface WriteBatcherOptions<Item, A, E> {
  readonly name: string
  /** Writes a batch in one transaction, with a result for each item, in order. It waits for no lock. */
  readonly writeAll: (items: ReadonlyArray<Item>) => Effect.Effect<BatchResult<A, E>, Unavailable>
  /** Runs after a commit with the changes of the batch, before its items are answered; logs its defects itself. */
  readonly afterCommit: (changes: ReadonlyArray<SequencedChange>) => Effect.Effect<void>
  /** Returns when the server begins to stop: from then on no item waits for a lock. */
  readonly shutdown: Effect.Effect<void>
}

interface PendingWrite<Item, A, E> extends Pending<Item, A, E | Unavailable> {
  /** When it stops waiting for a lock, in epoch milliseconds. */
  readonly until: number
}

const unavailable = Exit.fail(new Unavailable())

/** The items that are not written yet: queued, or blocked by a lock. */
class PendingWrites<Item, A, E> {
  readonly queue: BatchQueue<PendingWrite<Item, A, E>>
  readonly blocked = new BlockedItems<PendingWrite<Item, A, E>>()
  #isStopping = false
  #isClosed = false

  constructor(name: string) {
    this.queue = new BatchQueue(name)
  }

  /** False when there is no room, or nothing is written any more. */
  add(write: PendingWrite<Item, A, E>): boolean {
    if (this.#isClosed || this.queue.size + this.blocked.size >= maxWaiting) return false
    this.queue.add(write)
    return true
  }

  /** Takes the next batch, and separately the items that are tried again one by one, since their lock is unknown. */
  take(now: number) {
    fail(this.blocked.takeExpired(now))
    const due = this.blocked.takeDue(now, maxTriedAgain)
    const [again, alone] = Array.partitionMap(due, ({ by, item }) =>
      by === undefined ? Either.right(item) : Either.left(item)
    )
    return { batch: again.concat(this.queue.take(maxBatch - again.length)), alone }
  }

  /** Gives an item its result; a blocked one waits, unless its time is up or the server stops. */
  settle(write: PendingWrite<Item, A, E>, result: Either.Either<A, E | Blocked> | undefined, now: number) {
    if (result === undefined) write.resume(missing)
    else if (Either.isRight(result)) write.resume(Exit.succeed(result.right))
    else if (!(result.left instanceof Blocked)) write.resume(Exit.fail(result.left))
    else if (this.#isStopping || write.until <= now) fail([write])
    else this.blocked.add(result.left.by, write, now)
  }

  /** From now on no item waits for a lock. */
  stop() {
    this.#isStopping = true
    fail(this.blocked.takeAll())
  }

  close() {
    this.#isClosed = true
    fail(this.queue.take(maxWaiting))
    fail(this.blocked.takeAll())
  }
}

const missing = Exit.die(new Error("a batch has no result for one of its items"))

const fail = <Item, A, E>(
  writes: Iterable<PendingWrite<Item, A, E>>,
  exit: Exit.Exit<never, Unavailable> = unavailable
) => {
  for (const { resume } of writes) resume(exit)
}

/**
 * Writes items of one kind in batches (group commit, `BatchQueue`). An item is answered after the commit and
 * `afterCommit`; interrupting its submitter takes nothing back. When a batch is `Unavailable`, so is each item; when a
 * batch fails with a defect, its items are tried one by one, since a single item may be the cause.
 *
 * A batch waits for no lock. A `Blocked` item is tried again with later batches until it has waited for 10 seconds or
 * the server stops; then it is `Unavailable`. Meanwhile it holds no connection, and the others are written without it.
 *
 * Batches run outside of every transaction. (`RequestResolver.dataLoader` waits for its window even on an idle server,
 * has no limit, and writes batches side by side, which then wait for one another's locks.)
 */
export const writeBatcher = <Item, A, E>({
  afterCommit,
  name,
  shutdown,
  writeAll
}: WriteBatcherOptions<Item, A, E>): Effect.Effect<
  (item: Item) => Effect.Effect<A, E | Unavailable>,
  never,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const pending = new PendingWrites<Item, A, E>(name)

    const write = (items: ReadonlyArray<PendingWrite<Item, A, E>>): Effect.Effect<void> =>
      Effect.matchCauseEffect(writeAll(items.map(({ item }) => item)), {
        onSuccess: ({ changes, results }) =>
          Effect.map(afterCommit(changes), () => {
            const now = clock.unsafeCurrentTimeMillis()
            for (const [index, item] of items.entries()) pending.settle(item, results[index], now)
          }),
        onFailure: (cause) =>
          Cause.isFailure(cause) || items.length === 1
            ? Effect.sync(() => fail(items, Exit.failCause(cause)))
            : Effect.forEach(items, (item) => write([item]), { discard: true })
      })

    const writeNext = Effect.suspend(() => {
      const { alone, batch } = pending.take(clock.unsafeCurrentTimeMillis())
      const batches = alone.map((item) => [item])
      return Effect.forEach(batch.length === 0 ? batches : [batch, ...batches], write, { discard: true })
    })

    yield* Effect.addFinalizer(() => Effect.sync(() => pending.close())) // after the batch that is being written
    yield* pending.queue.run(writeNext, { dueAt: () => pending.blocked.nextAt(), lingerMillis, maxConcurrent: 1 })
    yield* Effect.forkScoped(Effect.map(shutdown, () => pending.stop()))

    return (item) =>
      Effect.async((resume) => {
        const until = clock.unsafeCurrentTimeMillis() + Duration.toMillis(lockTimeout)
        if (!pending.add({ item, resume, until })) resume(unavailable)
      })
  })
