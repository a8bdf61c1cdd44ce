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

  it("knows each form of a word, and the beginning of one that is half typed", () => {
    strictEqual(words.has("surgeries", false), true)
    strictEqual(words.has("walks", false), true)
    deepStrictEqual([words.has("fati", false), words.has("fati", true)], [false, true])
  })
})
