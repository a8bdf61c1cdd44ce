import { readdirSync, readFileSync, statSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { conceptsIn, misplacedDefinitions, needlessIdioms } from "./SignWordings.ts"

describe("content/glossary/", () => {
  for (const language of ["de", "en", "es", "fr", "it", "pt"]) {
    it(`idioms.${language}.tsv has no wording that the rest reads, and none of two unrelated signs`, () =>
      expect(needlessIdioms(language)).toEqual({ known: [], shared: [] }))

    it(`concepts.${language}.tsv has each concept once, in order, with each word once`, () => {
      const concepts = Object.keys(conceptsIn(language))
      expect(concepts).toEqual(concepts.toSorted())
      for (const [concept, words] of Object.entries(conceptsIn(language)))
        expect(new Set(words).size, concept).toBe(words.length)
    })
  }

  it("signs.tsv says nothing of a sign that lay-signs.json says of another", () =>
    expect(misplacedDefinitions()).toEqual([]))

  it("has only files that a person can read and compare: no line is longer than 400 characters", () => {
    for (const name of readdirSync("content/glossary").filter((name) => name.endsWith(".tsv"))) {
      const lines = readFileSync(`content/glossary/${name}`, "utf8").split("\n")
      expect(Math.max(...lines.map(({ length }) => length)), name).toBeLessThanOrEqual(400)
    }
  })

  it("is no larger than what it was cut to", () => {
    const sizes = readdirSync("content/glossary").map((name) => statSync(`content/glossary/${name}`).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_518_000)
  })
})
