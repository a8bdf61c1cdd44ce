import type { DiseaseToSave } from "../../../src/ports/DiseasesRepo.ts"

/** A disease of which nothing is known but its name. */
export const emptyDisease: Omit<DiseaseToSave, "key" | "name"> = {
  synonyms: [],
  abbreviations: [],
  codes: {},
  retiredCodes: [],
  categories: [],
  description: null,
  parents: [],
  onset: [],
  inheritance: [],
  prevalence: [],
  genes: [],
  prominence: 0,
  sources: []
}
