import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Exit, Queue, Ref, Scope, Stream, TestClock } from "effect"
import { catalogueChanged, feedsDue, storedChange } from "../../src/domain/Change.ts"
import { PostId } from "../../src/domain/Ids.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import { Changes, type Topic } from "../../src/services/Changes.ts"
import {
  Around,
  atomically,
  bob,
  bobs,
  elsewhere,
  hear,
  idsOf,
  instance,
  logout,
  maria,
  marias,
  notification,
  record
} from "../support/ChangesInstance.ts"

describe("Changes.append", () => {
  it.scoped("delivers a change here and wakes other instances when it is committed, and not before", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      const { log } = yield* Around
      const change = notification(maria)
      const before = yield* atomically(
        Effect.zipRight(
          atomically(record(change)),
          Effect.sync(() => heard.length + log.woken)
        )
      )
      deepStrictEqual([before, heard, log.woken], [0, [change.id], 1])
    }).pipe(instance)
  )

  it.scoped("wakes nobody where nothing has changed", () =>
    Effect.gen(function* () {
      const { log } = yield* Around
      yield* (yield* Changes).publish([])
      strictEqual(log.woken, 0)
    }).pipe(instance)
  )

  it.scoped("never delivers a change that was rolled back", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      const { log } = yield* Around
      yield* Effect.exit(atomically(Effect.zipRight(record(notification(maria)), Effect.fail("no"))))
      yield* Effect.exit(atomically(Effect.zipRight(record(notification(maria)), Effect.die("no"))))
      const committed = notification(maria)
      yield* atomically(
        Effect.zipRight(
          Effect.exit(atomically(Effect.zipRight(record(notification(maria)), Effect.fail("no")))),
          record(committed)
        )
      )
      yield* TestClock.adjust("5 seconds")
      deepStrictEqual([heard, log.woken], [[committed.id], 1])
    }).pipe(instance)
  )

  it.scoped("delivers a change of another instance once, right after a wake-up or within a second", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      const { wakeUps } = yield* Around
      const [here, there, lost] = [notification(maria), notification(maria), notification(maria)]
      yield* record(here)
      yield* elsewhere(there)
      yield* Queue.offer(wakeUps, undefined)
      yield* Effect.repeat(Effect.yieldNow(), { until: () => heard.length === 2 })
      yield* elsewhere(lost)
      yield* TestClock.adjust("3 seconds")
      yield* Queue.offer(wakeUps, undefined)
      yield* TestClock.adjust("3 seconds")
      deepStrictEqual(heard, idsOf([here, there, lost]))
    }).pipe(instance)
  )

  it.scoped("reads the outbox at most each 5 ms, however often it is woken", () =>
    Effect.gen(function* () {
      const { log, wakeUps } = yield* Around
      const wake = Effect.zipRight(Queue.offer(wakeUps, undefined), Effect.repeatN(Effect.yieldNow(), 50))
      yield* wake
      const before = log.reads
      yield* Effect.repeatN(wake, 10)
      strictEqual(log.reads, before)
      yield* TestClock.adjust("5 millis")
      strictEqual(log.reads, before + 1)
    }).pipe(instance)
  )

  it.scoped("delivers each of 30,000 changes of one transaction once", () =>
    Effect.gen(function* () {
      const heard = yield* hear(marias)
      yield* record(...Array.makeBy(30_000, () => notification(maria)))
      yield* TestClock.adjust("40 seconds")
      strictEqual(heard.length, 30_000)
    }).pipe(instance)
  )

  it.scoped("delivers a change to its topic and no other", () =>
    Effect.gen(function* () {
      const topics: ReadonlyArray<Topic> = [marias, bobs, `post ${PostId.make(1)}`, `post ${PostId.make(5)}`]
      const heard = yield* Effect.forEach(topics, hear)
      const changes = { notification: notification(bob), post: 1, comment: 5 }
      yield* record(
        changes.notification,
        storedChange("post", 1, null),
        storedChange("comment", 5, maria),
        storedChange("like", 9, null)
      )
      deepStrictEqual(heard, [[], [changes.notification.id], [1], [5]])
    }).pipe(instance)
  )

  it.scoped("delivers a change whose wake-up was lost within a second", () =>
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
    ["fails with a defect", Effect.die("no such table")]
  ] as const) {
    it.scoped(`loses no change when the database ${name} for a while`, () =>
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

describe("Changes.subscribe", () => {
  it.scoped("calls a listener until its scope ends, and the others go on", () =>
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

  it.scoped(
    "delivers credentials that ended within the last minute to a new listener, and no other earlier change",
    () =>
      Effect.gen(function* () {
        yield* record(logout, notification(maria), storedChange("api_key", 8, bob))
        yield* TestClock.adjust("59 seconds")
        deepStrictEqual([yield* hear(marias), yield* hear(bobs)], [[7], [8]])
        yield* TestClock.adjust("1 second")
        deepStrictEqual([yield* hear(marias), yield* hear(bobs)], [[], []])
      }).pipe(instance)
  )
})

describe("Changes.rareChanges", () => {
  it.scoped("gives each subscriber the changes of the catalogue and of feeds since it subscribed, and no others", () =>
    Effect.gen(function* () {
      const { rareChanges } = yield* Changes
      yield* record(catalogueChanged)
      const all = [yield* rareChanges, yield* rareChanges]
      for (const change of [notification(maria), feedsDue, catalogueChanged]) yield* record(change)
      const heard = yield* Effect.forEach(all, (changes) => Stream.runCollect(Stream.take(changes, 2)))
      deepStrictEqual(
        heard.map((changes) => Array.fromIterable(changes).map(({ kind }) => kind)),
        [
          ["feeds", "catalogue"],
          ["feeds", "catalogue"]
        ]
      )
    }).pipe(instance)
  )
})

describe("Changes", () => {
  it.scoped("prunes changes older than a day every hour, also after a failed attempt", () =>
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
