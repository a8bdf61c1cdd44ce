import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { bodySystems, categoriesOf } from "@rare-disease-community/catalogue/Categories"
import { mergeSources } from "@rare-disease-community/catalogue/Merge"
import { SourceFacts } from "@rare-disease-community/catalogue/SourceFacts"
import { Effect, Option, Schema } from "effect"
import { factsIn } from "../../src/cli/sources/SourceFile.ts"
import { sourceFiles } from "../../src/cli/sources/SourcePaths.ts"
import { StarterDiseases } from "../../src/ports/ContentFiles.ts"
import type { DiseaseToSave } from "../../src/ports/diseases/DiseasesRepo.ts"
import { hasSources } from "./Data.ts"

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url))

const starterFile = new URL("../../content/diseases.json", import.meta.url)

const read = Effect.gen(function* () {
  const { files, ignored } = yield* sourceFiles([folder])
  const facts = new SourceFacts()
  const unknown: Array<string> = []
  for (const file of files) {
    const found = yield* factsIn(file)
    if (Option.isNone(found)) unknown.push(file.name)
    for (const fact of Option.getOrElse(found, () => [])) facts.add(fact)
  }
  return { ignored, facts, unknown, merged: mergeSources(facts) }
}).pipe(Effect.provide([NodeContext.layer, NodeHttpClient.layer]))

// A clone may have no real files beside it; `.ci/run` counts this test as failed then.
describe.skipIf(!hasSources)("mergeSources", () => {
  it.effect("makes the catalogue of the real files with the numbers of their description", () =>
    Effect.gen(function* () {
      const { ignored, facts, merged, unknown } = yield* read
      const { conflicts, diseases } = merged
      const counted = (has: (disease: DiseaseToSave) => boolean) => diseases.filter(has).length
      const having = (system: keyof DiseaseToSave["codes"]) => counted(({ codes }) => codes[system] !== undefined)

      expect(
        ignored.every((name) => /LICENSE|README[^/]*\.md$|xml_head_truncated|\/languages\/|\/hpo\//.test(name))
      ).toBe(true)
      expect(unknown.every((name) => /\/(?:feeds|hpo|languages)\//.test(name))).toBe(true)

      expect(diseases).toHaveLength(18_525)
      expect(conflicts.filter(({ kind }) => kind === "obsolete")).toHaveLength(285)
      expect(conflicts.filter(({ kind }) => kind === "cycle" || kind === "no label")).toEqual([])
      expect(having("orpha")).toBe(8_245)
      expect(having("mesh")).toBe(6_181)
      expect(having("icd11")).toBe(0)
      expect(counted(({ retiredCodes }) => retiredCodes.some((code) => code.startsWith("ICD11:")))).toBe(3_435)
      expect(having("doid")).toBe(8_745)
      expect(counted(({ description }) => description !== null)).toBe(3_010)
      expect(new Set(diseases.flatMap(({ codes }) => codes.orpha ?? [])).size).toBe(
        diseases.flatMap(({ codes }) => codes.orpha ?? []).length
      )

      const extraNames = diseases.flatMap(({ key }) => {
        const former = facts.formerNames.get(key)
        const names = new Set([former?.label ?? "", ...(former?.synonyms ?? [])])
        names.delete("")
        names.delete(facts.labels.get(key) ?? "")
        return Array.from(names)
      })
      expect(extraNames).toHaveLength(69_280)

      const specialties = (id: string) =>
        (facts.mappings.get(id) ?? []).flatMap(({ code, exact }) =>
          exact && code.startsWith("Orphanet:") ? (facts.specialties.get(code.slice(9)) ?? []) : []
        )
      const from = diseases.map(({ key }) => categoriesOf(key, facts.parents, specialties).from)
      expect(from.filter((one) => one === "itself")).toHaveLength(8_241)
      expect(from.filter((one) => one === "an ancestor")).toHaveLength(6_881)
      expect(counted(({ categories }) => categories.includes("Unclassified"))).toBeLessThan(2_300)
      for (const id of Object.keys(bodySystems)) expect([id, facts.labels.has(id)]).toEqual([id, true])

      const keys = new Set(diseases.map(({ key }) => key))
      for (const { abbreviations, key, name, parents, prominence, synonyms } of diseases) {
        expect(parents.every((parent) => parent !== key && keys.has(parent))).toBe(true)
        expect(Number.isInteger(prominence) && prominence >= 0).toBe(true)
        expect(new Set([name, ...synonyms, ...abbreviations]).size).toBe(1 + synonyms.length + abbreviations.length)
      }

      const starters = Schema.decodeSync(Schema.parseJson(StarterDiseases))(readFileSync(starterFile, "utf8"))
      expect(starters.diseases.flatMap(({ codes }) => codes.mondo ?? []).filter((id) => !keys.has(id))).toEqual([])

      const prominence = new Map(diseases.map((disease) => [disease.name, disease.prominence]))
      for (const name of ["Marfan syndrome", "Cystic fibrosis", "Huntington disease"])
        expect(prominence.get(name)).toBeGreaterThan(120)
      for (const name of ["Neonatal Marfan syndrome", "Huntington disease-like 2", "Retinitis pigmentosa 26"])
        expect(prominence.get(name)).toBeLessThan(40)
    })
  )
})
