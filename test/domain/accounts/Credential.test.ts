import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Option, Redacted } from "effect"
import { secretOf } from "../../../src/domain/accounts/Credential.ts"

describe("secretOf", () => {
  const shown = (header: string | undefined) => Option.map(secretOf(header), Redacted.value)

  it("reads the secret after Bearer or ApiKey, in any case", () => {
    for (const header of ["Bearer abc", "bearer abc", "BEARER  abc "]) {
      deepStrictEqual(shown(header), Option.some("abc"), header)
    }
    for (const header of ["Bearer rdc_abc", "ApiKey rdc_abc", "apikey rdc_abc", "APIKEY  rdc_abc "]) {
      deepStrictEqual(shown(header), Option.some("rdc_abc"), header)
    }
  })

  it("gives none without a header, and an empty secret for any other scheme", () => {
    deepStrictEqual(secretOf(undefined), Option.none())
    for (const header of [
      "",
      " ",
      "Bearer",
      "Bearer ",
      "Bearerabc",
      "Basic abc",
      "abc",
      "Bearer a b",
      "ApiKey abc",
      "XBearer abc",
      "Bearer\tabc"
    ]) {
      deepStrictEqual(shown(header), Option.some(""), header)
    }
  })

  it("gives a secret that logs do not show", () => {
    strictEqual(String(Option.getOrUndefined(secretOf("Bearer abc"))), "<redacted>")
  })
})
