import { FrequencyClass } from "@rare-disease-community/signs/Frequency"
import { Schema } from "effect"
import { count } from "../Fields.ts"

/** The members that say how often a sign occurs in a disease. */
export const frequencyFields = {
  frequency: Schema.NullOr(Schema.String).annotations({
    description:
      "How often it occurs, in plain words: Orphanet's class where it has one, else the class of the Human Phenotype Ontology, else the number of people described; both where at least 20 people had it less than half as often as the class says; null where no source says it."
  }),
  frequencyClass: Schema.NullOr(FrequencyClass).annotations({
    description: "The class, or the class of a percentage; null for counts, which may be of few people."
  }),
  source: Schema.String.annotations({
    description: "The annotated entry that says so, such as `OMIM:154700` or `ORPHA:558`."
  }),
  observed: Schema.NullOr(Schema.Struct({ count, of: count })).annotations({
    description:
      "The people with the sign among those described who were examined for it. Distinct publications of an entry are added up; of several entries it is the one with the most people."
  }),
  observedSource: Schema.NullOr(Schema.String).annotations({
    description: "The annotated entry that `observed` is of."
  })
}
