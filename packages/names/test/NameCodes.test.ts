import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
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
    expect(found("22q11")).toEqual([8])
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
