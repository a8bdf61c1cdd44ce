import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { catalogue, disease, first, indexOf } from "./SmallCatalogue.ts"

describe("DiseaseIndex.find of a name of a person", () => {
  it("finds an eponym with another noun before a similar eponym", () => {
    for (const [search, name] of [
      ["mabry disease", "Mabry syndrome"],
      ["fabry syndrome", "Fabry disease"]
    ] as const)
      expect(first(search), search).toBe(name)
  })

  it("finds a mistyped eponym with another noun before one that only sounds like it", () => {
    const index = indexOf([disease(1, "Marfan syndrome"), disease(2, "Morvan disease"), disease(3, "Gaucher disease")])
    const firstOf = (search: string) => index.disease(index.find(search)[0]?.id ?? DiseaseId(9))?.name
    for (const search of ["maladie de marfant", "marfant disease", "malattia di marfann"])
      expect(firstOf(search), search).toBe("Marfan syndrome")
    expect(firstOf("maladie de morvane")).toBe("Morvan disease")
  })

  it("finds a name with the noun and the joining words of another language", () => {
    const index = indexOf([
      ...catalogue,
      disease(101, "Fabry disease"),
      disease(102, "diverticulosis of bowel", { synonyms: ["Marfanoid syndrome, De Silva type"] }),
      disease(103, "symbrachydactyly", { synonyms: ["maladie de Fabray", "De Smet-Fabry-Fryns syndrome"] })
    ])
    const firstOf = (search: string) => index.disease(index.find(search)[0]?.id ?? DiseaseId(1_000))?.name ?? ""
    for (const search of ["maladie de Fabry", "Morbus Fabry", "malattia di Fabry", "Fabry-Krankheit"]) {
      expect(firstOf(search), search).toBe("Fabry disease")
    }
    for (const search of ["síndrome de marfan", "Zespół Marfana"])
      expect(firstOf(search), search).toBe("Marfan syndrome")
    expect(firstOf("maladie de Fabray")).toBe("symbrachydactyly")
    expect(firstOf("morbus meniere")).toBe("Ménière disease")
  })

  it("finds a type by its letter alone, and not the group first", () => {
    const group = disease(900, "Niemann-Pick disease", { prominence: 900 })
    const types = ["A", "B", "C"].map((type, at) =>
      disease(901 + at, `Niemann-Pick disease type ${type}`, { parentIds: [group.id] })
    )
    const index = indexOf([...catalogue, group, ...types])
    const firstOf = (search: string) => index.disease(index.find(search)[0]?.id ?? DiseaseId(999))?.name
    for (const search of ["niemann pick c", "Niemann-Pick C"])
      expect(firstOf(search)).toBe("Niemann-Pick disease type C")
    expect(firstOf("niemann pick")).toBe("Niemann-Pick disease")
  })
})
