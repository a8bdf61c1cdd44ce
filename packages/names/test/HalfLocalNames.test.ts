import { describe, expect, it } from "@effect/vitest"
import { packTexts } from "@rare-disease-community/text/arrays/PackedTexts"
import { DiseaseIndex } from "../src/DiseaseIndex.ts"
import { LocalNames } from "../src/LocalNames.ts"
import { disease } from "./SmallCatalogue.ts"

const rows = [
  "ORPHA:1\tfr\tmaladie de von Willebrand",
  "ORPHA:2\tfr\thamartomatose kystique du poumon",
  "ORPHA:4\tes\tenfermedad de Huntington tipo 2"
]

const fillers = Array.from({ length: 400 }, (_, at) => disease(1_000 + at, `marker ${at} illness of somebody`))

const diseases = [
  disease(1, "Bleeding by a factor", { codes: ["ORPHA:1"] }),
  disease(2, "Graham syndrome", { codes: ["ORPHA:2"] }),
  disease(3, "Huntington disease"),
  disease(4, "Chorea, other form", { codes: ["ORPHA:4"] }),
  disease(5, "Weill disease of infancy"),
  disease(6, "Marfan syndrome"),
  disease(7, "mar absent radius syndrome"),
  disease(8, "mar cornea defect"),
  disease(9, "mar palate defect"),
  ...fillers
]

const index = new DiseaseIndex()
index.useNames(new LocalNames({ rows: packTexts(rows), sources: [] }))
for (const one of diseases) index.put(one)
const found = (search: string) => index.find(search).map(({ id }) => Number(id))

describe("DiseaseIndex.find of a half-typed name in another language", () => {
  it("finds the name that begins so, though its noun and its small words would stand elsewhere in English", () => {
    expect(found("Maladie de von Wille")[0]).toBe(1)
    expect(found("hamartomatose kystique du")[0]).toBe(2)
  })

  it("finds a whole English name before one of the other language that goes on", () =>
    expect(found("enfermedad de Huntington")[0]).toBe(3))

  it("completes the last word that was typed, also before the noun that English names end with", () =>
    expect(found("síndrome de mar")).toContain(6))
})
