import { Clock, Context, Effect, Exit, Layer, Option, PubSub, Schedule, type Scope, Stream } from "effect"
import type { Change, PlacedChange } from "../domain/Change.ts"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { ChangesRepo } from "../repositories/ChangesRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { ChangeHints } from "./ChangeHints.ts"
import { nextRun } from "./NextRun.ts"
import { ToldPlaces } from "./ToldPlaces.ts"

/** How often the log is read in case a hint was lost, and how much of it at once. */
const logReadEvery = "1 second"
const logReadChanges = 1_000

/** How often old changes are forgotten, and how old they are then. */
const prunedEvery = "1 hour"
const keptDays = 1

/** How long the end of a credential is told to who begins to listen: longer than a request takes. */
const endingToldMillis = 60_000

/** What somebody may follow: what concerns a member, or a post. */
export type Topic = `user ${UserId}` | `post ${PostId}`

const aboutPosts: ReadonlySet<Change["kind"]> = new Set(["post", "comment", "like"])

const endings: ReadonlySet<Change["kind"]> = new Set(["session", "api_key"])

const topicOf = ({ id, kind, userId }: Change): string => (aboutPosts.has(kind) ? `post ${id}` : `user ${userId}`)

/** The listeners of this process, by topic and to all, and the credentials that ended a moment ago. */
class Listeners {
  readonly #toAll = new Set<(change: Change) => void>()
  readonly #byTopic = new Map<string, Set<(change: Change) => void>>()
  readonly #ended: Array<{ readonly change: Change; readonly at: number }> = []

  addToAll(listener: (change: Change) => void): () => void {
    this.#toAll.add(listener)
    return () => void this.#toAll.delete(listener)
  }

  add(topic: string, listener: (change: Change) => void, now: number): () => void {
    this.#forget(now)
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(listener))
    for (const { change } of this.#ended) if (topicOf(change) === topic) listener(change)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byTopic.get(topic) === listeners) this.#byTopic.delete(topic)
    }
  }

  tell(change: Change, now: number) {
    this.#forget(now)
    if (endings.has(change.kind)) this.#ended.push({ change, at: now })
    for (const listener of this.#toAll) listener(change) // first: who is told by topic may read at once
    for (const listener of this.#byTopic.get(topicOf(change)) ?? []) listener(change)
  }

  #forget(now: number) {
    const first = this.#ended.findIndex(({ at }) => at > now - endingToldMillis)
    this.#ended.splice(0, first === -1 ? this.#ended.length : first)
  }
}

