import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, Effect, Either, Layer, Option, TestClock } from "effect"
import * as RateLimitStoreMemory from "../../src/adapters/node/RateLimitStoreMemory.ts"
import type { LimitScope } from "../../src/domain/Limits.ts"
import { RateLimitStore } from "../../src/ports/RateLimitStore.ts"
import { RateLimits } from "../../src/services/RateLimits.ts"

/** Provides rate limits of a test's own. */
const limited = (variables: Readonly<Record<string, string>>) =>
  Effect.provide(
    RateLimits.layer.pipe(
      Layer.provideMerge(RateLimitStoreMemory.layer),
      Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
    )
  )

const admit = (scopes: ReadonlyArray<LimitScope>, subject = "user 1") =>
  Effect.map(
    Effect.flatMap(RateLimits, (limits) => limits.admit(scopes, subject)),
    Option.map(({ limit, remaining, resetSeconds }) => ({ limit, remaining, resetSeconds }))
  )

/** The seconds to wait; 0 for an admitted request. */
const wait = (scopes: ReadonlyArray<LimitScope>, subject?: string) =>
  Effect.map(Effect.either(admit(scopes, subject)), (answer) =>
    Either.isLeft(answer) && answer.left._tag === "TooManyRequests" ? answer.left.retryAfterSeconds : 0
  )

describe("RateLimits.admit", () => {
  it.effect("starts a window with its first request and ends it 60 seconds later, to the millisecond", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("12345 millis")
      const first = yield* admit(["read"])
      deepStrictEqual(first, Option.some({ limit: 2, remaining: 1, resetSeconds: 60 }))
      yield* TestClock.adjust("40 seconds")
      const second = yield* admit(["read"])
      deepStrictEqual(second, Option.some({ limit: 2, remaining: 0, resetSeconds: 20 }))
      yield* TestClock.adjust("19999 millis")
      strictEqual(yield* wait(["read"]), 1)
      yield* TestClock.adjust("1 millis")
      deepStrictEqual(yield* admit(["read"]), Option.some({ limit: 2, remaining: 1, resetSeconds: 60 }))
    }).pipe(limited({ RATE_LIMIT_READ: "2" }))
  )

  it.effect("counts a refused request in no window", () =>
    Effect.gen(function* () {
      yield* admit(["write"])
      for (let second = 59; second > 0; second--) {
        yield* TestClock.adjust("1 seconds")
        strictEqual(yield* wait(["write"]), second)
      }
      yield* TestClock.adjust("1 seconds")
      deepStrictEqual(yield* admit(["write"]), Option.some({ limit: 1, remaining: 0, resetSeconds: 60 }))
    }).pipe(limited({ RATE_LIMIT_WRITE: "1" }))
  )

  it.effect("counts each subject and each scope in a window of its own", () =>
    Effect.gen(function* () {
      deepStrictEqual(
        [
          yield* wait(["read"]),
          yield* wait(["read"]),
          yield* wait(["read"], "user 2"),
          yield* wait(["write"]),
          yield* wait(["read"], "192.0.2.1")
        ],
        [0, 60, 0, 0, 0]
      )
    }).pipe(limited({ RATE_LIMIT_READ: "1", RATE_LIMIT_WRITE: "1" }))
  )

  it.effect("charges two scopes together or not at all", () =>
    Effect.gen(function* () {
      yield* admit(["write", "post"])
      strictEqual(yield* wait(["write", "post"]), 60)
      strictEqual(yield* wait(["post", "write"]), 60)
      deepStrictEqual(yield* admit(["write"]), Option.some({ limit: 3, remaining: 1, resetSeconds: 60 }))
    }).pipe(limited({ RATE_LIMIT_WRITE: "3", RATE_LIMIT_POST: "1" }))
  )

  it.effect(
    "of two scopes reports the one with the least left, and of two that are used up the one that ends last",
    () =>
      Effect.gen(function* () {
        yield* admit(["write"])
        yield* TestClock.adjust("10 seconds")
        deepStrictEqual(yield* admit(["write", "post"]), Option.some({ limit: 1, remaining: 0, resetSeconds: 60 }))
        strictEqual(yield* wait(["write"]), 0)
        strictEqual(yield* wait(["write"]), 50)
        strictEqual(yield* wait(["write", "post"]), 60)
      }).pipe(limited({ RATE_LIMIT_WRITE: "3", RATE_LIMIT_POST: "1" }))
  )

  it.effect("ignores a scope whose limit is off", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* admit(["write", "post"]), Option.some({ limit: 1, remaining: 0, resetSeconds: 60 }))
      strictEqual(yield* wait(["write", "post"]), 60)
      for (let count = 0; count < 200; count++) deepStrictEqual(yield* admit(["write", "comment"]), Option.none())
    }).pipe(limited({ RATE_LIMIT_WRITE: "0", RATE_LIMIT_COMMENT: "0", RATE_LIMIT_POST: "1" }))
  )
})

