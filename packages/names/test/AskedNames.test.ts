import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { packTexts } from "@rare-disease-community/text/arrays/PackedTexts"
import { DiseaseIndex } from "../src/DiseaseIndex.ts"
import { LocalNames } from "../src/LocalNames.ts"
import { disease } from "./SmallCatalogue.ts"

const diseases = [
  disease(1, "Marfan syndrome", { codes: ["ORPHA:558"], synonyms: ["Neonatal Marfan syndrome"] }),
  disease(2, "Cerebellar ataxia", { synonyms: ["Hereditary ataxia"] }),
  disease(3, "Duchenne muscular dystrophy", { abbreviations: ["DMD"] }),
  disease(4, "Graves disease"),
  disease(8, "Hemophilia", { codes: ["ORPHA:448"] }),
  disease(9, "Hemophilia A", { codes: ["ORPHA:98878"], parentIds: [DiseaseId(8)] })
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

  it("finds a name that ends with a letter, and not its group by the rest", () => {
    const index = new DiseaseIndex()
    index.useNames(new LocalNames({ rows: packTexts(["ORPHA:448\tpt\tHemophilia"]), sources: [] }))
    for (const one of diseases) index.put(one)
    for (const asked of ["my son has hemophilia A", "hemophilia A treatment", "I have hemophilia A"])
      expect(Number(index.find(asked)[0]?.id), asked).toBe(9)
    expect(Number(index.find("my son has hemophilia")[0]?.id)).toBe(8)
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

describe("DiseaseIndex.mentioned", () => {
  const names = new DiseaseIndex()
  names.useNames(new LocalNames({ rows: packTexts(["ORPHA:586\tes\tFibrosis quística"]), sources: [] }))
  for (const one of diseases) names.put(one)
  names.put(disease(5, "Cystic fibrosis", { codes: ["ORPHA:586"] }))
  names.put(disease(6, "Scleroderma"))
  names.put(disease(10, "Charcot-Marie-Tooth disease"))
  names.put(disease(11, "Charcot disease"))
  names.put(disease(12, "Still disease"))
  names.put(disease(7, "Neurofibromatosis type 1", { synonyms: ["Neurofibromatose type 1"], abbreviations: ["NF1"] }))

  it("gives the longest whole name of a sentence in any language, and the other words", () => {
    expect(names.mentioned("nos acaban de diagnosticar fibrosis quística, dicen")).toEqual({
      name: "fibrosis quistica",
      before: "nos acaban de diagnosticar",
      rest: "nos acaban de diagnosticar dicen",
      isWhole: true,
      isProper: false,
      share: expect.closeTo(16 / 44)
    })
    expect(names.mentioned("sindrome di Marfan aspettativa di vita")?.name).toBe("marfan syndrome")
    expect(names.mentioned("suspicion de neurofibromatose de type 1")?.name).toBe("neurofibromatose type 1")
  })

  it("gives a long word that is spelt nearly as a name is", () =>
    expect(names.mentioned("il medico sospetta sclerodermia")?.name).toBe("sclerodermia"))

  it("gives none for a part of a name, for a short word and for words that only ask", () => {
    for (const search of ["nos dicen fibrosis", "wir haben eine dmd gesehen", "que dit le docteur"])
      expect(names.mentioned(search), search).toBeUndefined()
  })

  it("gives no part of a longer name that is mistyped and has more of the search", () => {
    const names = new DiseaseIndex()
    names.put(disease(1, "Amyotrophic lateral sclerosis", { synonyms: ["Charcot"] }))
    names.put(disease(2, "Charcot-Marie-Tooth disease"))
    names.put(disease(3, "Lambert syndrome"))
    names.put(disease(4, "Lambert-Eaton syndrome"))
    for (const search of ["charcot marie toth", "Charcot Mary tooth", "charcot mary", "Lambert eaten"])
      expect(names.mentioned(search), search).toBeUndefined()
    expect(names.mentioned("the doctor said charcot yesterday")?.name).toBe("charcot")
    expect(names.mentioned("we think it is Lambert")?.name).toBe("lambert")
  })

  it("gives an abbreviation that is in capitals beside words in small letters", () => {
    for (const search of ["newborn screen came back for DMD", "DMD aspettativa di vita"])
      expect(names.mentioned(search)?.name, search).toBe("dmd")
    for (const search of ["NEWBORN SCREEN CAME BACK FOR DMD", "waiting for the NHS"])
      expect(names.mentioned(search), search).toBeUndefined()
    expect(names.mentioned("ist NF1 erblich?")).toMatchObject({ name: "nf 1", isProper: true })
  })

  it("gives the name of a person without its noun, if the sentence has it with a capital", () => {
    for (const search of ["mein Sohn hat Graves", "no hay cura para Graves", "we think it is Graves"])
      expect(names.mentioned(search), search).toMatchObject({ name: "graves", isWhole: true, isProper: true })
    for (const search of ["Charcot-Marie-Tooth è ereditaria?", "vivre avec Charcot-Marie-Tooth"])
      expect(names.mentioned(search)?.name, search).toBe("charcot marie tooth")
    for (const search of ["Still no answer for my son", "so viele Wege"])
      expect(names.mentioned(search), search).toBeUndefined()
  })
})
