import { Array, Clock, Context, Effect, Exit, Layer, Option, PubSub, Schedule, type Scope, Stream } from "effect"
import { inBackground, logDefects } from "../concurrency/BackgroundTasks.ts"
import { coalescedRun } from "../concurrency/CoalescedRun.ts"
import { SequenceGaps } from "../concurrency/SequenceGaps.ts"
import { type Change, restarted, type SequencedChange } from "../domain/Change.ts"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import { changesDelivered, outboxLag, outboxRestarts, sampled, update, wakeUps } from "../metrics/Metrics.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"
import { ChangesRepo } from "../ports/ChangesRepo.ts"
import { Transaction } from "../ports/Transaction.ts"
import { ChangeListeners } from "./ChangeListeners.ts"

/** The interval at which each instance reads the outbox of changes, also without a wake-up. */
const outboxReadEvery = Schedule.spaced("1 second")

/** The number of reads of the outbox, while nothing is written, after which it is asked for its end, too. */
const readsUntilSettled = 10

/** The maximum number of changes that one read of the outbox takes. */
const maxChangesRead = 1_000

/**
 * The pause after a wake-up before the outbox is read again. It gathers those of several instances, so that they cost
 * at most 200 reads of the outbox a second.
 */
const wakeUpInterval = "5 millis"

/** The interval at which old changes are deleted from the outbox. */
const pruneInterval = "1 hour"
const pruneEvery = Schedule.andThen(Schedule.once, Schedule.spaced(pruneInterval))

/** The outbox keeps changes this long for readers that resume with `Last-Event-ID`. */
const keptDays = 1

const rareKinds: ReadonlySet<Change["kind"]> = new Set(["catalogue", "feeds", "api_key_rotated", "restart"])

/** A member, or a post: its listeners receive the changes that concern it. */
export type Topic = `user ${UserId}` | `post ${PostId}`

/**
 * The change feed: delivers each committed change once to the listeners of this process. A change is appended to the
 * outbox in the transaction that makes it. After the commit it is delivered here, and other instances are woken: they
 * read the outbox. Every instance also reads it each second, so a lost wake-up costs a second and nothing else. A
 * change says what to read again; the repositories are the truth. An instance whose position in the outbox is gone (a
 * failover that lost commits, a restore, an absence longer than the outbox keeps changes) begins again at its end, and
 * delivers `restart`.
 */
