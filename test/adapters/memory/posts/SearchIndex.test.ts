import { expect, it } from "@effect/vitest"
import { lexemePositions, queryOf } from "@rare-disease-community/text/Lexemes"
import { matches, postIndex } from "../../../../src/adapters/memory/posts/SearchIndex.ts"

const post =
  (title: string, content: string, ...comments: ReadonlyArray<string>) =>
  (search: string) =>
    matches(
      [postIndex(title, content), ...comments.map((comment) => lexemePositions(comment, "content"))],
      queryOf(search)
    )

it("SearchIndex.matches ignores case, accents and English endings", () => {
  const finds = post("Tiredness after meals", "We measured it with Dr Müller.")
  expect(finds("MEASURING muller")).toBe(true)
  expect(finds("tired")).toBe(true)
  expect(finds("measurements doctor")).toBe(false)
})

it("SearchIndex.matches completes the last word, and no other", () => {
  const finds = post("Marfan syndrome", "")
  expect(finds("syndrome mar")).toBe(true)
  expect(finds("mar syndrome")).toBe(false)
})

it("SearchIndex.matches finds each word in another text of the post", () => {
  const finds = post("A question", "about sleep", "Try magnesium.", "Or a diary.")
  expect(finds("question sleep diary magnesium")).toBe(true)
  expect(finds("question sleep caffeine")).toBe(false)
})

it("SearchIndex.matches finds any part of a text without spaces", () => {
  const finds = post("马凡综合征的治疗", "")
  expect(finds("马凡")).toBe(true)
  expect(finds("综合征")).toBe(true)
  expect(finds("征")).toBe(true)
  expect(finds("马综")).toBe(false)
})

it("SearchIndex.matches finds no phrase that spans title and content, or two texts", () => {
  expect(post("马凡", "综合征")("马凡综合征")).toBe(false)
  expect(post("马凡", "", "综合征")("凡综")).toBe(false)
  expect(post("马凡", "综合征")("马凡 综合征")).toBe(true)
})

it("SearchIndex.matches finds nothing for a search without words", () => {
  expect(post("?!", "…")("?!")).toBe(false)
  expect(post("anything", "at all")("")).toBe(false)
})

it("SearchIndex.postIndex stores the first 255 positions of a word, and all later words", () => {
  const index = postIndex("", `${"again ".repeat(400)}finally`)
  expect(index.get("again")).toHaveLength(255)
  expect(matches([index], queryOf("finally"))).toBe(true)
})
