import { layer } from "@effect/vitest"
import { assertNone, assertSome, deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"

let last = 1_000_000

/** A budget that nothing has been counted in. */
const newBudget = (dailyWrites: number) => ({ id: ++last, dailyWrites })

/** The contract of `CredentialsRepo` for the daily budgets of keys. */
export const writeBudgetsContract = <E>(adapter: string, storage: Layer.Layer<CredentialsRepo, E>) =>
  layer(storage)(`${adapter}: CredentialsRepo, daily writes`, (it) => {
    it.effect("CredentialsRepo.takeWrite counts the writes of a day up to the budget, and from 0 the next day", () =>
      Effect.gen(function* () {
        const { takeWrite } = yield* CredentialsRepo
        const [budget, other] = [newBudget(2), newBudget(1)]
        assertSome(yield* takeWrite(budget, "2026-01-31"), 1)
        assertSome(yield* takeWrite(budget, "2026-01-31"), 2)
        assertNone(yield* takeWrite(budget, "2026-01-31"))
        assertSome(yield* takeWrite(other, "2026-01-31"), 1)
        assertSome(yield* takeWrite(budget, "2026-02-01"), 1)
        assertSome(yield* takeWrite(budget, "2026-02-01"), 2)
        assertNone(yield* takeWrite(budget, "2026-02-01"))
      })
    )

    it.effect("CredentialsRepo.takeWrite counts a day that has passed as the last one", () =>
      Effect.gen(function* () {
        const { takeWrite } = yield* CredentialsRepo
        const budget = newBudget(2)
        assertSome(yield* takeWrite(budget, "2026-02-01"), 1)
        assertSome(yield* takeWrite(budget, "2026-01-31"), 2)
        assertNone(yield* takeWrite(budget, "2026-02-01"))
      })
    )

    it.effect("CredentialsRepo.takeWrite counts together for keys that share a budget, each up to its own number", () =>
      Effect.gen(function* () {
        const { takeWrite } = yield* CredentialsRepo
        const budget = newBudget(3)
        assertSome(yield* takeWrite(budget, "2026-02-01"), 1)
        assertSome(yield* takeWrite({ ...budget, dailyWrites: 2 }, "2026-02-01"), 2)
        assertNone(yield* takeWrite({ ...budget, dailyWrites: 2 }, "2026-02-01"))
        assertSome(yield* takeWrite(budget, "2026-02-01"), 3)
      })
    )

    it.effect("CredentialsRepo.takeWrite lets no more than the budget through of concurrent calls", () =>
      Effect.gen(function* () {
        const { takeWrite } = yield* CredentialsRepo
        const budget = newBudget(5)
        const taken = yield* Effect.forEach(Array.range(1, 12), () => takeWrite(budget, "2026-02-01"), {
          concurrency: "unbounded"
        })
        deepStrictEqual(Array.getSomes(taken).sort(), [1, 2, 3, 4, 5])
        deepStrictEqual(taken.filter(Option.isNone).length, 7)
      })
    )

    it.effect("CredentialsRepo.forgetWrites forgets the days before, and no other", () =>
      Effect.gen(function* () {
        const { forgetWrites, takeWrite } = yield* CredentialsRepo
        const [old, present] = [newBudget(2), newBudget(2)]
        yield* takeWrite(old, "2025-01-30")
        yield* takeWrite(present, "2025-01-31")
        yield* forgetWrites("2025-01-31")
        assertSome(yield* takeWrite(old, "2025-01-30"), 1)
        assertSome(yield* takeWrite(present, "2025-01-31"), 2)
      })
    )
  })
