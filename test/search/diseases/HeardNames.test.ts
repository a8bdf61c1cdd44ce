import { describe, expect, it } from "@effect/vitest"
import { first, names } from "./SmallCatalogue.ts"

const firstIs = (expected: Readonly<Record<string, string>>) => {
  for (const [search, name] of Object.entries(expected)) expect(first(search), search).toBe(name)
}

describe("DiseaseIndex.find, with a name that was only heard,", () => {
  it("finds a name by its sound", () =>
    firstIs({
      "aylers danlo": "Ehlers-Danlos syndrome",
      "sharko mary tut 1a": "Charcot-Marie-Tooth disease type 1A",
      "fenil keytonuria": "phenylketonuria",
      "dushene distrofy": "Duchenne muscular dystrophy",
      "ostiojenesis imperfector": "osteogenesis imperfecta"
    }))

  it("finds nothing that sounds like everyday words, letters at random or a word again and again", () => {
    for (const typed of ["banana bread", "michael jackson", "xhseqm", "wibble wobble woo", "blah blah blah"]) {
      expect(names(typed), typed).toEqual([])
    }
  })
})
