import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Option, Redacted } from "effect"
import { secretOf } from "../../src/domain/Credential.ts"
import { describeIssues } from "../../src/domain/Issues.ts"
import { oneOf } from "../../src/domain/OneOf.ts"
import { refusal } from "./refusal.ts"

describe("One of several words", () => {
  const Color = oneOf("red", "green", "blue")

  it("is one of them, and what is none is told which there are and what was sent", () => {
    strictEqual(refusal(Color, "green"), undefined)
    strictEqual(refusal(Color, "Red"), 'must be red, green or blue; you sent "Red"')
    strictEqual(refusal(Color, ""), 'must be red, green or blue; you sent ""')
    strictEqual(refusal(Color, 5), "must be red, green or blue; you sent number")
    strictEqual(refusal(Color, null), "must be red, green or blue; you sent object")
    strictEqual(refusal(oneOf("red"), "blue"), 'must be red; you sent "blue"')
    strictEqual(refusal(oneOf("red", "green"), "blue"), 'must be red or green; you sent "blue"')
  })

  it("repeats the beginning only of what was sent, in whole characters", () => {
    strictEqual(refusal(Color, "x".repeat(100)), `must be red, green or blue; you sent "${"x".repeat(40)}"`)
    strictEqual(refusal(Color, "x".repeat(39) + "🧬🧬")?.isWellFormed(), true)
  })
})

describe("The words of a refusal", () => {
  const issue = (path: ReadonlyArray<PropertyKey>, message: string) => ({ _tag: "Type", path, message }) as const

  it("name each field once, with its first issue", () => {
    strictEqual(
      describeIssues([
        issue(["category"], "must be topic, experience or question"),
        issue(["category"], "Expected undefined"),
        issue(["diseaseIds", 2], "must be a number")
      ]),
      "category must be topic, experience or question; diseaseIds.2 must be a number"
    )
  })

  it("never repeat what was sent, nor name a type of ours", () => {
    const told = describeIssues([
      issue([], 'Expected Login, actual ["my password"]'),
      issue(["ids"], 'Expected ReadonlyArray<int & Brand<"PostId">>, actual "my key"'),
      issue(["read"], 'Expected boolean, actual "my\nkey"')
    ])
    strictEqual(told, "the body must be a JSON object; ids must be a list; read: Expected boolean")
  })

  it("are short, whatever was sent", () => {
    const told = describeIssues([issue(["x".repeat(1000)], "y".repeat(1000)), issue(["ok"], "z".repeat(199) + "🧬🧬")])
    strictEqual(told.length < 1000, true)
    strictEqual(told.isWellFormed(), true)
  })
})

describe("The secret of an Authorization header", () => {
  const shown = (header: string | undefined) => Option.map(secretOf(header), Redacted.value)

  it("is what follows Bearer or ApiKey, in any case", () => {
    for (const header of ["Bearer abc", "bearer abc", "BEARER  abc "]) {
      deepStrictEqual(shown(header), Option.some("abc"), header)
    }
    for (const header of ["Bearer rdc_abc", "ApiKey rdc_abc", "apikey rdc_abc", "APIKEY  rdc_abc "]) {
      deepStrictEqual(shown(header), Option.some("rdc_abc"), header)
    }
  })

  it("is none without a header, and one that opens nothing in any other", () => {
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

  it("is shown in no log", () => {
    strictEqual(String(Option.getOrUndefined(secretOf("Bearer abc"))), "<redacted>")
  })
})
