import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { eponymCandidates, nameCandidates, unspacedCandidates } from "../../src/texts/NameCandidates.ts"

const keysOf = (candidates: ReadonlyArray<{ readonly keys: ReadonlyArray<string> }>) =>
  new Set(candidates.flatMap(({ keys }) => keys))

describe("Name candidates of long texts", () => {
  it("are those of the first thousand characters of a script without spaces, and of the first thousand words", () => {
    const text = `${"马".repeat(999)}凡症${"病".repeat(20_000)}`
    assertTrue(keysOf(unspacedCandidates(text)).has("马凡症"))
    strictEqual(unspacedCandidates("马".repeat(20_000)).length, 11_000)
    deepStrictEqual(nameCandidates("ab ".repeat(6_000)), nameCandidates("ab ".repeat(1_000)))
  })

  it("count a character with its marks as one, however it is typed", () => {
    const thai = keysOf(unspacedCandidates("ที่นี่กลุ่มอาการมาร์แฟน"))
    assertTrue(thai.has("มาร์แฟน"))
    deepStrictEqual(keysOf(unspacedCandidates("ﾏﾙﾌｧﾝ")), keysOf(unspacedCandidates("マルファン")))
    deepStrictEqual(keysOf(unspacedCandidates("が病")), keysOf(unspacedCandidates("か\u3099病")))
  })

  it("take no word above 120 characters for a name", () => {
    deepStrictEqual(eponymCandidates(`with A${"a".repeat(20_000)}'s`), [])
    deepStrictEqual(nameCandidates("x".repeat(20_000)), [])
    deepStrictEqual(nameCandidates(`a${"\u200b".repeat(20_000)}b`), [])
  })
})
