import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { eponymCandidates, unspacedCandidates } from "../../src/texts/NameCandidates.ts"

describe("Name candidates", () => {
  it("eponymCandidates gives names of people that do not begin a sentence, and possessives", () => {
    const names = (text: string) => eponymCandidates(text).map(({ written }) => written)
    deepStrictEqual(names("It is Marfan, they say. Splints help. Gaucher\u2019s (type 1)"), ["Marfan", "Gaucher"])
    deepStrictEqual(names("We saw Dr. Wilson and Mrs Turner. MFS? He CAN walk"), [])
    deepStrictEqual(eponymCandidates("With Tay-Sachs!"), [
      { from: 1, to: 2, written: "Tay-Sachs", keys: ["tay-sachs syndrome", "tay-sachs disease"] }
    ])
  })

  it("unspacedCandidates gives every run of characters in a script without spaces", () => {
    deepStrictEqual(
      unspacedCandidates("MFS 马凡症。").map(({ keys: [key] }) => key),
      ["马凡", "马凡症", "凡症"]
    )
    for (const { from, to } of unspacedCandidates("患有马凡综合征 今年三岁"))
      assertTrue(from < to && to < Math.floor(from) + 1)
    deepStrictEqual(unspacedCandidates("Marfan syndrome"), [])
  })
})
