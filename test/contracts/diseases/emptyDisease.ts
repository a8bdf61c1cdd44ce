import type { DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { unimported } from "../../../src/services/diseases/StarterContent.ts"

/** A disease of which nothing is known but its name. */
export const emptyDisease: Omit<DiseaseToSave, "key" | "name"> = {
  synonyms: [],
  abbreviations: [],
  codes: {},
  categories: [],
  description: null,
  ...unimported,
  sources: []
}