const make = Effect.gen(function* () {
  const repo = yield* ChangesRepo
  const transaction = yield* Transaction
  const hints = yield* ChangeHints
  const clock = yield* Effect.clock
  const listeners = new Listeners()
  const told = new ToldPlaces(yield* repo.settled)
  /** The connection of the hints that stood when the log was last read to its end. */
  let readOn: number | undefined

  /** Tells each change once, whether the commit, a hint or the log brings it first. */
  const tell = (changes: ReadonlyArray<PlacedChange>) => {
    const now = clock.unsafeCurrentTimeMillis()
    for (const change of changes) if (told.add(change.place)) listeners.tell(change, now)
  }

  const announce = (placed: ReadonlyArray<PlacedChange>) =>
    transaction.afterCommit(
      Effect.zipRight(
        Effect.sync(() => tell(placed)),
        hints.send(placed)
      )
    )

  const record = (changes: ReadonlyArray<Change>) =>
    Effect.flatMap(repo.append(changes), (places) => {
      const placed = changes.map((change, index) => ({ ...change, place: places[index] ?? 0 }))
      return announce(placed)
    })

  /** What fails in the background is tried again: while the database is away quietly, else with a line in the log. */
  const again = <E>(effect: Effect.Effect<void, E>) =>
    effect.pipe(
      Effect.tapDefect((cause) => Effect.logError("the change log failed", cause)),
      Effect.catchAllCause(() => Effect.void)
    )

  const standing = () => Option.getOrUndefined(hints.connection)?.standing()

  /** Tells what is in the log after this place and has not been told. */
  const readAfter = (place: number): Effect.Effect<void, Unavailable> =>
    Effect.flatMap(repo.within(told.untold(place), logReadChanges), (changes) => {
      tell(changes)
      const last = changes[logReadChanges - 1]
      return last === undefined ? Effect.void : readAfter(last.place)
    })

  const readLog = yield* nextRun(
    Effect.suspend(() => {
      const connection = standing()
      return Effect.onExit(readAfter(0), (exit) =>
        Effect.sync(() => {
          readOn = Exit.isSuccess(exit) ? connection : undefined
        })
      )
    })
  )
  const settle = Effect.flatMap(repo.settled, (place) => Effect.map(readLog, () => told.settle(place)))
  yield* Effect.forkScoped(Effect.forever(Effect.delay(again(settle), logReadEvery)))
  yield* Effect.forkScoped(Effect.repeat(again(repo.prune(keptDays)), Schedule.spaced(prunedEvery)))
  yield* hints.listen(tell)
  if (Option.isSome(hints.connection)) {
    yield* Effect.forkScoped(Stream.runForEach(hints.connection.value.made, () => again(readLog)))
  }

  const isCurrent = () => {
    const connection = standing()
    return Option.isNone(hints.connection) || (connection !== undefined && connection === readOn)
  }

  const listenAll = (listener: (change: Change) => void) =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.sync(() => listeners.addToAll(listener)),
        (forget) => Effect.sync(forget)
      )
    )

  const listen = (topic: Topic, listener: (change: Change) => void) =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.map(Clock.currentTimeMillis, (now) => listeners.add(topic, listener, now)),
        (forget) => Effect.sync(forget)
      )
    )

  const follow = Effect.fnUntraced(function* (topic: Topic) {
    const hub = yield* Effect.acquireRelease(PubSub.sliding<void>(1), PubSub.shutdown)
    const hinted = yield* Stream.fromPubSub(hub, { scoped: true })
    yield* listen(topic, () => void hub.unsafeOffer(undefined))
    return hinted
  })

  return Changes.of({
    record,
    tell: announce,
    listen,
    listenAll,
    follow,
    isCurrent,
    caughtUp: Option.isNone(hints.connection) ? Effect.void : readLog
  })
})

/**
 * The one channel on which the community tells itself what changed. A change is written down in the transaction that
 * makes it; after the commit it is told at once in this process and hinted to others, and each process reads the log
 * every second besides, so that a lost hint costs a second and nothing else. Who is told reads what is new from the
 * repositories, which are the truth.
 */
export class Changes extends Context.Tag("services/Changes")<
  Changes,
  {
    /** Writes changes down as a part of the caller's transaction, and tells of them once it has been committed. */
    readonly record: (changes: ReadonlyArray<Change>) => Effect.Effect<void, Unavailable>

    /** The same for changes that the caller's statement has written down itself: tells of them once it has been committed. */
    readonly tell: (changes: ReadonlyArray<PlacedChange>) => Effect.Effect<void>

    /**
     * Calls `listener` for each change of the topic, from now until the scope ends. It must not throw, and not wait.
     * Credentials of the topic that ended within the last minute are told at once: a caller may have been identified
     * just before, and what is opened with an ended credential is to be closed.
     */
    readonly listen: (topic: Topic, listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>

    /**
     * Calls `listener` for each change told in this process, whatever it is about, from now until the scope ends. It
     * must not throw, and not wait. A change made here is told right after its commit, before the write is answered.
     */
    readonly listenAll: (listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>

    /**
     * What `listen` hears as a stream that stands when the effect returns, not when it is first pulled. Several changes unread are
     * one, so that a reader who never reads holds no memory.
     */
    readonly follow: (topic: Topic) => Effect.Effect<Stream.Stream<void>, never, Scope.Scope>

    /**
     * Whether the changes of other instances reach this process at once: always where there can be none; else while the
     * connection of the hints stands, and the log has been read to its end since it was made.
     */
    readonly isCurrent: () => boolean

    /**
     * Once it returns, every change that was committed anywhere before it was asked for has been told here. Free where
     * there can be no other instance, else one look at the end of the log, shared by all who ask before it begins.
     */
    readonly caughtUp: Effect.Effect<void, Unavailable>
  }
>() {
  /** Over the log and the hints of other instances. */
  static readonly layer = Layer.scoped(Changes, make)
}
