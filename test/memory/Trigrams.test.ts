import { expect, it } from "@effect/vitest"
import { similarity, trigramsOf, wordSimilarity, wordsOf } from "../../src/memory/Trigrams.ts"

const trigrams = (text: string) => trigramsOf(wordsOf(text))

it("takes words apart as pg_trgm does", () => {
  expect(trigrams("ab")).toEqual(["  a", " ab", "ab "])
  expect(trigrams("x-y")).toEqual(["  x", " x ", "  y", " y "])
  expect(trigrams("--")).toEqual([])
})

// What PostgreSQL answers to `select word_similarity(…)`.
it.each([
  ["word", "two words", 0.8],
  ["marfan", "marfan syndrome", 1],
  ["maphan", "marfan syndrome", 2 / 7],
  ["hutchinson gilford", "hutchinson-gilford progeria", 1],
  ["zebra", "marfan syndrome", 0]
])("says how like %s is to a part of %s", (query, text, expected) => {
  expect(wordSimilarity(new Set(trigrams(query)), trigrams(text))).toBeCloseTo(expected, 6)
})

it("says how like whole texts are", () => {
  const of = (one: string, other: string) => similarity(new Set(trigrams(one)), new Set(trigrams(other)))
  expect(of("word", "word")).toBe(1)
  expect(of("word", "two words")).toBeCloseTo(4 / 11, 6)
  expect(of("", "")).toBe(0)
})
