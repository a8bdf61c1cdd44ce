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

  it.effect("Secrets.oneTimeCode gives the last six digits of the vectors of RFC 6238 for SHA-1", () =>
    Effect.gen(function* () {
      const { oneTimeCode } = yield* Secrets
      const secret = Redacted.make("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ") // 12345678901234567890
      const vectors = [
        [59, "94287082"],
        [1_111_111_109, "07081804"],
        [1_111_111_111, "14050471"],
        [1_234_567_890, "89005924"],
        [2_000_000_000, "69279037"],
        [20_000_000_000, "65353130"]
      ] as const
      for (const [seconds, digits] of vectors) {
        strictEqual(oneTimeCode(secret, Math.floor(seconds / 30)), digits.slice(-6), `${seconds}`)
      }
    })
  )

  it.effect("Secrets.newOtpSecret has 160 bits in base 32, recovery codes have 80 in groups of four", () =>
    Effect.gen(function* () {
      const { newChallenge, newOtpSecret, newRecoveryCode } = yield* Secrets
      const drawn = yield* Effect.replicateEffect(Effect.all([newOtpSecret, newRecoveryCode, newChallenge]), 50)
      for (const [secret, code, challenge] of drawn) {
        assertTrue(/^[A-Z2-7]{32}$/.test(Redacted.value(secret)))
        assertTrue(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(Redacted.value(code)))
        strictEqual(Buffer.from(Redacted.value(challenge), "base64url").length, 32)
      }
      strictEqual(new Set(drawn.flat().map(Redacted.value)).size, 150)
    })
  )
})
