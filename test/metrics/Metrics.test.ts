import { HttpServerResponse } from "@effect/platform"
import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either, Layer, Metric, Option, Queue, Ref, TestClock } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as SecretsRandom from "../../src/adapters/node/SecretsRandom.ts"
import { postLists } from "../../src/api/Keeps.ts"
import { batchLoader } from "../../src/concurrency/BatchQueue.ts"
import { writeBatcher } from "../../src/concurrency/WriteBatcher.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import {
  batchMetrics,
  changesDelivered,
  credentialCacheLookups,
  outboxLag,
  responseCacheLookups,
  sampled,
  snapshot,
  wakeUps
} from "../../src/metrics/Metrics.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { Credentials } from "../../src/services/accounts/Credentials.ts"
import { EndSessions } from "../../src/services/accounts/EndSessions.ts"
import { Changes } from "../../src/services/Changes.ts"
import { ReadThroughCache } from "../../src/transport/cache/ReadThroughCache.ts"
import { Tagged } from "../../src/transport/wire/Tagged.ts"
import { Around, instance as changesInstance, elsewhere, maria, notification } from "../support/ChangesInstance.ts"
import { storeSession } from "../support/StoredSession.ts"
import { openCache } from "../transport/cache/OpenCache.ts"

const instance = Layer.mergeAll(Credentials.layer, openCache).pipe(
  Layer.provide(EndSessions.layer),
  Layer.provideMerge(Changes.layer),
  Layer.provideMerge(Layer.mergeAll(Memory.layer, ChangeNotifier.none, SecretsRandom.layer))
)

type Counters = Readonly<Record<string, Metric.Metric.Counter<number>>>

const countsOf = (counters: Counters) =>
  Effect.forEach(Object.values(counters), (counter) => Effect.map(Metric.value(counter), ({ count }) => count))

/** The growth of each counter, in the order of the record, while an effect runs: other suites counted before. */
const growthOf = <A, E, R>(counters: Counters, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* countsOf(counters)
    yield* effect
    return Array.zipWith(yield* countsOf(counters), before, (after, count) => after - count)
  })

/** The metrics of the batches of a name: how many there were, their items in all, and the queue before the last one. */
const batchesOf = (name: string) =>
  Effect.gen(function* () {
    const { items, queued } = batchMetrics(name)
    const { count, sum } = yield* Metric.value(items)
    return { batches: count, items: sum, queued: (yield* Metric.value(queued)).value }
  })

const numbers = Array.makeBy(100, (index) => index)
const atOnce = { concurrency: "unbounded", discard: true } as const

describe("Metrics", () => {
  it.scoped("batchMetrics of a write batcher count each batch, its items, and the queue when it was taken", () =>
    Effect.gen(function* () {
      const submit = yield* writeBatcher({
        name: "metrics of writes",
        writeAll: (items: ReadonlyArray<number>) =>
          Effect.succeed({ results: items.map((item) => Either.right(item)), changes: [] }),
        afterCommit: () => Effect.void,
        shutdown: Effect.never
      })
      deepStrictEqual(yield* batchesOf("metrics of writes"), { batches: 0, items: 0, queued: 0 })
      yield* submit(1)
      deepStrictEqual(yield* batchesOf("metrics of writes"), { batches: 1, items: 1, queued: 1 })
      yield* Effect.forEach(numbers.slice(0, 30), submit, atOnce)
      deepStrictEqual(yield* batchesOf("metrics of writes"), { batches: 2, items: 31, queued: 30 })
    })
  )

  it.scoped("batchMetrics of a batch loader are counted apart for each name", () =>
    Effect.gen(function* () {
      const loadAll = (keys: ReadonlyArray<number>) => Effect.succeed(keys.map((key) => Effect.succeed(key)))
      const load = yield* batchLoader("metrics of loads", loadAll)
      const other = yield* batchLoader("metrics of other loads", loadAll)
      yield* Effect.forEach(numbers, load, atOnce)
      yield* other(1)
      deepStrictEqual(yield* batchesOf("metrics of loads"), { batches: 2, items: 100, queued: 36 })
      deepStrictEqual(yield* batchesOf("metrics of other loads"), { batches: 1, items: 1, queued: 1 })
    })
  )

  it.effect("credentialCacheLookups count a miss for a credential that is looked up, and a hit for a cached one", () =>
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const { token } = yield* storeSession("1 minute")
      const looked = (effect: Effect.Effect<unknown, unknown>) => growthOf(credentialCacheLookups, effect)
      deepStrictEqual(yield* looked(credentials.userOf(token)), [0, 1])
      deepStrictEqual(yield* looked(credentials.userOf(token)), [1, 0])
    }).pipe(Effect.provide(instance))
  )

  it.effect("responseCacheLookups count a miss before a response is cached, and a hit after", () =>
    Effect.gen(function* () {
      const cache = yield* ReadThroughCache
      const of = { id: undefined, query: {}, url: "/api/posts", keeps: postLists, showsPosts: true, isWrite: false }
      const recipient = { acceptEncoding: undefined, countsView: true, headers: {}, isHead: false }
      const load = Effect.succeed(new Tagged(HttpServerResponse.unsafeJson({ data: [] }), ["posts"]))
      const read = cache.answer({ ...of, caller: Option.none() }, recipient, load)
      deepStrictEqual(yield* growthOf(responseCacheLookups, read), [0, 1])
      deepStrictEqual(yield* growthOf(responseCacheLookups, read), [1, 0])
      yield* TestClock.adjust(postLists.maxAgeMillis)
      deepStrictEqual(yield* growthOf(responseCacheLookups, read), [0, 1])
    }).pipe(Effect.provide(instance))
  )

  it.scoped("changesDelivered count each change once by its source, wakeUps the wake-ups", () =>
    Effect.gen(function* () {
      const { append } = yield* Changes
      const { wakeUps: queue } = yield* Around
      const all = Effect.gen(function* () {
        yield* append([notification(maria)])
        yield* elsewhere(notification(maria), notification(maria))
        yield* Queue.offer(queue, undefined)
        yield* TestClock.adjust("1 second")
      })
      deepStrictEqual(yield* growthOf({ ...changesDelivered, wakeUps }, all), [1, 2, 1])
    }).pipe(changesInstance)
  )

  it.scoped("outboxLag grows while the outbox cannot be read, and ends with a read", () =>
    Effect.gen(function* () {
      const { reading } = yield* Around
      const lag = Effect.zipRight(
        snapshot,
        Effect.map(Metric.value(outboxLag), ({ value }) => value)
      )
      yield* TestClock.adjust("10 seconds")
      assertTrue((yield* lag) <= 1)
      yield* Ref.set(reading, new Unavailable())
      yield* TestClock.adjust("10 seconds")
      deepStrictEqual(yield* lag, 10)
      yield* Ref.set(reading, Effect.void)
      yield* TestClock.adjust("10 seconds")
      assertTrue((yield* lag) <= 1)
    }).pipe(changesInstance)
  )

  it.scoped("sampled is called at each snapshot, until its scope ends", () =>
    Effect.gen(function* () {
      let calls = 0
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* sampled(() => void calls++)
          yield* snapshot
          yield* snapshot
        })
      )
      yield* snapshot
      deepStrictEqual(calls, 2)
    })
  )
})
