import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"

/** The same text with another last character. */
const mistyped = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0")

layer(SecretsRandom.layer)("Secrets of this machine", (it) => {
  it.effect("are keys and tokens with a prefix and a checksum", () =>
    Effect.gen(function* () {
      const { hashOf, newApiKey, newToken } = yield* Secrets
      const [key, token] = [yield* newApiKey, yield* newToken]
      assertTrue(/^rdc_[0-9A-Za-z]{39}$/.test(Redacted.value(key)))
      assertTrue(/^rds_[0-9A-Za-z]{39}$/.test(Redacted.value(token)))
      strictEqual(hashOf(key)?.kind, "apiKey")
      strictEqual(hashOf(token)?.kind, "session")
      for (const secret of [key, token]) {
        strictEqual(hashOf(Redacted.make(mistyped(Redacted.value(secret)))), undefined)
        strictEqual(hashOf(Redacted.make(`${Redacted.value(secret)}0`)), undefined)
      }
    })
  )

  it.effect("include the tokens of an earlier version, which had no form", () =>
    Effect.gen(function* () {
      const { hashOf } = yield* Secrets
      strictEqual(hashOf(Redacted.make("3KKt7nZbV0p9Qw2sXc8dLm4rTyU6iOaFg"))?.kind, "session")
    })
  )

  it.effect("are found in texts between any other characters", () =>
    Effect.gen(function* () {
      const { kindIn, newApiKey, newToken } = yield* Secrets
      const [key, token] = [Redacted.value(yield* newApiKey), Redacted.value(yield* newToken)]
      for (const around of ["*", "xyz", "My key is ", "rdc_", `${mistyped(key)} `]) {
        strictEqual(kindIn(around + key + around), "apiKey", around)
        strictEqual(kindIn(around + token + around), "session", around)
      }
      for (const text of ["", "rdc_", "An API key begins with rdc_.", mistyped(key), mistyped(token), key.slice(1)]) {
        strictEqual(kindIn(text), undefined, text)
      }
    })
  )
})
