import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { editDistance } from "../src/EditDistance.ts"
import { type Fuzziness, FuzzyWords } from "../src/FuzzyWords.ts"

const word = FastCheck.string({ unit: FastCheck.constantFrom("a", "b", "c", "d"), minLength: 1, maxLength: 9 })

const nearIn = (words: ReadonlyArray<string>, typed: string, how: Omit<Fuzziness, "wordOf">) => {
  const fuzzy = new FuzzyWords({ ...how, wordOf: (place) => words[place] ?? "" })
  for (const [place, one] of words.entries()) fuzzy.add(one, place)
  const found: Array<readonly [word: number, errors: number]> = []
  fuzzy.near(typed, (place, errors) => found.push([place, errors]))
  return found.sort(([one], [other]) => one - other)
}

const within = (words: ReadonlyArray<string>, typed: string, most: number) =>
  words.map((one, place) => [place, editDistance(typed, one, most)] as const).filter(([, errors]) => errors <= most)

describe("FuzzyWords", () => {
  it("finds every word with at most so many typing errors, and no other", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(word), word, FastCheck.integer({ min: 0, max: 3 }), (words, typed, most) => {
        expect(nearIn(words, typed, { errorsOf: () => most })).toEqual(within(words, typed, most))
      })
    )
  })

  it("finds those with the same first letter only, where that is never wrong", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(word), word, (words, typed) => {
        const alike = within(words, typed, 2).filter(([place]) => words[place]?.charAt(0) === typed.charAt(0))
        expect(nearIn(words, typed, { errorsOf: () => 2, sameInitial: true })).toEqual(alike)
      })
    )
  })

  it("asks for the errors that a word of the typed length may have", () => {
    const errorsOf = (letters: number) => (letters < 5 ? 0 : 1)
    expect(nearIn(["marfan", "gene"], "marfen", { errorsOf })).toEqual([[0, 1]])
    expect(nearIn(["marfan", "gene"], "gane", { errorsOf })).toEqual([])
  })
})
