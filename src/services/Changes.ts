import { Clock, Context, Effect, Iterable, Layer, PubSub, Schedule, type Scope, Stream } from "effect"
import type { Change, PlacedChange } from "../domain/Change.ts"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { ChangesRepo } from "../repositories/ChangesRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { ChangeHints } from "./ChangeHints.ts"

/** How often the log is read in case a hint was lost, and how much of it at once. */
const logReadEvery = "1 second"
const logReadChanges = 1_000

/** How often old changes are forgotten, and how old they are then. */
const prunedEvery = "1 hour"
const keptDays = 1

/** How many places that the log has not come to are remembered as told, so that it does not tell them again. */
const maxToldPlaces = 100_000

/** How long the end of a credential is told to who begins to listen: longer than a request takes. */
const endingToldMillis = 60_000

/** What somebody may follow: what concerns a member, or a post. */
export type Topic = `user ${UserId}` | `post ${PostId}`

const aboutPosts: ReadonlySet<Change["kind"]> = new Set(["post", "comment", "like"])

const endings: ReadonlySet<Change["kind"]> = new Set(["session", "api_key"])

const topicOf = ({ id, kind, userId }: Change): string => (aboutPosts.has(kind) ? `post ${id}` : `user ${userId}`)

/** The listeners of this process, by topic, and the credentials that ended a moment ago. */
class Listeners {
  readonly #byTopic = new Map<string, Set<(change: Change) => void>>()
  readonly #ended: Array<{ readonly change: Change; readonly at: number }> = []

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
  const listeners = new Listeners()
  /** Everything up to here has been told. */
  let place = yield* repo.last
  /** What has been told of what comes after it. */
  const told = new Set<number>()

  /** Tells each change once, whether the commit, a hint or the log brings it first. */
  const tell = (changes: ReadonlyArray<PlacedChange>) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const change of changes) {
        if (change.place <= place || told.has(change.place)) continue
        told.add(change.place)
        if (told.size > maxToldPlaces) told.delete(Iterable.unsafeHead(told))
        listeners.tell(change, now)
      }
    })

  const record = (changes: ReadonlyArray<Change>) =>
    Effect.flatMap(repo.append(changes), (places) => {
      const placed = changes.map((change, index) => ({ ...change, place: places[index] ?? 0 }))
      return transaction.afterCommit(Effect.zipRight(tell(placed), hints.send(placed)))
    })

  /** What fails in the background is tried again: while the database is away quietly, else with a line in the log. */
  const again = <E>(effect: Effect.Effect<void, E>) =>
    effect.pipe(
      Effect.tapDefect((cause) => Effect.logError("the change log failed", cause)),
      Effect.catchAllCause(() => Effect.void)
    )

  const readLog = Effect.gen(function* () {
    const changes = yield* repo.after(place, logReadChanges)
    yield* tell(changes)
    place = changes[changes.length - 1]?.place ?? place
    for (const known of told) if (known <= place) told.delete(known)
    return changes.length === logReadChanges
  }).pipe(Effect.repeat({ while: (more) => more }), Effect.asVoid, again)
  yield* Effect.forkScoped(Effect.forever(Effect.delay(readLog, logReadEvery)))
  yield* Effect.forkScoped(Effect.repeat(again(repo.prune(keptDays)), Schedule.spaced(prunedEvery)))
  yield* Effect.forkScoped(Stream.runForEach(hints.received, tell))

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

  return { record, listen, follow }
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

    /**
     * Calls `listener` for each change of the topic, from now until the scope ends. It must not throw, and not wait.
     * Credentials of the topic that ended within the last minute are told at once: a caller may have been identified
     * just before, and what is opened with an ended credential is to be closed.
     */
    readonly listen: (topic: Topic, listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>

    /**
     * The same as a stream that stands when the effect returns, not when it is first pulled. Several changes unread are
     * one, so that a reader who never reads holds no memory.
     */
    readonly follow: (topic: Topic) => Effect.Effect<Stream.Stream<void>, never, Scope.Scope>
  }
>() {
  /** Over the log and the hints of other instances. */
  static readonly layer = Layer.scoped(Changes, make)
}
