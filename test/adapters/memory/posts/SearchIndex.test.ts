import { expect, it } from "@effect/vitest"
import { matches, postIndex } from "../../../../src/adapters/memory/posts/SearchIndex.ts"
import { lexemePositions } from "../../../../src/text/LexemePositions.ts"
import { queryOf } from "../../../../src/text/Lexemes.ts"

const post =
  (title: string, content: string, ...comments: ReadonlyArray<string>) =>
  (search: string) =>
    matches(
      [postIndex(title, content), ...comments.map((comment) => lexemePositions(comment, "content"))],
      queryOf(search)
    )

it("finds a word whatever its case, accents or English ending", () => {
  const finds = post("Tiredness after meals", "We measured it with Dr Müller.")
  expect(finds("MEASURING muller")).toBe(true)
  expect(finds("tired")).toBe(true)
  expect(finds("measurements doctor")).toBe(false)
})

it("finds the last word half typed, and no other one", () => {
  const finds = post("Marfan syndrome", "")
  expect(finds("syndrome mar")).toBe(true)
  expect(finds("mar syndrome")).toBe(false)
})

it("finds each word in another text of the post", () => {
  const finds = post("A question", "about sleep", "Try magnesium.", "Or a diary.")
  expect(finds("question sleep diary magnesium")).toBe(true)
  expect(finds("question sleep caffeine")).toBe(false)
})

it("finds any part of a text that is written without spaces", () => {
  const finds = post("马凡综合征的治疗", "")
  expect(finds("马凡")).toBe(true)
  expect(finds("综合征")).toBe(true)
  expect(finds("征")).toBe(true)
  expect(finds("马综")).toBe(false)
})

it("finds no phrase that runs from the title into the content, or from one text into another", () => {
  expect(post("马凡", "综合征")("马凡综合征")).toBe(false)
  expect(post("马凡", "", "综合征")("凡综")).toBe(false)
  expect(post("马凡", "综合征")("马凡 综合征")).toBe(true)
})

it("finds nothing for a search without words", () => {
  expect(post("?!", "…")("?!")).toBe(false)
  expect(post("anything", "at all")("")).toBe(false)
})

it("keeps the first 255 positions of a word and still finds what stands after them", () => {
  const index = postIndex("", `${"again ".repeat(400)}finally`)
  expect(index.get("again")).toHaveLength(255)
  expect(matches([index], queryOf("finally"))).toBe(true)
})
