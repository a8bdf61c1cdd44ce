import { describe, expect, it } from "@effect/vitest"
import { source } from "../architecture/Source.ts"
import { callers } from "./Callers.ts"
import { callersOf, readersOfTexts } from "./Enumeration.ts"
import { notOfStrangers, readers, readingServices } from "./Readers.ts"

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

describe("The list of callers of readers", () => {
  const names = [...Object.keys(readers), ...readingServices]
  const nameOf = (reader: string) => reader.replace(/^.*#/, "")

  it("has every file that gives a text to a reader", () => {
    const found = callersOf(names).map((caller) => caller.replace(/: .*#/, " "))
    const missing = found.filter((caller) => !Object.hasOwn(callers, caller))
    expect(missing, "give each its line in test/readers/Callers.ts").toEqual([])
    expect(Object.keys(callers).filter((caller) => !found.includes(caller))).toEqual([])
  })

  it("gives no reader a longer text than those that it is measured with", () => {
    const most = new Map(Object.entries(readers).map(([reader, { most }]) => [nameOf(reader), most]))
    expect(most.size).toBe(Object.keys(readers).length)
    const longer = Object.entries(callers).filter(([caller, characters]) => {
      const [, name = ""] = caller.split(" ")
      return characters > (most.get(name) ?? (readingServices.some((one) => nameOf(one) === name) ? characters : 0))
    })
    expect(longer).toEqual([])
  })

  it("lacks a new caller of a function, and one of a method", () => {
    const caller = source(
      "src/services/Writing.ts",
      `import { excerptOf } from "@rare-disease-community/text/Excerpt"
      import { PhenotypeSearch } from "./phenotypes/PhenotypeSearch.ts"
      export const write = ({ helpLinesFor }: PhenotypeSearch) => helpLinesFor(excerptOf("a"))`
    )
    const readers = ["packages/text/src/Excerpt.ts#excerptOf", ...readingServices]
    expect(callersOf(readers, [caller])).toEqual(readers.map((reader) => `src/services/Writing.ts: ${reader}`))
    const other = source("src/services/Writing.ts", `import { PhenotypeSearch } from "./phenotypes/PhenotypeSearch.ts"`)
    expect(callersOf(readers, [other])).toEqual([])
  })
})
