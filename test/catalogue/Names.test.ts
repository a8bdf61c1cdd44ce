import { describe, expect, it } from "@effect/vitest"
import { displayed, isAbbreviation, namesOf } from "../../src/catalogue/Names.ts"

describe("A name", () => {
  it("begins with a capital where that is safe", () => {
    expect(displayed("cystic fibrosis")).toBe("Cystic fibrosis")
    expect(displayed("éclair-like disease")).toBe("Éclair-like disease")
    for (const name of ["von Hippel anomaly", "mTOR disease", "p53 disease", "t-cell lymphoma", "11p deletion", ""])
      expect(displayed(name)).toBe(name)
  })

  it("is an abbreviation when it is one word of capitals, with the mark of a type behind it at most", () => {
    for (const name of ["MFS", "CF", "ALS2", "vEDS", "22q11DS", "X-ALD", "EDS IV", "CMT 4B1", "MPS III C", "SSc"])
      expect([name, isAbbreviation(name)]).toEqual([name, true])
    for (const name of [
      "Marfan",
      "CNS lupus",
      "wet AMD",
      "M. xenopi",
      "GALACTOSEMIA",
      "McArdle",
      "Ring 14",
      "Q fever",
      ""
    ])
      expect([name, isAbbreviation(name)]).toEqual([name, false])
  })

  it("is an abbreviation in small letters too, when it is the initials of another or has no vowel", () => {
    expect(namesOf("branchio-oto-renal syndrome", ["bor", "Fsnf", "Ptos2"]).abbreviations).toEqual([
      "BOR",
      "FSNF",
      "PTOS2"
    ])
    expect(namesOf("metachromatic leukodystrophy", ["Mld"]).abbreviations).toEqual(["MLD"])
    expect(namesOf("kuru disease of old", ["gout", "kala-azar"]).synonyms).toEqual(["Gout", "Kala-azar"])
  })

  it("is one however it is spelled, and an abbreviation in its capitals", () => {
    expect(
      namesOf("Böök syndrome", ["book  Syndrome", "BOOK SYNDROME", "Grey hair", "grey hair", "bks", "BKS"])
    ).toEqual({
      name: "Böök syndrome",
      synonyms: ["Grey hair"],
      abbreviations: ["BKS"]
    })
  })

  it("that offends comes last", () => {
    expect(namesOf("a", ["mental retardation type", "amber skin", "gargoylism"]).synonyms).toEqual([
      "Amber skin",
      "Mental retardation type",
      "Gargoylism"
    ])
  })

  it("that is empty, broken or endless is none, and control characters are blanks", () => {
    const endless = "a".repeat(501)
    expect(namesOf("ab\u0000b\n c", ["", " ", endless, "\ud800x"])).toEqual({
      name: "Ab b c",
      synonyms: ["\ufffdx"],
      abbreviations: []
    })
  })
})
