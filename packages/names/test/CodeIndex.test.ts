import { describe, expect, it } from "vitest"
import { disease, indexOf } from "./SmallCatalogue.ts"

const index = indexOf([
  disease(1, "Gaucher disease", { codes: ["ICD10:E75.22"], prominence: 9 }),
  disease(2, "Krabbe disease", { codes: ["ICD10:E75.23"], prominence: 5 }),
  disease(3, "Marfan syndrome", { codes: ["ICD10:Q87.4"] }),
  disease(4, "malformations of eyelids", { codes: ["ICD10:Q10.3"] }),
  disease(5, "coenzyme Q10 deficiency"),
  disease(6, "sickle cell disease", { codes: ["ICD10:D57"] })
])

const found = (search: string) => index.find(search).map(({ id }) => Number(id))

describe("A search for an ICD-10 code that no disease has", () => {
  it.each([
    ["E75.2", [1, 2]],
    ["ICD10:E75.2", [1, 2]],
    ["E75,2", [1, 2]],
    ["E75.-", [1, 2]],
    ["E75", [1, 2]],
    ["my son has E75.2", [1, 2]]
  ])("finds the diseases with finer codes: %s", (search, diseases) => {
    expect(found(search)).toEqual(diseases)
  })

  it.each([
    ["Q87.41", [3]],
    ["ICD-10-CM Q87.410", [3]]
  ])("finds the disease of the code that it is a part of: %s", (search, diseases) => {
    expect(found(search)).toEqual(diseases)
  })

  it.each(["E75.9", "E75.29", "D57.4", "D5"])("finds no disease of its chapter: %s", (search) => {
    expect(found(search)).toEqual([])
  })

  it("does not hide the names that a category may begin", () => {
    expect(found("Q10")).toEqual([5])
  })
})

describe("A search for an ICD-10 code that a disease has", () => {
  it("finds that disease only", () => {
    expect(found("E75.22")).toEqual([1])
  })
})
