import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Context, Deferred, Effect, Exit, Layer, Option, Queue, Ref, Scope, Stream, TestClock } from "effect"
import type { Change, PlacedChange } from "../../src/domain/Change.ts"
import { PostId, UserId } from "../../src/domain/Ids.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { ChangesRepo } from "../../src/repositories/ChangesRepo.ts"
import { Transaction } from "../../src/repositories/Transaction.ts"
import { ChangeHints } from "../../src/services/ChangeHints.ts"
import { Changes, type Topic } from "../../src/services/Changes.ts"

/** Other instances, and the database as it may fail. */
class Around extends Context.Tag("test/Around")<
  Around,
  {
    readonly hinted: Queue.Queue<ReadonlyArray<PlacedChange>>
    readonly sent: Array<PlacedChange>
    readonly pruned: Array<number>
    /** What becomes of reading the log, and of pruning it. */
    readonly reading: Ref.Ref<Effect.Effect<void, Unavailable>>
    readonly pruning: Ref.Ref<Effect.Effect<void, Unavailable>>
    /** How often the log was read, and the connection of the hints. */
    readonly log: { reads: number; standing: number | undefined }
  }
>() {
  static readonly layer = Layer.effect(
    Around,
    Effect.all({
      hinted: Queue.unbounded<ReadonlyArray<PlacedChange>>(),
      sent: Effect.sync(() => []),
      pruned: Effect.sync(() => []),
      reading: Ref.make<Effect.Effect<void, Unavailable>>(Effect.void),
      pruning: Ref.make<Effect.Effect<void, Unavailable>>(Effect.void),
      log: Effect.sync(() => ({ reads: 0, standing: 1 }))
    })
  )
}

const hints = Layer.effect(
  ChangeHints,
  Effect.map(Around, ({ hinted, log, sent }) => ({
    send: (changes) => Effect.sync(() => void sent.push(...changes)),
    listen: (listener) => Effect.forkScoped(Effect.forever(Effect.map(Queue.take(hinted), listener))),
    connection: Option.some({ standing: () => log.standing, made: Stream.never })
  }))
)

/** The log in memory; reading and pruning it may fail. */
const log = Layer.effect(
  ChangesRepo,
  Effect.map(Effect.all([ChangesRepo, Around]), ([repo, { log, pruned, pruning, reading }]) =>
    ChangesRepo.of({
      ...repo,
      within: (ranges, limit) =>
        Effect.suspend(() => {
          log.reads += 1
          return Effect.zipRight(Effect.flatten(Ref.get(reading)), repo.within(ranges, limit))
        }),
      prune: (days) =>
        Effect.zipRight(
          Effect.flatten(Ref.get(pruning)),
          Effect.sync(() => void pruned.push(days))
        )
    })
  )
)

const instance = Effect.provide(
  Changes.layer.pipe(
    Layer.provideMerge(Layer.merge(hints, log)),
    Layer.provideMerge(Layer.merge(Memory.layer, Around.layer))
  )
)

const [maria, bob] = [UserId.make(1), UserId.make(2)]
const marias: Topic = `user ${maria}`
const bobs: Topic = `user ${bob}`
let lastId = 0
const notification = (userId: UserId): Change => ({ kind: "notification", id: ++lastId, userId })
const logout: Change = { kind: "session", id: 7, userId: maria }

/** What is heard of a topic from now on. */
const hear = (topic: Topic) =>
  Effect.gen(function* () {
    const heard: Array<number> = []
    const changes = yield* Changes
    yield* changes.listen(topic, ({ id }) => void heard.push(id))
    return heard
  })

const record = (...changes: ReadonlyArray<Change>) => Effect.flatMap(Changes, (service) => service.record(changes))

/** What another instance does whose hint does not come. */
const elsewhere = (...changes: ReadonlyArray<Change>) => Effect.flatMap(ChangesRepo, (repo) => repo.append(changes))

const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.atomically(effect))

const idsOf = (changes: ReadonlyArray<Change>) => changes.map(({ id }) => id)

