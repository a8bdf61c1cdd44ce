import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Redacted } from "effect"
import { PasswordHasher } from "../../../../src/ports/accounts/PasswordHasher.ts"

/** What every adapter of `PasswordHasher` does. */
export const passwordHasherContract = (name: string, adapter: Layer.Layer<PasswordHasher>) =>
  layer(adapter)(`PasswordHasher (${name})`, (it) => {
    it.effect("verify accepts the password that was hashed, and no other", () =>
      Effect.gen(function* () {
        const { hash, verify, verifyNobody } = yield* PasswordHasher
        const right = Redacted.make("correct horse battery staple")
        const stored = yield* hash(right)
        const tried = [right, Redacted.make("correct horse battery stapl"), Redacted.make("")]
        deepStrictEqual(yield* Effect.forEach(tried, (password) => verify(password, stored)), [true, false, false])
        yield* verifyNobody(right)
      })
    )

    it.effect("verify accepts a password whose letters another keyboard composes in another way", () =>
      Effect.gen(function* () {
        const { hash, verify } = yield* PasswordHasher
        const word = "Müller señor Ångström"
        const [composed, decomposed] = [word.normalize("NFC"), word.normalize("NFD")]
        strictEqual(yield* verify(Redacted.make(decomposed), yield* hash(Redacted.make(composed))), true)
        strictEqual(yield* verify(Redacted.make(composed), yield* hash(Redacted.make(decomposed))), true)
      })
    )

    it.effect("isOutdated is false for a new hash, and true for one of another kind", () =>
      Effect.gen(function* () {
        const { hash, isOutdated } = yield* PasswordHasher
        const stored = yield* hash(Redacted.make("a password"))
        deepStrictEqual([stored, "$2b$12$abcdefghijklmnopqrstuv"].map(isOutdated), [false, true])
      })
    )
  })
