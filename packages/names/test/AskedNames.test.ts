import { describe, expect, it } from "@effect/vitest"
import { DiseaseIndex } from "../src/DiseaseIndex.ts"
import { disease } from "./SmallCatalogue.ts"

const diseases = [
  disease(1, "Marfan syndrome", { codes: ["ORPHA:558"], synonyms: ["Neonatal Marfan syndrome"] }),
  disease(2, "Cerebellar ataxia", { synonyms: ["Hereditary ataxia"] }),
  disease(3, "Duchenne muscular dystrophy", { abbreviations: ["DMD"] }),
  disease(4, "Graves disease")
]

const index = new DiseaseIndex()
for (const one of diseases) index.put(one)
const found = (search: string) => index.find(search).map(({ id }) => Number(id))

describe("DiseaseIndex.find of a question in another language", () => {
  it("finds a disease by the name of a person, or an abbreviation, beside words that ask", () => {
    for (const asked of ["ich habe Marfan", "ma fille a marfan", "tengo marfan", "Marfan lebenserwartung"])
      expect(found(asked), asked).toEqual([1])
    for (const asked of ["meu filho tem duchenne", "mio figlio ha la DMD"]) expect(found(asked), asked).toEqual([3])
    expect(found("c'est grave, Marfan ?")).toEqual([1])
  })

  it("finds none by a word that names write small, which may be a sign", () => {
    for (const asked of ["mi hija tiene ataxia", "ich habe ataxia"]) expect(found(asked), asked).toEqual([])
  })
})

describe("DiseaseIndex.find of a code beside other words", () => {
  it("finds the disease of the code", () => {
    for (const asked of ["Marfan (ORPHA:558)", "ORPHA 558 marfan", "Duchenne ORPHA:558"])
      expect(found(asked), asked).toEqual([1])
  })
})