describe("A change", () => {
  it.scoped("is told and hinted at when it is committed, and not before", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      const { sent } = yield* Around
      const change = notification(maria)
      const before = yield* atomically(
        Effect.zipRight(
          atomically(record(change)),
          Effect.sync(() => heard.length + sent.length)
        )
      )
      deepStrictEqual([before, heard, idsOf(sent)], [0, [change.id], [change.id]])
    }).pipe(instance)
  )

  it.scoped("that was undone is never told", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      const { sent } = yield* Around
      yield* Effect.exit(atomically(Effect.zipRight(record(notification(maria)), Effect.fail("no"))))
      yield* Effect.exit(atomically(Effect.zipRight(record(notification(maria)), Effect.die("no"))))
      const kept = notification(maria)
      yield* atomically(
        Effect.zipRight(
          Effect.exit(atomically(Effect.zipRight(record(notification(maria)), Effect.fail("no")))),
          record(kept)
        )
      )
      yield* TestClock.adjust("5 seconds")
      deepStrictEqual([heard, idsOf(sent)], [[kept.id], [kept.id]])
    }).pipe(instance)
  )

  it.scoped("is told once, whether the commit, a hint or the log brings it", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      const { hinted, sent } = yield* Around
      const [here, there, lost] = [notification(maria), notification(maria), notification(maria)]
      yield* record(here)
      yield* Queue.offer(hinted, sent)
      const [place = 0] = yield* elsewhere(there, lost)
      yield* Queue.offer(hinted, [{ ...there, place }])
      yield* TestClock.adjust("3 seconds")
      yield* Queue.offer(hinted, [{ ...there, place }, ...sent])
      yield* TestClock.adjust("3 seconds")
      deepStrictEqual(heard, idsOf([here, there, lost]))
    }).pipe(instance)
  )

  it.scoped("is told once, however many come in one transaction", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      yield* record(...Array.makeBy(30_000, () => notification(maria)))
      yield* TestClock.adjust("40 seconds")
      strictEqual(heard.length, 30_000)
    }).pipe(instance)
  )

  it.scoped("is told to its topic and no other", () =>
    Effect.gen(function* () {
      const topics: ReadonlyArray<Topic> = [marias, bobs, `post ${PostId.make(1)}`, `post ${PostId.make(5)}`]
      const heard = yield* Effect.forEach(topics, hear)
      const told = { notification: notification(bob), post: 1, comment: 5 }
      yield* record(
        told.notification,
        { kind: "post", id: 1, userId: null },
        { kind: "comment", id: 5, userId: maria },
        { kind: "like", id: 9, userId: null }
      )
      deepStrictEqual(heard, [[], [told.notification.id], [1], [5]])
    }).pipe(instance)
  )

  it.scoped("whose hint was lost is told within a second", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      const changes = Array.makeBy(2_500, () => notification(maria))
      yield* elsewhere(...changes)
      yield* TestClock.adjust("999 millis")
      deepStrictEqual(heard, [])
      yield* TestClock.adjust("1 millis")
      deepStrictEqual(heard, idsOf(changes))
    }).pipe(instance)
  )

  for (const [name, trouble] of [
    ["is away", new Unavailable()],
    ["fails as nobody foresaw", Effect.die("no such table")]
  ] as const) {
    it.scoped(`is not lost when the database ${name} for a while`, () =>
      Effect.gen(function* () {
        const heard = yield* hear(marias)
        const around = yield* Around
        yield* Ref.set(around.reading, trouble)
        const changes = Array.makeBy(3, () => notification(maria))
        yield* elsewhere(...changes)
        yield* TestClock.adjust("1 minute")
        deepStrictEqual(heard, [])
        yield* Ref.set(around.reading, Effect.void)
        yield* TestClock.adjust("1 second")
        deepStrictEqual(heard, idsOf(changes))
      }).pipe(instance)
    )
  }
})

describe("A listener", () => {
  it.scoped("that leaves hears nothing more, and others go on hearing", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const leaving = yield* Scope.extend(hear(marias), scope)
      const staying = yield* hear(marias)
      const [first, second] = [notification(maria), notification(maria)]
      yield* record(first)
      yield* Scope.close(scope, Exit.void)
      yield* record(second)
      deepStrictEqual([leaving, staying], [[first.id], [first.id, second.id]])
    }).pipe(instance)
  )

  it.scoped("is told of a credential that ended within the last minute, and of nothing else that was", () =>
    Effect.gen(function* () {
      yield* record(logout, notification(maria), { kind: "api_key", id: 8, userId: bob })
      yield* TestClock.adjust("59 seconds")
      deepStrictEqual([yield* hear(marias), yield* hear(bobs)], [[7], [8]])
      yield* TestClock.adjust("1 second")
      deepStrictEqual([yield* hear(marias), yield* hear(bobs)], [[], []])
    }).pipe(instance)
  )

  it.scoped("to a stream is there when the effect returns, and finds several changes as one", () =>
    Effect.gen(function* () {
      const changes = yield* Changes
      const followed = yield* changes.follow(marias)
      yield* record(notification(maria), notification(maria), notification(maria))
      const pulled = yield* followed.pipe(Stream.interruptAfter("1 minute"), Stream.runCount, Effect.fork)
      yield* TestClock.adjust("1 minute")
      strictEqual(yield* pulled, 1)
    }).pipe(instance)
  )
})

