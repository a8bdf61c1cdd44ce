import { Clock, Context, Effect, Exit, Layer, Option, Schedule, type Scope, Stream } from "effect"
import { inBackground, logDefects } from "../concurrency/Background.ts"
import { type CoalescedRun, coalescedRun } from "../concurrency/CoalescedRun.ts"
import { changesDelivered, hintLag, outboxLag, sampled, update } from "../concurrency/Metrics.ts"
import { SequenceGaps } from "../concurrency/SequenceGaps.ts"
import type { Change, SequencedChange } from "../domain/Change.ts"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"
import { ChangesRepo, ReadPosition } from "../ports/ChangesRepo.ts"
import { Transaction } from "../ports/Transaction.ts"
import { ChangeListeners } from "./ChangeListeners.ts"
import { alwaysAlone, type InstanceLease, makeInstanceLease } from "./InstanceLease.ts"
import { Instances } from "./Instances.ts"

const outboxReadEvery = Schedule.spaced("1 second")
const outboxReadChanges = 1_000

const pruneEvery = Schedule.andThen(Schedule.once, Schedule.spaced("1 hour"))
const keptDays = 1

/** A member, or a post: its listeners receive the changes that concern it. */
export type Topic = `user ${UserId}` | `post ${PostId}`

/**
 * The change feed: delivers each committed change once to the listeners of this process. A change is appended to the
 * outbox in the transaction that makes it. After the commit it is delivered here, and a hint is sent to other instances.
 * Every instance also reads the outbox each second, so a lost hint costs a second and nothing else. A change says what to
 * read anew; the repositories are the truth.
 */
