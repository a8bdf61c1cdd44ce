import { Effect, Layer } from "effect"
import { type StarterDiseases, StarterFiles, type StarterNews } from "../../src/ports/ContentFiles.ts"
import type { DiseaseToSave } from "../../src/ports/diseases/DiseasesRepo.ts"
import { emptyDisease } from "../contracts/diseases/emptyDisease.ts"
import { source } from "../contracts/diseases/newDiseases.ts"

/** A disease as a starter file holds it. */
export const amber = {
  key: "amber-syndrome",
  name: "Amber syndrome",
  synonyms: ["Amber disease"],
  abbreviations: ["AMBS"],
  codes: { mondo: ["MONDO:9000001"], orpha: ["ORPHA:900001"] },
  categories: ["Rare skin disease"],
  description: "Written for it.",
  sources: ["a source"]
}

/** A disease as an import saves it; `amber` is number 1. */
export const importedDisease = (number: number, fields: Partial<DiseaseToSave> = {}): DiseaseToSave => {
  const key = `MONDO:${9_000_000 + number}`
  return { ...emptyDisease, key, name: `Disease ${number}`, codes: { mondo: [key] }, sources: [source], ...fields }
}

/** Starter files of a version, with these diseases and news. */
export const starterFiles = (
  version: string,
  diseases: (typeof StarterDiseases.Type)["diseases"],
  items: (typeof StarterNews.Type)["items"] = []
) =>
  Layer.succeed(StarterFiles, {
    diseases: Effect.succeed({ version, sources: { "a source": source }, categories: [], diseases }),
    news: Effect.succeed({ version: "1", items })
  })