describe("The change log", () => {
  it.scoped("forgets every hour what is older than a day, also after an hour in which it could not", () =>
    Effect.gen(function* () {
      const { pruned, pruning, reading } = yield* Around
      yield* Ref.set(reading, Effect.never) // the seconds of the log would take the clock long
      yield* TestClock.adjust("59 minutes")
      deepStrictEqual(pruned, [1])
      yield* TestClock.adjust("1 minute")
      deepStrictEqual(pruned, [1, 1])
      yield* Ref.set(pruning, Effect.die("no such table"))
      yield* TestClock.adjust("1 hour")
      yield* Ref.set(pruning, Effect.void)
      yield* TestClock.adjust("1 hour")
      deepStrictEqual(pruned, [1, 1, 1])
    }).pipe(instance)
  )
})

describe("Whoever keeps what was read", () => {
  /** What is heard of every change. */
  const hearAll = Effect.gen(function* () {
    const heard: Array<number> = []
    yield* (yield* Changes).listenAll(({ id }) => void heard.push(id))
    return heard
  })

  it.scoped("hears every change at once, whatever it is about and whoever makes it", () =>
    Effect.gen(function* () {
      const heard = yield* hearAll
      const { hinted } = yield* Around
      yield* record(notification(maria), { kind: "news", id: 0, userId: null })
      strictEqual(heard.length, 2)
      yield* Queue.offer(hinted, [{ kind: "like", id: 12, userId: null, place: 40 }])
      yield* Effect.yieldNow()
      deepStrictEqual(heard.slice(1), [0, 12])
    }).pipe(instance)
  )

  it.scoped(
    "has heard what was committed elsewhere, once it asked to be caught up, also among places that were told",
    () =>
      Effect.gen(function* () {
        const heard = yield* hearAll
        const { caughtUp } = yield* Changes
        const [lost, here, late] = [notification(maria), notification(maria), notification(bob)]
        yield* elsewhere(lost)
        yield* record(here)
        yield* elsewhere(late)
        yield* caughtUp
        deepStrictEqual(heard, idsOf([here, lost, late]))
        yield* caughtUp
        strictEqual(heard.length, 3)
      }).pipe(instance)
  )

  it.scoped("is caught up by a look at the log that began after it asked, which it shares", () =>
    Effect.gen(function* () {
      const heard = yield* hearAll
      const { caughtUp } = yield* Changes
      const { log, reading } = yield* Around
      const goOn = yield* Deferred.make<void>()
      yield* Ref.set(reading, Deferred.await(goOn))
      const before = log.reads
      const first = yield* Effect.fork(caughtUp)
      yield* Effect.repeat(Effect.yieldNow(), { until: () => log.reads === before + 1 })
      const others = yield* Effect.fork(Effect.all([caughtUp, caughtUp, caughtUp], { concurrency: 3 }))
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      strictEqual(log.reads, before + 1)
      const change = notification(maria)
      yield* elsewhere(change)
      yield* Deferred.succeed(goOn, undefined)
      yield* Effect.all([first, others])
      deepStrictEqual([log.reads, heard], [before + 2, [change.id]])
    }).pipe(instance)
  )

  it.scoped("is told when the log cannot be read, and asks again", () =>
    Effect.gen(function* () {
      const { caughtUp, isCurrent } = yield* Changes
      const { reading } = yield* Around
      yield* Ref.set(reading, new Unavailable())
      strictEqual((yield* Effect.flip(caughtUp))._tag, "Unavailable")
      strictEqual(isCurrent(), false)
      yield* Ref.set(reading, Effect.void)
      yield* caughtUp
      strictEqual(isCurrent(), true)
    }).pipe(instance)
  )

  it.scoped("is current from when the log was read on a connection, until that one is lost", () =>
    Effect.gen(function* () {
      const { caughtUp, isCurrent } = yield* Changes
      const { log } = yield* Around
      const seen = [isCurrent()]
      for (const standing of [1, undefined, 2]) {
        log.standing = standing
        seen.push(isCurrent())
        yield* caughtUp
        seen.push(isCurrent())
      }
      deepStrictEqual(seen, [false, false, true, false, false, false, true])
    }).pipe(instance)
  )
})
