import { describe, expect, it } from "@effect/vitest"
import { catalogue, disease, first, indexOf, names } from "./SmallCatalogue.ts"

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

  it("finds a name by its whole sound, wherever the words that were typed begin and end, and with a mistyped noun", () => {
    const index = indexOf([
      ...catalogue,
      disease(101, "Goodpasture syndrome"),
      disease(102, "McCune-Albright syndrome"),
      disease(103, "Castleman disease"),
      disease(104, "Tay-Sachs disease")
    ])
    const found = (search: string) => index.find(search).map(({ id }) => index.disease(id)?.name)
    expect(found("gud pascher")).toEqual(["Goodpasture syndrome"])
    expect(found("mak koon olbrite")).toEqual(["McCune-Albright syndrome"])
    expect(found("castel man diseas")).toEqual(["Castleman disease"])
    // As many sounds are alike, but none of its vowels.
    expect(found("dooshix")).toEqual([])
    expect(found("goodp astur e")).toEqual(["Goodpasture syndrome"])
  })

  it("finds no name by its sound that is gone", () => {
    const goodpasture = disease(101, "Goodpasture syndrome")
    const index = indexOf([...catalogue, goodpasture])
    index.put({ ...goodpasture, retired: true })
    expect(index.find("gud pascher")).toEqual([])
  })

  it("finds nothing that sounds like everyday words, letters at random or a word again and again", () => {
    for (const typed of ["banana bread", "michael jackson", "xhseqm", "wibble wobble woo", "blah blah blah"]) {
      expect(names(typed), typed).toEqual([])
    }
  })
})