export class Changes extends Context.Tag("services/Changes")<
  Changes,
  {
    /** Appends changes to the outbox as a part of the caller's transaction, and publishes them after its commit. */
    readonly append: (changes: ReadonlyArray<Change>) => Effect.Effect<void, Unavailable>

    /** Publishes changes that a statement of the caller's transaction has appended, after its commit. */
    readonly publish: (changes: ReadonlyArray<SequencedChange>) => Effect.Effect<void>

    /**
     * Calls `listener` for each change of a topic until the scope ends. It must not throw, and not wait. Credentials of
     * the topic that ended within the last minute are delivered at once: the caller may have been identified just
     * before, and a stream that an ended credential opens is to be closed.
     */
    readonly subscribe: (topic: Topic, listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>

    /**
     * Calls `listener` for every change until the scope ends. It must not throw, and not wait. A change that is made here
     * is delivered right after its commit, before the write is answered.
     */
    readonly subscribeAll: (listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>

    /** True while no other instance can have answered a write that is not delivered here (`InstanceLease`). */
    readonly isAlone: () => boolean

    /**
     * True if changes of other instances arrive here at once. Always true where there is no other instance; else true
     * while the connection of the hints is up and the outbox has been read to its end since it was made.
     */
    readonly isInSync: () => boolean

    /**
     * Returns when every change whose write was answered anywhere before the call has been delivered here
     * (read-your-writes). Free while there is no other instance; else one read of the outbox, which concurrent callers
     * share.
     */
    readonly readBarrier: Effect.Effect<void, Unavailable>

    /** The same for callers without a fiber: calls `then` with the exit, at once where `readBarrier` is free. */
    readonly joinReadBarrier: CoalescedRun<Unavailable>["join"]
  }
>() {
  /** Over the outbox and the hints of other instances. */
  static readonly layer = Layer.scoped(Changes, Effect.gen(make)).pipe(Layer.provideMerge(Instances.layer))
}

function* make() {
  const repo = yield* ChangesRepo
  const transaction = yield* Transaction
  const notifier = yield* ChangeNotifier
  const position = yield* ReadPosition
  const clock = yield* Effect.clock
  const listeners = new ChangeListeners()
  const isEmbedded = Option.isNone(notifier.connection)
  const lease = isEmbedded ? alwaysAlone : yield* makeInstanceLease
  const gaps = new SequenceGaps(yield* repo.lowWatermark)

  /** Delivers each change once, whether the commit, a hint or the outbox brings it first. */
  const deliver = (source: keyof typeof changesDelivered, changes: ReadonlyArray<SequencedChange>): number => {
    const now = clock.unsafeCurrentTimeMillis()
    const fresh = changes.filter(({ sequence }) => gaps.add(sequence))
    if (fresh.length > 0) position.passed()
    for (const change of fresh) listeners.deliver(change, now)
    update(changesDelivered[source], fresh.length)
    return fresh.length
  }

  const publish = (changes: ReadonlyArray<SequencedChange>) =>
    transaction.afterCommit(
      Effect.suspend(() => {
        deliver("commit", changes)
        return Effect.zipRight(notifier.send(changes), lease.known)
      })
    )

  const append = (changes: ReadonlyArray<Change>) =>
    Effect.flatMap(repo.append(changes), (sequences) =>
      publish(changes.map((change, index) => ({ ...change, sequence: sequences[index] ?? 0 })))
    )

  yield* notifier.listen((changes) => void deliver("hint", changes))
  const outbox = yield* readOutbox(gaps, lease, (changes) => deliver("outbox", changes))
  const joinReadBarrier: CoalescedRun<Unavailable>["join"] = (then) =>
    lease.isAlone() ? then(Exit.void) : outbox.read.join(then)

  const subscribe = (topic: Topic, listener: (change: Change) => void) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => untilScopeEnds(() => listeners.add(topic, listener, now)))

  return Changes.of({
    append,
    publish,
    subscribe,
    subscribeAll: (listener) => untilScopeEnds(() => listeners.addToAll(listener)),
    isAlone: lease.isAlone,
    isInSync: () => isEmbedded || outbox.isInSync(),
    readBarrier: Effect.async((resume) => joinReadBarrier(resume)),
    joinReadBarrier
  })
}

const untilScopeEnds = (add: () => () => void) =>
  Effect.asVoid(Effect.acquireRelease(Effect.sync(add), (remove) => Effect.sync(remove)))

/** Reads the outbox in the background: each second, and when the connection of the hints was made anew. Prunes it, too. */
const readOutbox = Effect.fnUntraced(function* (
  gaps: SequenceGaps,
  lease: InstanceLease,
  deliver: (changes: ReadonlyArray<SequencedChange>) => number
) {
  const repo = yield* ChangesRepo
  const { connection } = yield* ChangeNotifier
  const connectionNow = () => Option.getOrUndefined(connection)?.current()
  const clock = yield* Effect.clock
  /** The number of the hints' connection that was up when the outbox was last read to its end, and the time. */
  let readOn: number | undefined
  let readAt = clock.unsafeCurrentTimeMillis()
  yield* sampled(() => update(outboxLag, (clock.unsafeCurrentTimeMillis() - readAt) / 1_000))

  const readAfter = (sequence: number): Effect.Effect<number, Unavailable> =>
    Effect.flatMap(repo.within(gaps.missing(sequence), outboxReadChanges), (changes) => {
      const fresh = deliver(changes)
      const last = changes[outboxReadChanges - 1]
      return last === undefined ? Effect.succeed(fresh) : Effect.map(readAfter(last.sequence), (more) => fresh + more)
    })

  const read = yield* coalescedRun(
    Effect.suspend(() => {
      const current = connectionNow()
      const startedAt = clock.unsafeCurrentTimeMillis()
      return Effect.onExit(readAfter(0), (exit) =>
        Effect.sync(() => {
          readOn = Exit.isSuccess(exit) ? current : undefined
          if (Exit.isFailure(exit)) return
          readAt = startedAt
          update(hintLag, exit.value)
        })
      )
    }).pipe(Effect.asVoid)
  )

  const settle = Effect.flatMap(repo.lowWatermark, (sequence) => Effect.map(read.run, () => gaps.settle(sequence)))
  yield* inBackground("reading the outbox", outboxReadEvery)(lease.renew(settle))
  yield* inBackground("pruning the outbox", pruneEvery)(repo.prune(keptDays))
  if (Option.isSome(connection)) {
    const { established } = connection.value
    yield* Effect.forkScoped(Stream.runForEach(established, () => logDefects("reading the outbox")(read.run)))
  }

  const isInSync = () => {
    const current = connectionNow()
    return current !== undefined && current === readOn
  }

  return { read, isInSync }
})
