import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { contentLexemes, contentWords } from "../../src/domain/ContentWords.ts"
import { eponymCandidates, unspacedCandidates } from "../../src/domain/NamesWithin.ts"

const written = (text: string) => contentWords(text).map(({ written }) => written)

const meet = (one: string, other: string) => {
  const lexemes = new Set(contentWords(one).flatMap(({ lexemes }) => lexemes))
  return contentLexemes(other).some((word) => word.some((lexeme) => lexemes.has(lexeme)))
}

describe("The words that say what a text is about", () => {
  it("are told as they are written first, each once, whatever its form or spelling", () => {
    deepStrictEqual(written("Her Lens; the LENSES of the lens. A tumour, two tumors"), ["Lens", "tumour"])
    deepStrictEqual(written("We don't know what they'd do with it, or https://example.org/lens"), [])
  })

  it("meet other forms and spellings of theirs, both ways", () => {
    const pairs = [
      ["lens", "lenses"],
      ["diagnosis", "diagnosed"],
      ["diagnoses", "diagnosis"],
      ["child", "children"],
      ["feet", "foot"],
      ["anaemia", "anemia"],
      ["oesophagus", "esophagus"],
      ["paediatric", "pediatric"],
      ["tumors", "tumour"],
      ["seizures", "seizure"]
    ] as const
    for (const [one, other] of pairs) assertTrue(meet(one, other) && meet(other, one), `${one}, ${other}`)
    assertTrue(!meet("lens", "length") && !meet("foot", "food"))
  })

  it("are in the index of the text itself, whatever the text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zéüß马凡病 '.,-]*$/), (text) => {
        const lexemes = new Set(contentLexemes(text).flat())
        assertTrue(contentWords(text).every((word) => word.lexemes.some((lexeme) => lexemes.has(lexeme))))
      })
    )
  })
})

describe("A name within a text", () => {
  it("is a person's that does not begin a sentence, or has something", () => {
    const names = (text: string) => eponymCandidates(text).map(({ written }) => written)
    deepStrictEqual(names("It is Marfan, they say. Splints help. Gaucher\u2019s (type 1)"), ["Marfan", "Gaucher"])
    deepStrictEqual(names("We saw Dr. Wilson and Mrs Turner. MFS? He CAN walk"), [])
    deepStrictEqual(eponymCandidates("With Tay-Sachs!"), [
      { from: 1, to: 2, written: "Tay-Sachs", keys: ["tay-sachs syndrome", "tay-sachs disease"] }
    ])
  })

  it("is any run of characters where there are no spaces", () => {
    deepStrictEqual(
      unspacedCandidates("MFS 马凡症。").map(({ keys: [key] }) => key),
      ["马凡", "马凡症", "凡症"]
    )
    for (const { from, to } of unspacedCandidates("患有马凡综合征 今年三岁"))
      assertTrue(from < to && to < Math.floor(from) + 1)
    deepStrictEqual(unspacedCandidates("Marfan syndrome"), [])
  })
})
