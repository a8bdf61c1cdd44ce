import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer, TestClock } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { StatisticsRepo } from "../../src/ports/StatisticsRepo.ts"
import { Statistics } from "../../src/services/Statistics.ts"
import { newUser } from "../contracts/newRows.ts"

const community = Layer.provideMerge(Statistics.layer, Memory.layer)

const joined = Effect.flatMap(DateTime.now, (createdAt) => newUser({ createdAt }))

const users = Effect.flatMap(Statistics, ({ now }) =>
  Effect.map(now, ({ activeUsers30d, users }) => [users, activeUsers30d])
)

describe("Statistics", () => {
  it.effect("now counts the active members every 30 seconds, and all else at each call", () =>
    Effect.gen(function* () {
      yield* joined
      deepStrictEqual(yield* users, [1, 1])
      yield* joined
      yield* TestClock.adjust("29999 millis")
      deepStrictEqual(yield* users, [2, 1])
      yield* TestClock.adjust("1 millis")
      deepStrictEqual(yield* users, [2, 2])
      yield* TestClock.adjust("31 days")
      deepStrictEqual(yield* users, [2, 0])
    }).pipe(Effect.provide(community))
  )

  it.effect("now counts the active members again after a count failed", () =>
    Effect.gen(function* () {
      let counts = 0
      const flaky = Layer.effect(
        StatisticsRepo,
        Effect.map(StatisticsRepo, (real) =>
          StatisticsRepo.of({
            ...real,
            active: (since) => (++counts === 1 ? Effect.dieMessage("away") : real.active(since))
          })
        )
      ).pipe(Layer.provideMerge(Memory.layer))
      yield* Effect.gen(function* () {
        yield* joined
        strictEqual((yield* Effect.exit(users))._tag, "Failure")
        deepStrictEqual(yield* users, [1, 1])
        deepStrictEqual(yield* users, [1, 1])
        strictEqual(counts, 2)
      }).pipe(Effect.provide(Layer.provideMerge(Statistics.layer, flaky)))
    })
  )
})