export class Changes extends Context.Tag("services/Changes")<
  Changes,
  {
    /** Appends changes to the outbox as a part of the caller's transaction, and publishes them after its commit. */
    readonly append: (changes: ReadonlyArray<Change>) => StorageEffect<void>

    /** Publishes changes that a statement of the caller's transaction has appended, after its commit. */
    readonly publish: (changes: ReadonlyArray<SequencedChange>) => Effect.Effect<void>

    /**
     * Calls `listener` for each change of a topic, and for `restart`, until the scope ends, and at once for
     * `recentlyRevoked`. It must not throw, and not wait.
     */
    readonly subscribe: (topic: Topic, listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>

    /**
     * The credentials of a topic that ended within the last minute: the caller may have been identified just before,
     * and a stream that an ended credential opens is to be closed.
     */
    readonly recentlyRevoked: (topic: Topic) => ReadonlyArray<Change>

    /**
     * Calls `listener` for every change until the scope ends. It must not throw, and not wait. A change that is made
     * here is delivered right after its commit, before the write is answered.
     */
    readonly subscribeAll: (listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>

    /**
     * The rare changes from now on: those of the catalogue and of news feeds, rotated keys, and `restart`. Each
     * subscriber has a fiber of its own, which frequent changes would make too dear (decision 0047).
     */
    readonly rareChanges: Effect.Effect<Stream.Stream<Change>, never, Scope.Scope>

    /** Delivers changes to the listeners of this process only: those that a restart has found. */
    readonly deliverHere: (changes: ReadonlyArray<Change>) => Effect.Effect<void>

    /**
     * True if changes of other instances arrive here at once. Always true where there is no other instance; else true
     * while the connection of the wake-ups is up and the outbox has been read to its end since it was made.
     */
    readonly isInSync: () => boolean

    /**
     * Returns when every change whose write was answered anywhere before the call has been delivered here
     * (read-your-writes). Free on the embedded database; else one read of the outbox, which concurrent callers share.
     */
    readonly readBarrier: StorageEffect<void>
  }
>() {
  /** Over the outbox and the wake-ups of other instances. */
  static readonly layer = Layer.scoped(Changes, Effect.gen(make))
}

function* make() {
  const repo = yield* ChangesRepo
  const transaction = yield* Transaction
  const notifier = yield* ChangeNotifier
  const clock = yield* Effect.clock
  const listeners = new ChangeListeners()
  const isEmbedded = Option.isNone(notifier.connection)
  const rare = yield* PubSub.unbounded<Change>()
  listeners.addToAll((change) => {
    if (rareKinds.has(change.kind)) rare.unsafeOffer(change)
  })
  const { epoch } = yield* repo.within([], 1)
  const gaps = new SequenceGaps(yield* repo.lowWatermark)

  const deliverHere = (changes: ReadonlyArray<Change>) => {
    const now = clock.unsafeCurrentTimeMillis()
    // Changes of kinds that only a later version knows arrive as restarts. One restart does what several would do.
    const [named, restarts] = Array.partition(changes, ({ kind }) => kind === "restart")
    for (const change of named) listeners.deliver(change, now)
    if (restarts.length > 0) listeners.deliver(restarted, now)
  }

  /** Delivers each change once, whether the commit or the outbox brings it first. */
  const deliver = (source: keyof typeof changesDelivered, changes: ReadonlyArray<SequencedChange>) => {
    const fresh = changes.filter(({ sequence }) => gaps.add(sequence))
    deliverHere(fresh)
    update(changesDelivered[source], fresh.length)
  }

  const publish = (changes: ReadonlyArray<SequencedChange>) =>
    changes.length === 0
      ? Effect.void
      : transaction.afterCommit(
          Effect.suspend(() => {
            deliver("commit", changes)
            return notifier.wake
          })
        )

  const append = (changes: ReadonlyArray<Change>) =>
    Effect.flatMap(repo.append(changes), (sequences) =>
      publish(changes.map((change, index) => ({ ...change, sequence: sequences[index] ?? 0 })))
    )

  const outbox = yield* readOutbox({
    gaps,
    epoch,
    deliver: (changes) => deliver("outbox", changes),
    restarted: () => deliverHere([restarted])
  })

  const subscribe = (topic: Topic, listener: (change: Change) => void) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => untilScopeEnds(() => listeners.add(topic, listener, now)))

  return Changes.of({
    append,
    publish,
    subscribe,
    recentlyRevoked: (topic) => listeners.recentlyRevoked(topic, clock.unsafeCurrentTimeMillis()),
    subscribeAll: (listener) => untilScopeEnds(() => listeners.addToAll(listener)),
    rareChanges: Stream.fromPubSub(rare, { scoped: true }),
    deliverHere: (changes) => Effect.sync(() => deliverHere(changes)),
    isInSync: () => isEmbedded || outbox.isInSync(),
    readBarrier: isEmbedded ? Effect.void : outbox.read
  })
}

const untilScopeEnds = (add: () => () => void) =>
  Effect.asVoid(Effect.acquireRelease(Effect.sync(add), (remove) => Effect.sync(remove)))

interface OutboxPosition {
  readonly gaps: SequenceGaps
  epoch: string
  /** Delivers the changes that had not been delivered. */
  readonly deliver: (changes: ReadonlyArray<SequencedChange>) => void
  /** To be called after the position was moved to the end of the outbox. */
  readonly restarted: () => void
}

/** Moves the position to the end of the outbox. */
const restart = ({ lowWatermark }: ChangesRepo["Type"], position: OutboxPosition, epoch: string, reason: string) =>
  Effect.gen(function* () {
    const watermark = yield* lowWatermark
    position.gaps.restart(watermark)
    position.epoch = epoch
    position.restarted()
    update(outboxRestarts)
    yield* Effect.logWarning(`${reason}: caches are emptied, and clients of open streams are asked to read again`)
    return watermark
  })

/**
 * Reads the outbox, and settles its gaps where changes have come since that was done. While nothing is written it asks
 * for the end of the outbox with each tenth read only.
 */
const readingAndSettling = (repo: ChangesRepo["Type"], position: OutboxPosition, read: StorageEffect<void>) => {
  const { gaps } = position
  let lastWatermark = 0
  let settledEnd: number | undefined
  let quietReads = 0

  const settle = Effect.gen(function* () {
    const watermark = yield* repo.lowWatermark
    const [missing] = gaps.missing()
    const isGone = Option.exists(yield* repo.oldest, (oldest) => missing !== undefined && oldest > missing.after + 1)
    const begin = (reason: string) => restart(repo, position, position.epoch, reason)
    if (watermark < lastWatermark) lastWatermark = yield* begin("the numbers of the outbox have gone back")
    else if (isGone) lastWatermark = yield* begin("changes were missed that the outbox no longer has")
    else lastWatermark = watermark
    yield* read
    gaps.settle(lastWatermark)
    settledEnd = gaps.end
    quietReads = 0
  })

  return Effect.suspend(() => {
    quietReads++
    const isQuiet = gaps.end !== undefined && gaps.end === settledEnd && quietReads < readsUntilSettled
    return isQuiet ? read : settle
  })
}

/** Reads the outbox in the background: each second, and after each wake-up. Prunes it, too. */
const readOutbox = Effect.fnUntraced(function* (position: OutboxPosition) {
  const { deliver, gaps } = position
  const repo = yield* ChangesRepo
  const { awaitWakeUp, connection } = yield* ChangeNotifier
  const connectionNow = () => Option.getOrUndefined(connection)?.()
  const clock = yield* Effect.clock
  /** The number of the wake-ups' connection that was up when the outbox was last read to its end, and the time. */
  let readOn: number | undefined
  let readAt = clock.unsafeCurrentTimeMillis()
  yield* sampled(() => update(outboxLag, (clock.unsafeCurrentTimeMillis() - readAt) / 1_000))

  const readAfter = (sequence: number): StorageEffect<void> =>
    Effect.flatMap(repo.within(gaps.missing(sequence), maxChangesRead), ({ changes, epoch }) => {
      if (epoch !== position.epoch) {
        const reason = "the database has crashed, failed over or was restored, and may have lost commits"
        return Effect.zipRight(restart(repo, position, epoch, reason), readAfter(0))
      }
      deliver(changes)
      const last = changes[maxChangesRead - 1]
      return last === undefined ? Effect.void : readAfter(last.sequence)
    })

  const read = yield* coalescedRun(
    Effect.suspend(() => {
      const current = connectionNow()
      const startedAt = clock.unsafeCurrentTimeMillis()
      return Effect.onExit(readAfter(0), (exit) =>
        Effect.sync(() => {
          readOn = Exit.isSuccess(exit) ? current : undefined
          if (Exit.isSuccess(exit)) readAt = startedAt
        })
      )
    })
  )

  yield* inBackground("reading the outbox", outboxReadEvery)(readingAndSettling(repo, position, read))
  yield* inBackground("pruning the outbox", pruneEvery)(repo.prune(keptDays))
  const wokenUp = Effect.zipRight(
    awaitWakeUp,
    Effect.suspend(() => {
      update(wakeUps)
      return Effect.zipLeft(logDefects("reading the outbox")(read), Effect.sleep(wakeUpInterval))
    })
  )
  yield* Effect.forkScoped(Effect.forever(wokenUp))

  const isInSync = () => {
    const current = connectionNow()
    return current !== undefined && current === readOn
  }

  return { read, isInSync }
})
