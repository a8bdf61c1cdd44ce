import { strictEqual } from "node:assert"
import { describe, it } from "@effect/vitest"
import { excerptOf, maxExcerptCodePoints } from "../src/Excerpt.ts"

describe("excerptOf", () => {
  it("gives a text that fits as it is", () => {
    strictEqual(excerptOf("four words fit here", 19), "four words fit here")
  })

  it("ends in … after a whole word where it cuts", () => {
    strictEqual(excerptOf("four words fit here not", 19), "four words fit…")
    strictEqual(excerptOf("four words fit not here", 15), "four words fit…")
  })

  it("cuts through a word that is longer than 40 characters", () => {
    strictEqual(excerptOf(`a ${"b".repeat(60)}`, 50), `a ${"b".repeat(47)}…`)
  })

  it("counts code points, and never cuts one in half", () => {
    strictEqual(excerptOf("🧬".repeat(maxExcerptCodePoints)), "🧬".repeat(maxExcerptCodePoints))
    strictEqual(excerptOf("🧬".repeat(maxExcerptCodePoints + 1)), `${"🧬".repeat(maxExcerptCodePoints - 1)}…`)
  })
})
