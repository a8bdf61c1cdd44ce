import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { StarterDiseases } from "../../src/ports/ContentFiles.ts"
import * as Data from "./Data.ts"

const { categories, diseases, sources } = Schema.decodeSync(Schema.parseJson(StarterDiseases))(
  readFileSync(new URL("../../content/diseases.json", import.meta.url), "utf8")
)

/** The one id of a disease in Mondo. */
const mondoOf = ({ codes }: (typeof diseases)[number]) => codes.mondo?.join() ?? ""

const duplicates = (values: ReadonlyArray<string>) => values.filter((value, index) => values.indexOf(value) !== index)

describe("The starter catalogue in content/diseases.json", () => {
  it("holds a hundred diseases or more, each once", () => {
    expect(diseases.length).toBeGreaterThanOrEqual(100)
    expect(duplicates(diseases.map(({ key }) => key))).toEqual([])
    expect(duplicates(diseases.map(({ name }) => name.toLowerCase()))).toEqual([])
    expect(duplicates(diseases.map(mondoOf))).toEqual([])
  })

  it("names no disease twice in one record, and no code that two of them share", () => {
    for (const { abbreviations, key, name, synonyms } of diseases) {
      const all = [name, ...synonyms, ...abbreviations].map((text) => text.toLowerCase())
      expect({ key, duplicates: duplicates(all) }).toEqual({ key, duplicates: [] })
    }
    const shared = diseases.flatMap(({ codes: { gard = [], mesh = [], omim = [], orpha = [] } }) => [
      ...gard,
      ...mesh,
      ...omim,
      ...orpha
    ])
    expect(duplicates(shared)).toEqual([])
  })

  it("uses a dozen categories or more, and exactly those that it lists", () => {
    const used = new Set(diseases.flatMap(({ categories }) => categories))
    expect(used.size).toBeGreaterThanOrEqual(12)
    expect([...used].sort()).toEqual([...categories].sort())
    expect(diseases.filter(({ categories }) => categories.length === 0)).toEqual([])
  })

  it("names sources, licence and a description for each disease", () => {
    for (const { licence, attribution, name, url, version } of Object.values(sources)) {
      expect(licence).toBe("CC BY 4.0")
      expect(attribution).toMatch(/changed|modified/)
      expect(attribution).toContain(name)
      expect(url).toMatch(/^https:\/\//)
      expect(version).not.toBe("")
    }
    for (const { description, key, sources: named } of diseases) {
      expect({ key, unknown: named.filter((name) => !Object.hasOwn(sources, name)) }).toEqual({ key, unknown: [] })
      expect({ key, sources: named.length > 0 }).toEqual({ key, sources: true })
      expect({ key, fits: description.length >= 200 && description.length <= 1200 }).toEqual({ key, fits: true })
      expect({ key, html: /<[a-z/!]/i.test(description) }).toEqual({ key, html: false })
    }
  })
})

describe.skipIf(!Data.hasSources)("The starter catalogue in content/diseases.json, compared with its sources,", () => {
  const said = (tell: (disease: (typeof diseases)[number]) => ReadonlyArray<string>) =>
    diseases.flatMap((disease) => tell(disease).map((what) => `${disease.key}: ${what}`))

  it("holds only rare diseases of Mondo, by their current names", () => {
    const rare = Data.rareIds()
    const labels = Data.currentLabels()
    expect(said((disease) => (rare.has(mondoOf(disease)) ? [] : ["is not rare"]))).toEqual([])
    expect(
      said((disease) => {
        const label = labels.get(mondoOf(disease)) ?? "obsolete"
        const raised = label.slice(0, 1).toUpperCase() + label.slice(1)
        return disease.name === raised && !label.startsWith("obsolete") ? [] : [`${disease.name} is ${label}`]
      })
    ).toEqual([])
  })

  it("invents no synonym and no abbreviation", () => {
    const known = Data.names()
    const invented = said((disease) =>
      [...disease.synonyms, ...disease.abbreviations].filter(
        (name) => known.get(mondoOf(disease))?.has(name.toLowerCase()) !== true
      )
    )
    expect(invented).toEqual([])
  })

  it("invents no code", () => {
    const known = Data.codes()
    const prefixes = { orpha: "Orphanet", omim: "OMIM", gard: "GARD", mesh: "mesh", icd10: "ICD10(CM|WHO)" } as const
    const systems = ["orpha", "omim", "gard", "mesh", "icd10"] as const
    const invented = said((disease) =>
      systems.flatMap((system) => {
        const there = Array.from(known[system].get(mondoOf(disease)) ?? [], (code) =>
          code.replace(new RegExp(`^${prefixes[system]}:`), `${system.toUpperCase()}:`)
        )
        return (disease.codes[system] ?? []).filter((code) => !there.includes(code))
      })
    )
    expect(invented).toEqual([])
    const kept = systems.map((system) => diseases.flatMap(({ codes }) => codes[system] ?? []).length)
    expect(Math.min(...kept)).toBeGreaterThan(50)
  })

  it("takes its categories from the specialties of Orphanet", () => {
    const specialties = Data.specialties()
    expect(specialties.size).toBe(31)
    expect(categories.filter((name) => !specialties.has(name))).toEqual([])
  })
})
