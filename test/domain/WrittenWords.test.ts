import { expect, it } from "@effect/vitest"
import { errorsAllowed, writtenWords } from "../../src/domain/WrittenWords.ts"

it("The written words of a text are its words of letters, folded, each once; not the shortest, and none without spaces", () => {
  expect(writtenWords("Ménière's syndrome, a SYNDROME of 22q11.2 in TPP1 罕见病 ไทย надежда")).toEqual([
    "meniere",
    "syndrome",
    "tpp",
    "надежда"
  ])
})

it("A word of less than four letters may have no typing error, one of seven two", () => {
  expect(["als", "gene", "lupus", "marfan", "gaucher"].map(errorsAllowed)).toEqual([0, 1, 1, 1, 2])
})
