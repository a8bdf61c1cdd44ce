import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, type Scope } from "effect"
import { type Bucket, RateLimitStore } from "../../src/ports/RateLimitStore.ts"

/** A store, and time: `advance` lets time pass for it. */
interface TimedStore {
  readonly layer: Layer.Layer<RateLimitStore>
  readonly advance: (millis: number) => Effect.Effect<void>
}

const minute = 60_000

/** Real time that may pass between two steps of a test, where the store has a clock of its own. */
const slackMillis = 1_000

const take = (buckets: ReadonlyArray<Bucket>, count?: number, windowMillis = minute) =>
  Effect.flatMap(RateLimitStore, (store) => store.take(windowMillis, buckets, count))

const allowed = (buckets: ReadonlyArray<Bucket>, count?: number, windowMillis?: number) =>
  Effect.map(take(buckets, count, windowMillis), (taken) => taken.allowed)

const level = (key: string, windowMillis = minute) =>
  Effect.flatMap(RateLimitStore, (store) => store.level(windowMillis, key))

const used = (key: string, windowMillis?: number) => Effect.map(level(key, windowMillis), (state) => state.used)

/** Asserts that this time is left, or a little less. */
const isLeft = (resetMillis: number | undefined, millis: number) =>
  assertTrue(
    resetMillis !== undefined && resetMillis <= millis && resetMillis > millis - slackMillis,
    `${resetMillis} of ${millis}`
  )

/** The promises of the port, for a store that `make` makes for each test. */
export const rateLimitStoreContract = (name: string, make: Effect.Effect<TimedStore, never, Scope.Scope>) => {
  const promise = (
    title: string,
    test: (time: TimedStore["advance"]) => Effect.Effect<void, unknown, RateLimitStore>
  ) => it.scoped(title, () => Effect.flatMap(make, ({ advance, layer }) => Effect.provide(test(advance), layer)))

  describe(`RateLimitStore (${name})`, () => {
    promise("take begins a window with its first count, which ends a window's length later", (advance) =>
      Effect.gen(function* () {
        const bucket = { key: "a", limit: 2 }
        const first = yield* take([bucket])
        deepStrictEqual([first.allowed, first.levels[0]?.used], [true, 1])
        isLeft(first.levels[0]?.resetMillis, minute)
        yield* advance(40_000)
        const second = yield* take([bucket])
        deepStrictEqual([second.allowed, second.levels[0]?.used], [true, 2])
        isLeft(second.levels[0]?.resetMillis, 20_000)
        yield* advance(20_000 - slackMillis)
        const third = yield* take([bucket])
        deepStrictEqual([third.allowed, third.levels[0]?.used], [false, 2])
        isLeft(third.levels[0]?.resetMillis, slackMillis)
        yield* advance(slackMillis)
        const fourth = yield* take([bucket])
        deepStrictEqual([fourth.allowed, fourth.levels[0]?.used], [true, 1])
        isLeft(fourth.levels[0]?.resetMillis, minute)
      })
    )

    promise("take does not extend a window by what it refuses", (advance) =>
      Effect.gen(function* () {
        const bucket = { key: "a", limit: 1 }
        yield* take([bucket])
        for (let step = 0; step < 5; step++) {
          yield* advance(11_000)
          strictEqual(yield* allowed([bucket]), false)
        }
        yield* advance(5_000)
        strictEqual(yield* allowed([bucket]), true)
      })
    )

    promise("take takes from all buckets or from none, and gives the state of each in their order", () =>
      Effect.gen(function* () {
        const [wide, narrow] = [
          { key: "wide", limit: 9 },
          { key: "narrow", limit: 1 }
        ]
        const first = yield* take([wide, narrow])
        deepStrictEqual(
          first.levels.map((state) => state.used),
          [1, 1]
        )
        yield* take([wide])
        const refused = yield* take([wide, narrow])
        deepStrictEqual([refused.allowed, refused.levels.length, refused.levels[1]?.used], [false, 2, 1])
        deepStrictEqual([yield* used("wide"), yield* used("narrow")], [2, 1])
        strictEqual(yield* allowed([narrow, wide]), false)
        deepStrictEqual([yield* used("wide"), yield* used("narrow")], [2, 1])
        strictEqual(yield* allowed([wide]), true)
      })
    )

    promise("take counts several at once or none of them; fewer may pass after it", () =>
      Effect.gen(function* () {
        const bucket = { key: "a", limit: 10 }
        deepStrictEqual([yield* allowed([bucket], 7), yield* used("a")], [true, 7])
        deepStrictEqual([yield* allowed([bucket], 4), yield* used("a")], [false, 7])
        deepStrictEqual([yield* allowed([bucket], 4), yield* used("a")], [false, 7])
        deepStrictEqual([yield* allowed([bucket], 3), yield* used("a")], [true, 10])
        deepStrictEqual([yield* allowed([bucket], 1), yield* used("a")], [false, 10])
      })
    )

    promise("take of no bucket is allowed", () =>
      Effect.map(take([]), (taken) => deepStrictEqual(taken, { allowed: true, levels: [] }))
    )

    promise("take of concurrent callers takes exactly the limit", () =>
      Effect.gen(function* () {
        const takes = Array.from({ length: 200 }, () => allowed([{ key: "a", limit: 50 }]))
        const results = yield* Effect.all(takes, { concurrency: "unbounded" })
        strictEqual(results.filter((isAllowed) => isAllowed).length, 50)
        strictEqual(yield* used("a"), 50)
      })
    )

    promise("windows of two lengths are counted apart", () =>
      Effect.gen(function* () {
        const bucket = { key: "a", limit: 1 }
        strictEqual(yield* allowed([bucket]), true)
        strictEqual(yield* allowed([bucket], 1, 3_600_000), true)
        strictEqual(yield* allowed([bucket]), false)
        isLeft((yield* level("a", 3_600_000)).resetMillis, 3_600_000)
        isLeft((yield* level("a")).resetMillis, minute)
      })
    )

    promise(
      "level only looks: of a bucket without a window nothing is used, and a window would last its whole length",
      () =>
        Effect.gen(function* () {
          deepStrictEqual(yield* level("a"), { used: 0, resetMillis: minute })
          deepStrictEqual(yield* level("a"), { used: 0, resetMillis: minute })
          yield* take([{ key: "a", limit: Number.MAX_SAFE_INTEGER }])
          strictEqual(yield* used("a"), 1)
          strictEqual(yield* used("a"), 1)
        })
    )
  })
}
