import { describe, expect, it } from "@effect/vitest"
import { accented, capitalised, isAbbreviation, namesOf } from "../src/NameRules.ts"

describe("NameRules", () => {
  it("capitalises a name where that is safe", () => {
    expect(capitalised("cystic fibrosis")).toBe("Cystic fibrosis")
    expect(capitalised("éclair-like disease")).toBe("Éclair-like disease")
    for (const name of ["von Hippel anomaly", "mTOR disease", "p53 disease", "t-cell lymphoma", "11p deletion", ""])
      expect(capitalised(name)).toBe(name)
  })

  it("recognises an abbreviation as one word of capitals with the mark of a type", () => {
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

  it("recognises an abbreviation in lower case by the initials of another name, or by its lack of vowels", () => {
    expect(namesOf("branchio-oto-renal syndrome", ["bor", "Fsnf", "Ptos2"]).abbreviations).toEqual([
      "BOR",
      "FSNF",
      "PTOS2"
    ])
    expect(namesOf("metachromatic leukodystrophy", ["Mld"]).abbreviations).toEqual(["MLD"])
    expect(namesOf("kuru disease of old", ["gout", "kala-azar"]).synonyms).toEqual(["Gout", "Kala-azar"])
  })

  it("merges the spellings of a name, and shows an abbreviation in capitals", () => {
    expect(
      namesOf("Böök syndrome", ["book  Syndrome", "BOOK SYNDROME", "Grey hair", "grey hair", "bks", "BKS"])
    ).toEqual({
      name: "Böök syndrome",
      synonyms: ["Grey hair"],
      abbreviations: ["BKS"]
    })
  })

  it("leaves French names out of the English ones, and spells Latin words right", () =>
    expect(
      namesOf("a", [
        "Dysplasie épiphysaire multiple avec miniépiphyse",
        "Dystrophie valvulaire associee a FLNA",
        "Epidermolysis bullosa Aquisita",
        "Cri du chat syndrome",
        "Charge à b"
      ]).synonyms
    ).toEqual(["Epidermolysis bullosa acquisita", "Cri du chat syndrome"]))

  it("gives a French name the accent of its first letter where French has one", () => {
    expect(["Epidermolyse bulleuse", "Erythrocytose", "Etat de mal", "Eosinophilie"].map(accented)).toEqual([
      "Épidermolyse bulleuse",
      "Érythrocytose",
      "État de mal",
      "Éosinophilie"
    ])
    const others = ["Encéphalite", "Ectopie", "Elliptocytose", "Exencéphalie", "Effets", "Epidermolysis", "EoE", "EPP"]
    expect(others.map(accented)).toEqual(others)
  })

  it("puts offensive names last", () => {
    expect(namesOf("a", ["mental retardation type", "amber skin", "gargoylism"]).synonyms).toEqual([
      "Amber skin",
      "Mental retardation type",
      "Gargoylism"
    ])
  })

  it("drops empty, broken and endless names, and replaces control characters by spaces", () => {
    const endless = "a".repeat(501)
    expect(namesOf("ab\u0000b\n c", ["", " ", endless, "\ud800x"])).toEqual({
      name: "Ab b c",
      synonyms: ["\ufffdx"],
      abbreviations: []
    })
  })
})
