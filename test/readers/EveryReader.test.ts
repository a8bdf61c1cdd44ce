import { describe, expect, it } from "@effect/vitest"
import { source } from "../architecture/Source.ts"
import { readersOfTexts } from "./Enumeration.ts"
import { notOfStrangers, readers } from "./Readers.ts"

describe("The list of readers of strangers' texts", () => {
  it("has every function that is given a text from outside", () => {
    const found = readersOfTexts()
    const missing = found.filter((name) => !Object.hasOwn(readers, name) && !notOfStrangers.has(name))
    expect(missing, "give each its line in test/readers/Readers.ts").toEqual([])
    expect(Array.from(notOfStrangers).filter((name) => !found.includes(name))).toEqual([])
  })

  it("lacks a function that joins, a method, one that another one gives, and one that takes words", () => {
    const joined = source(
      "packages/text/src/Excerpt.ts",
      `export const one = (text: string) => text
      export const another = (terms: number) => (text: string) => text + terms
      export const wrapped = memoize((word: string) => word)
      export class Reader { read(words: ReadonlyArray<string>) { return words } #own(text: string) { return text } }
      export const counted = (count: number) => count
      const inner = (text: string) => text`
    )
    const user = source(
      "src/services/Writing.ts",
      `import { another, counted, one, Reader, wrapped } from "@rare-disease-community/text/Excerpt"`
    )
    expect(readersOfTexts([joined, user])).toEqual(
      ["one", "another", "wrapped", "Reader.read"].map((name) => `packages/text/src/Excerpt.ts#${name}`)
    )
    expect(readersOfTexts([joined])).toEqual([])
  })
})
