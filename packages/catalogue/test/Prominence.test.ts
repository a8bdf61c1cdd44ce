import { describe, expect, it } from "@effect/vitest"
import { prominenceOf } from "../src/Merge.ts"

const measured = { type: "Point prevalence", class: "1-9 / 100 000", value: 5, region: "Worldwide", validated: true }

const known = {
  name: "Amber syndrome",
  synonyms: ["Amber disease"],
  codes: { nord: ["NORD:1"], mesh: ["MESH:D1"], icd10: ["ICD10:E83.0"], orpha: ["ORPHA:1"] }
}

describe("prominenceOf", () => {
  it("is a whole number from 0 that grows with the vocabularies for laypeople and clinics and with the frequency", () => {
    const listed = { name: "Brass disease", synonyms: [], codes: { mondo: ["MONDO:1"] } }
    expect(prominenceOf(listed, [])).toBe(0)
    expect(prominenceOf({ ...listed, codes: { gard: ["GARD:1"] } }, [])).toBe(2)
    expect(prominenceOf(known, [])).toBeGreaterThan(100)
    expect(prominenceOf(known, [measured])).toBeGreaterThan(prominenceOf(known, []))
    expect(prominenceOf(known, [{ ...measured, class: "Unknown" }])).toBeLessThan(prominenceOf(known, [measured]))
  })

  it("is half for one of a numbered series", () => {
    for (const name of ["Amber syndrome 2", "Amber syndrome type 1A", "Amber syndrome IV", "Amber syndrome type B"])
      expect(prominenceOf({ ...known, name }, [])).toBe(Math.round(prominenceOf(known, []) / 2))
  })
})
