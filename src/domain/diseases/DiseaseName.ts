import { Schema } from "effect"
import { DiseaseId } from "../Ids.ts"

export const DiseaseName = Schema.Struct({ id: DiseaseId, name: Schema.String }).annotations({
  identifier: "DiseaseName",
  description: "A disease by its id and name."
})
