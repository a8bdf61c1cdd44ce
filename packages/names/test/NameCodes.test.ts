import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { nameWords } from "@rare-disease-community/text/NameWords"
import { DiseaseIndex } from "../src/DiseaseIndex.ts"
import { codesIn } from "../src/NameCodes.ts"
import { disease } from "./SmallCatalogue.ts"

const under = (id: number) => ({ parentIds: [DiseaseId(id)] })

const fillers = Array.from({ length: 400 }, (_, at) => disease(1_000 + at, `marker condition of somebody else`))

const diseases = [
  disease(1, "47,XYY syndrome", { abbreviations: ["47,XYY"] }),
  disease(2, "48,XXYY syndrome", { synonyms: ["48,XXYY Klinefelter syndrome", "XXYY syndrome"] }),
  disease(3, "Cardon ataxia"),
  disease(4, "Cardon ataxia type 1", { abbreviations: ["CDA1"], ...under(3) }),
  disease(5, "Cardon ataxia type 2", { abbreviations: ["CDA2"], ...under(3) }),
  disease(6, "Cardon ataxia type 1B", { abbreviations: ["CDA1B"], ...under(4) }),
  disease(7, "Pickert disease type A"),
  disease(8, "22q11.2 deletion syndrome", { abbreviations: ["22q11DS"] }),
  disease(9, "HHV-8-related disorder"),
  disease(10, "KCNH1 associated disorder"),
  disease(11, "Temporal lobe epilepsy", { prominence: 100 }),
  disease(12, "Familial temporal lobe epilepsy 3"),
  disease(13, "Obesity due to CEP19 deficiency"),
  disease(14, "Williams syndrome", { synonyms: ["Deletion 7q11.23"], prominence: 100 }),
  disease(15, "Distal 7q11.23 microdeletion syndrome", { abbreviations: ["Distal del(7)(q11.23)"] }),
  disease(16, "7q11.23 microduplication syndrome", { synonyms: ["Dup(7)(q11.23)"], prominence: 120 }),
  disease(17, "Distal 22q11.2 microdeletion syndrome", { synonyms: ["Distal del(22)(q11.2)"] }),
  disease(18, "22q11.2 microduplication syndrome", { synonyms: ["22q11.2 duplication"], prominence: 120 }),
  disease(19, "Cri-du-chat syndrome", { synonyms: ["5p15.2 deletion"] }),
  disease(20, "Down syndrome", { synonyms: ["Trisomy 21"] }),
  disease(21, "Monosomy 21", { synonyms: ["21q deletion"], prominence: 120 }),
  disease(23, "19p13.3 microduplication syndrome", { prominence: 120 }),
  disease(24, "Adrenal disease", { synonyms: ["19p13 duplication syndrome"] }),
  disease(22, "Acute leukemia, t(3;3)(q21;q26)", { prominence: 120 }),
  ...fillers
]

const index = new DiseaseIndex()
for (const one of diseases) index.put(one)
const found = (search: string) => index.find(search).map(({ id }) => Number(id))

describe("codesIn", () => {
  it("finds numbers, letters of a type, sex chromosomes, and letters with digits", () => {
    expect(codesIn("Cardon ataxia type IIb")).toEqual([["2", "b"]])
    expect(codesIn("Typ C")).toEqual([["c"]])
    expect(codesIn("47, XXY")).toEqual([["47", "xxy"]])
    expect(codesIn("22q11.2 deletion")).toEqual([["22", "q", "11", "2"]])
    expect(codesIn("SCN8A-related, factor X")).toEqual([["scn", "8", "a"], ["10"]])
    expect(codesIn("fragile X syndrome with a fever")).toEqual([])
  })

  it("keeps a number apart from the letters of a script without spaces", () =>
    expect(codesIn("自己免疫性多内分泌腺症候群2型とは")).toEqual([["2"]]))
})

describe("DiseaseIndex.find of a change of a chromosome", () => {
  it("finds a deletion as laboratories and doctors write it, the plain one before the distal, and no duplication", () => {
    for (const search of [
      "del(22)(q11.2)",
      "del 22q11.2",
      "22q11.2 del",
      "22q11.2DS",
      "46,XX,del(22)(q11.2)",
      "46, XY, del(22)(q11.2q11.2)",
      "22q11.2 deletion",
      "microdeletion 22q11.2",
      "Mikrodeletion 22q11.2",
      "délétion 22q11.2"
    ])
      expect(found(search), search).toEqual([8, 17])
    for (const search of ["del 7q11.23", "del(7)(q11.23)"]) expect(found(search), search).toEqual([14, 15])
    expect(found("microdelezione 7q11.23")).toEqual([14])
    expect(found("46,XX,del(5)(p15.2)")).toEqual([19])
  })

  it("finds a duplication as it is written, and no deletion", () => {
    for (const search of ["dup(7)(q11.23)", "dup 7q11.23", "7q11.23dup", "Duplikation 7q11.23"])
      expect(found(search), search).toEqual([16])
    expect(found("microduplicación 22q11.2")).toEqual([18])
  })

  it("finds the very band that was searched for before a band within it", () =>
    expect(found("19p13 duplication")).toEqual([24, 23]))

  it("finds the trisomy and the monosomy of a karyotype", () => {
    for (const search of ["T21", "t21", "+21", "47,XY,+21", "trisomy 21"]) expect(found(search)[0], search).toBe(20)
    expect(found("45,XX,-21")[0]).toBe(21)
  })

  it("takes a translocation for no trisomy, and a Spanish article for no deletion", () => {
    expect(found("t(3;3)(q21;q26)")).toEqual([22])
    expect(nameWords("síndrome del 22")).toEqual(["sindrome", "del", "22"])
  })
})

describe("DiseaseIndex.find of a name with a number or another code", () => {
  it("never finds other sex chromosomes", () => {
    for (const search of ["47,XXY", "47, XXY", "XXY", "47,XXY syndrome", "49,XXXYY"])
      expect(found(search), search).toEqual([])
    expect(found("47,XYY")).toEqual([1])
    expect(found("47,XYY Syndrom")).toEqual([1])
  })

  it("never finds another number, numeral or letter of a type; the group may be meant", () => {
    for (const search of ["Cardon ataxia type 9", "cardon ataxia IX", "Cardon ataxia Typ 9"])
      expect(found(search), search).toEqual([3])
    expect(found("Cardon ataxia type II")).toEqual([5])
    expect(found("Cardon ataxia 1C")).toEqual([3])
    expect(found("cardon1b")).toEqual([6])
    expect(found("CDA 7")).toEqual([])
    expect(found("CDA1C")).toEqual([4])
    expect(found("Pickert disease type D")).toEqual([])
    expect(found("22q13")).toEqual([])
    expect(found("22q11")[0]).toBe(8)
  })

  it("never finds another symbol of letters and digits, though the words around are the same", () => {
    expect(found("SCN8A-related disorder")).toEqual([])
    expect(found("KIF1A associated disorder")).toEqual([])
    expect(found("KCNH1 associated disorder")).toEqual([10])
    expect(found("Obesity due to CEP1")).toEqual([13])
  })

  it("finds a name that has the number of the search before one that has no number", () =>
    expect(found("temporal lobe epilepsy 3")[0]).toBe(12))
})
