import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { describeIssues } from "../../src/domain/Issues.ts"

describe("describeIssues", () => {
  const issue = (path: ReadonlyArray<PropertyKey>, message: string) => ({ _tag: "Type", path, message }) as const

  it("names each field once, with its first issue", () => {
    strictEqual(
      describeIssues([
        issue(["category"], "must be topic, experience or question"),
        issue(["category"], "Expected undefined"),
        issue(["diseaseIds", 2], "must be a number")
      ]),
      "category must be topic, experience or question; diseaseIds.2 must be a number"
    )
  })

  it("repeats no sent value and names no type", () => {
    const told = describeIssues([
      issue(["ids"], 'Expected ReadonlyArray<int & Brand<"PostId">>, actual "my key"'),
      issue(["read"], 'Expected boolean, actual "my\nkey"')
    ])
    strictEqual(told, "ids must be a list; read must be true or false")
    const whole = describeIssues([issue([], 'Expected Login, actual ["my password"]')])
    strictEqual(whole, "the body must be a JSON object")
  })

  it("leaves out the other forms of a field where an item of it is wrong", () => {
    const told = describeIssues([
      issue(["ids", 0], "must be a number"),
      issue(["ids"], 'Expected null, actual ["my key"]'),
      issue(["ids"], "Expected undefined")
    ])
    strictEqual(told, "ids.0 must be a number")
  })

  it("is short for any input", () => {
    const told = describeIssues([issue(["x".repeat(1000)], "y".repeat(1000)), issue(["ok"], "z".repeat(199) + "🧬🧬")])
    strictEqual(told.length < 1000, true)
    strictEqual(told.isWellFormed(), true)
  })
})
