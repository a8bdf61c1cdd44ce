import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { lexemesOf } from "@rare-disease-community/text/Lexemes"
import { CommunityWords } from "../../../src/search/posts/CommunityWords.ts"

/** The words of texts, each with a number of times that it is there. */
const wordsOf = (texts: Readonly<Record<string, number>>) => {
  const counted = new Map<string, number>()
  for (const [text, times] of Object.entries(texts)) {
    for (const { lexeme } of lexemesOf(text)) counted.set(lexeme, (counted.get(lexeme) ?? 0) + times)
  }
  return new CommunityWords(Array.from(counted, ([lexeme, times]) => ({ lexeme, texts: times, times })))
}

describe("CommunityWords", () => {
  const words = wordsOf({ surgery: 9, surgeries: 1, walking: 3, walk: 2, brain: 40, train: 2, fatigue: 5, fatigued: 1 })

  it("finds the nearest word by typing errors and frequency, and never a mere stem", () => {
    const nearest = (typed: string) => words.nearest(typed)?.word
    deepStrictEqual(["surgey", "sugrery", "surgerie", "brian", "rain", "fatige", "wallk", "surgeri"].map(nearest), [
      "surgery",
      "surgery",
      "surgeries",
      "brain",
      "brain",
      "fatigue",
      "walk",
      "surgery"
    ])
    deepStrictEqual(["xyz", "bra", "hospital", "wlk"].map(nearest), [undefined, undefined, undefined, undefined])
  })

  it("counts the texts with any form of a word, and with the beginning of one that is half typed", () => {
    const texts = (word: string, halfTyped: boolean) => words.textsWithForms(word, halfTyped)
    deepStrictEqual([texts("surgeries", false), texts("walks", false), texts("hospital", true)], [10, 5, 0])
    deepStrictEqual([texts("fati", false), texts("fati", true)], [0, 12])
  })

  it("neither knows nor suggests a word that it has forgotten", () => {
    const some = wordsOf({ walking: 3, walked: 2, walker: 1, walrus: 1 })
    some.forget("walking")
    deepStrictEqual([some.textsWith("walking"), some.textsWith("walk")], [0, 5])
    deepStrictEqual([some.nearest("walkin")?.word, some.nearest("wallrus")?.word], [undefined, "walrus"])
    some.forget("walk", true)
    deepStrictEqual([some.textsWithForms("walk", true), some.nearest("walkr")?.word], [0, undefined])
    strictEqual(some.textsWithForms("walr", true) > 0, true)
  })
})
