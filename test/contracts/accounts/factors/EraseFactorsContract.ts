import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Option } from "effect"
import { ErasureRepo } from "../../../../src/ports/accounts/ErasureRepo.ts"
import { PasskeysRepo } from "../../../../src/ports/accounts/PasskeysRepo.ts"
import { SecondFactorsRepo } from "../../../../src/ports/accounts/SecondFactorsRepo.ts"
import { Transaction } from "../../../../src/ports/Transaction.ts"
import type { Storage } from "../../../support/Storage.ts"
import { moment, newUser, untilFree } from "../../newRows.ts"
import { newApp, newChallenge, newPasskey } from "./newFactors.ts"

/** The contract of `ErasureRepo` for passkeys and second factors. */
export const eraseFactorsContract = (adapter: string, storage: Storage) =>
  layer(Layer.orDie(storage))(`${adapter}: ErasureRepo, factors`, (it) => {
    it.effect("ErasureRepo.erase leaves no passkey, app, recovery code or challenge of the member, and others'", () =>
      Effect.gen(function* () {
        const [repo, { atomically }] = [yield* ErasureRepo, yield* Transaction]
        const [passkeys, apps] = [yield* PasskeysRepo, yield* SecondFactorsRepo]
        const withFactors = Effect.gen(function* () {
          const id = yield* newUser()
          yield* newApp(id, ["first"])
          const userId = Option.some(id)
          const passkey = yield* newPasskey(id)
          return { id, passkey, challenge: yield* newChallenge({ purpose: "code", userId }) }
        })
        const [ada, bob] = [yield* withFactors, yield* withFactors]
        yield* untilFree(atomically(repo.erase(ada.id, "delete")))
        assertNone(yield* passkeys.byCredential(ada.passkey.credentialId))
        deepStrictEqual(yield* passkeys.ofMember(ada.id), [])
        assertNone(yield* apps.find(ada.id))
        strictEqual(yield* apps.recoveryCodesLeft(ada.id), 0)
        const challengeOf = ({ challenge }: typeof ada) => passkeys.challengeOf("code", challenge.hash, moment)
        assertNone(yield* challengeOf(ada))
        deepStrictEqual([(yield* passkeys.ofMember(bob.id)).length, yield* apps.recoveryCodesLeft(bob.id)], [1, 1])
        strictEqual(Option.isSome(yield* challengeOf(bob)), true)
        yield* newPasskey(bob.id, { credentialId: ada.passkey.credentialId })
      })
    )
  })
