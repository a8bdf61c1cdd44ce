import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { contentLexemes, contentWords, questionWordsOf } from "../src/ContentWords.ts"

const written = (text: string) => contentWords(text).map(({ written }) => written)

const meet = (one: string, other: string) => {
  const lexemes = new Set(contentWords(one).flatMap(({ lexemes }) => lexemes))
  return contentLexemes(other).some((word) => word.some((lexeme) => lexemes.has(lexeme)))
}

describe("questionWordsOf", () => {
  const left = (search: string) => {
    const words = search.split(" ")
    const isQuestionWord = questionWordsOf(words)
    return words.filter((word) => !isQuestionWord(word)).join(" ")
  }

  it("leaves the content words of a question in English, German, French and Spanish", () => {
    deepStrictEqual(left("how do i bath my baby"), "bath baby")
    deepStrictEqual(left("wie bade ich mein Baby"), "bade Baby")
    deepStrictEqual(left("comment laver mon bébé"), "laver bébé")
    deepStrictEqual(left("cómo puedo bañar a mi bebé"), "bañar bebé")
    deepStrictEqual(left("Est-ce que vous connaissez un spécialiste"), "connaissez spécialiste")
  })

  it("leaves a word that only another language has among its question words", () => {
    deepStrictEqual(left("babies who die of it"), "babies die")
    deepStrictEqual(left("son war"), "son war")
  })
})

describe("contentWords", () => {
  it("gives each word once, as first written, for all its forms and spellings", () => {
    deepStrictEqual(written("Her Lens; the LENSES of the lens. A tumour, two tumors"), ["Lens", "tumour"])
    deepStrictEqual(written("We don't know what they'd do with it, or https://example.org/lens"), [])
  })

  it("matches other forms and spellings, in both directions", () => {
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

  it("gives lexemes that the index of the text has, for any text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zéüß马凡病 '.,-]*$/), (text) => {
        const lexemes = new Set(contentLexemes(text).flat())
        assertTrue(contentWords(text).every((word) => word.lexemes.some((lexeme) => lexemes.has(lexeme))))
      })
    )
  })
})
