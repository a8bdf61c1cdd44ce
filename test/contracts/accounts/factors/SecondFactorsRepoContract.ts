import { layer } from "@effect/vitest"
import { assertNone, assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { noSecondFactor, type StoredSecondFactor } from "../../../../src/domain/accounts/SecondFactor.ts"
import { SecondFactorsRepo } from "../../../../src/ports/accounts/SecondFactorsRepo.ts"
import { Transaction } from "../../../../src/ports/Transaction.ts"
import { atOnce } from "../../../support/AtOnce.ts"
import type { Storage } from "../../../support/Storage.ts"
import { moment, newUser } from "../../newRows.ts"
import { enabledApp, newApp } from "./newFactors.ts"

const full: StoredSecondFactor = {
  secret: Option.some(Redacted.make("JBSWY3DPEHPK3PXP")),
  enabledAt: Option.some(moment),
  lastStep: 59_012_345,
  pendingSecret: Option.some(Redacted.make("GEZDGNBVGY3TQOJQ")),
  pendingUntil: Option.some(DateTime.add(moment, { hours: 1 })),
  wrongCodes: 9,
  wrongSince: Option.some(DateTime.add(moment, { millis: 1 })),
  closedUntil: Option.some(DateTime.add(moment, { days: 1 }))
}

/** With the texts of the secrets, which are equal for `deepStrictEqual` while they are redacted. */
const shown = ({ pendingSecret, secret, ...others }: StoredSecondFactor) => ({
  ...others,
  secret: Option.map(secret, Redacted.value),
  pendingSecret: Option.map(pendingSecret, Redacted.value)
})

/** The contract of `SecondFactorsRepo`. */
export const secondFactorsRepoContract = (adapter: string, storage: Storage) =>
  layer(Layer.orDie(storage))(`${adapter}: SecondFactorsRepo`, (it) => {
    it.effect("SecondFactorsRepo.put stores all that is known of an app, in place of what was", () =>
      Effect.gen(function* () {
        const { find, put } = yield* SecondFactorsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        for (const factor of [full, noSecondFactor, enabledApp]) {
          yield* put(ada, factor)
          const found = yield* Effect.flatten(find(ada))
          deepStrictEqual(shown(found), shown(factor))
        }
        assertNone(yield* find(bob))
      })
    )

    it.effect("SecondFactorsRepo.lock makes transactions that change one app come one after the other", () =>
      Effect.gen(function* () {
        const { find, lock, put } = yield* SecondFactorsRepo
        const { atomically } = yield* Transaction
        const ada = yield* newUser()
        assertNone(yield* atomically(lock(ada)))
        yield* put(ada, enabledApp)
        const count = Effect.gen(function* () {
          const factor = yield* Effect.flatten(lock(ada))
          yield* put(ada, { ...factor, wrongCodes: factor.wrongCodes + 1 })
        })
        yield* Effect.forEach(Array.range(1, 8), () => atomically(count), atOnce)
        strictEqual((yield* Effect.flatten(find(ada))).wrongCodes, 8)
      })
    )

    it.effect("SecondFactorsRepo.takeRecoveryCode takes a code of the member once, and tells that it was used", () =>
      Effect.gen(function* () {
        const { recoveryCodesLeft, takeRecoveryCode } = yield* SecondFactorsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        yield* newApp(ada, ["first", "second", "third"])
        yield* newApp(bob, ["first"])
        const taken = yield* Effect.forEach(Array.range(1, 4), () => takeRecoveryCode(ada, "second"), atOnce)
        deepStrictEqual(taken.sort(), ["taken", "used", "used", "used"])
        strictEqual(yield* takeRecoveryCode(ada, "second"), "used")
        strictEqual(yield* takeRecoveryCode(ada, "fourth"), "unknown")
        deepStrictEqual([yield* recoveryCodesLeft(ada), yield* recoveryCodesLeft(bob)], [2, 1])
      })
    )

    it.effect("SecondFactorsRepo.setRecoveryCodes ends the codes of before", () =>
      Effect.gen(function* () {
        const { recoveryCodesLeft, setRecoveryCodes, takeRecoveryCode } = yield* SecondFactorsRepo
        const ada = yield* newUser()
        yield* newApp(ada, ["first", "second", "third"])
        yield* setRecoveryCodes(ada, ["third", "fourth"])
        strictEqual(yield* recoveryCodesLeft(ada), 2)
        deepStrictEqual(yield* Effect.forEach(["first", "third", "fourth"], (hash) => takeRecoveryCode(ada, hash)), [
          "unknown",
          "taken",
          "taken"
        ])
        yield* setRecoveryCodes(ada, [])
        strictEqual(yield* recoveryCodesLeft(ada), 0)
      })
    )

    it.effect("SecondFactorsRepo.remove removes the app with its codes, once, and no other member's", () =>
      Effect.gen(function* () {
        const { find, put, recoveryCodesLeft, remove, takeRecoveryCode } = yield* SecondFactorsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        yield* newApp(ada, ["first"])
        yield* newApp(bob, ["first"])
        deepStrictEqual([yield* remove(ada), yield* remove(ada)], [true, false])
        assertNone(yield* find(ada))
        assertSome(yield* find(bob), enabledApp)
        yield* put(ada, enabledApp)
        deepStrictEqual([yield* takeRecoveryCode(ada, "first"), yield* recoveryCodesLeft(bob)], ["unknown", 1])
      })
    )
  })
