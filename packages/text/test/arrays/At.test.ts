import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual, throws } from "@effect/vitest/utils"
import { at, last } from "../../src/arrays/At.ts"
import { packTexts, textAt } from "../../src/arrays/PackedTexts.ts"

describe("at", () => {
  it("gives an element of a list or of packed numbers, also zero and the empty text", () => {
    strictEqual(at(["", "one"], 0), "")
    strictEqual(at(Uint16Array.of(3, 0), 1), 0)
    strictEqual(last(Float32Array.of(1, 2)), 2)
  })

  it("names the place and the length where there is no such element", () => {
    throws(() => at(Uint16Array.of(3, 0), 2), new RangeError("no element 2 in an array of 2"))
    throws(() => at(["one"], -1), new RangeError("no element -1 in an array of 1"))
    throws(() => last([]), new RangeError("no element -1 in an array of 0"))
  })
})

describe("textAt", () => {
  it("throws for a place without a text, where a plain read would give all texts", () => {
    const texts = packTexts(["one", "", "two"])
    deepStrictEqual(
      [0, 1, 2].map((place) => textAt(texts, place)),
      ["one", "", "two"]
    )
    throws(() => textAt(texts, 3), new RangeError("no element 3 in an array of 3"))
    throws(() => textAt(texts, -1), new RangeError("no element -1 in an array of 3"))
  })
})