describe("RateLimits without variables", () => {
  for (const [scope, limit] of [
    ["read", 120],
    ["write", 30],
    ["auth", 10],
    ["post", 30],
    ["comment", 30]
  ] as const) {
    it.effect(`admits ${limit} requests a minute for ${scope}`, () =>
      Effect.gen(function* () {
        for (let count = 0; count < limit; count++) strictEqual(yield* wait([scope]), 0)
        strictEqual(yield* wait([scope]), 60)
      }).pipe(limited({}))
    )
  }
})

describe("RateLimits.loginFailed", () => {
  const closed = (email: string) =>
    Effect.flatMap(RateLimits, ({ loginsClosed }) =>
      Effect.map(
        loginsClosed(email),
        Option.match({ onNone: () => 0, onSome: ({ retryAfterSeconds }) => retryAfterSeconds })
      )
    )
  const fail = (email: string, times: number) =>
    Effect.flatMap(RateLimits, ({ loginFailed }) => Effect.repeatN(loginFailed(email), times - 1))

  it.effect("closes an email at the thirtieth failure within an hour, until the hour is over", () =>
    Effect.gen(function* () {
      yield* fail("maria", 1)
      yield* TestClock.adjust("30 minutes")
      yield* fail("maria", 28)
      strictEqual(yield* closed("maria"), 0)
      yield* fail("maria", 1)
      strictEqual(yield* closed("maria"), 1800)
      strictEqual(yield* closed("marie"), 0)
      yield* fail("maria", 100)
      yield* TestClock.adjust("1799999 millis")
      strictEqual(yield* closed("maria"), 1)
      yield* TestClock.adjust("1 millis")
      strictEqual(yield* closed("maria"), 0)
      yield* fail("maria", 29)
      strictEqual(yield* closed("maria"), 0)
    }).pipe(limited({}))
  )

  it.effect("counts apart from the limits of the minute", () =>
    Effect.gen(function* () {
      yield* fail("maria", 30)
      strictEqual(yield* wait(["auth"], "maria"), 0)
    }).pipe(limited({}))
  )
})

describe("RateLimitStoreMemory", () => {
  const take = (key: string) =>
    Effect.map(
      Effect.flatMap(RateLimitStore, (store) => store.take(60_000, [{ key, limit: 1 }])),
      ({ allowed }) => allowed
    )
  const strangers = (count: number) =>
    Effect.forEach(
      Array.from({ length: count }, (_, index) => `${index}`),
      take
    )

  it.effect("forgets the oldest window when it has more than its bound, and no other", () =>
    Effect.gen(function* () {
      yield* take("oldest")
      yield* take("second")
      yield* strangers(RateLimitStoreMemory.maxBuckets - 2)
      const level = yield* Effect.flatMap(RateLimitStore, (store) => store.level(60_000, "oldest"))
      strictEqual(level.used, 1)
      assertTrue(yield* take("one more"))
      const [oldest, second] = yield* Effect.flatMap(RateLimitStore, (store) =>
        Effect.all([store.level(60_000, "oldest"), store.level(60_000, "second")])
      )
      deepStrictEqual([oldest.used, second.used], [0, 1])
    }).pipe(limited({}))
  )
})
