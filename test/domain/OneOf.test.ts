import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { oneOf } from "../../src/domain/Fields.ts"
import { refusal } from "./refusal.ts"

describe("oneOf", () => {
  const Color = oneOf("red", "green", "blue")

  it("takes a listed word, and refuses others with the list and the sent value", () => {
    strictEqual(refusal(Color, "green"), undefined)
    strictEqual(refusal(Color, "Red"), 'must be red, green or blue; you sent "Red"')
    strictEqual(refusal(Color, ""), 'must be red, green or blue; you sent ""')
    strictEqual(refusal(Color, 5), "must be red, green or blue; you sent 5")
    strictEqual(refusal(Color, null), "must be red, green or blue; you sent null")
    strictEqual(refusal(oneOf("red"), "blue"), 'must be red; you sent "blue"')
    strictEqual(refusal(oneOf("red", "green"), "blue"), 'must be red or green; you sent "blue"')
  })

  it("repeats only the beginning of the sent value, in whole characters", () => {
    strictEqual(refusal(Color, "x".repeat(100)), `must be red, green or blue; you sent "${"x".repeat(40)}"`)
    strictEqual(refusal(Color, "x".repeat(39) + "🧬🧬")?.isWellFormed(), true)
  })
})
