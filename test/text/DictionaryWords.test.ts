import { expect, it } from "@effect/vitest"
import { errorsAllowed, writtenWords } from "../../src/text/DictionaryWords.ts"

it("writtenWords gives the words of letters, folded and each once, without short ones and scripts without spaces", () => {
  expect(writtenWords("Ménière's syndrome, a SYNDROME of 22q11.2 in TPP1 罕见病 ไทย надежда")).toEqual([
    "meniere",
    "syndrome",
    "tpp",
    "надежда"
  ])
})

it("errorsAllowed allows no typing error below four letters, and two from seven letters on", () => {
  expect(["als", "gene", "lupus", "marfan", "gaucher"].map(errorsAllowed)).toEqual([0, 1, 1, 1, 2])
})
