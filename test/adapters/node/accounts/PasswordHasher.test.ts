import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as PasswordHasherArgon2 from "../../../../src/adapters/node/accounts/PasswordHasherArgon2.ts"
import * as PasswordHasherPlain from "../../../../src/adapters/node/accounts/PasswordHasherPlain.ts"
import { PasswordHasher } from "../../../../src/ports/accounts/PasswordHasher.ts"
import { passwordHasherContract } from "./PasswordHasherContract.ts"

passwordHasherContract("argon2", PasswordHasherArgon2.layer)
passwordHasherContract("plain", PasswordHasherPlain.layer)

describe("PasswordHasherArgon2", () => {
  it.effect(
    "isOutdated is true for less memory, fewer passes, another variant, and parameters that cannot be read",
    () =>
      Effect.gen(function* () {
        const { isOutdated } = yield* PasswordHasher
        const hashes = [
          "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
          "$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA",
          "$argon2id$v=19$m=19455,t=2,p=1$c2FsdA$aGFzaA",
          "$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA",
          "$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
          "$argon2id$v=19$c2FsdA$aGFzaA"
        ]
        deepStrictEqual(hashes.map(isOutdated), [false, false, true, true, true, true])
      }).pipe(Effect.provide(PasswordHasherArgon2.layer))
  )
})
