import { DiseaseCode, systems } from "@rare-disease-community/catalogue/DiseaseCode"
import { Prevalence } from "@rare-disease-community/catalogue/Prevalence"
import { Source } from "@rare-disease-community/catalogue/Source"
import { Record, Schema } from "effect"
import { count, exactOptional, maybe, named } from "../Fields.ts"
import { CategoryId, DiseaseId } from "../Ids.ts"
import { FoundPagination, Page } from "../Page.ts"
import { frequencyFields } from "../phenotypes/FrequencyFields.ts"
import { type PhenotypeId, signHit, signPage } from "../phenotypes/Phenotype.ts"
import { DiseaseName } from "./DiseaseName.ts"

/** The codes of a disease, such as `ORPHA:558`; a vocabulary that has none is absent. */
export const Codes = Schema.Struct(Record.map(systems, () => exactOptional(Schema.Array(Schema.String)))).annotations({
  identifier: "Codes",
  description: 'Codes by vocabulary, such as `{"orpha": ["ORPHA:558"]}`.'
})

export const Category = Schema.Struct({ id: CategoryId, name: Schema.String }).annotations({ identifier: "Category" })

export const CategoryCount = Schema.Struct({
  ...Category.fields,
  diseaseCount: count
}).annotations({ identifier: "CategoryCount" })
export type CategoryCount = typeof CategoryCount.Type

/** The text of a disease that a search found; `parent` is the name of a supertype. */
export const MatchedOn = Schema.Struct({
  field: Schema.Literal("name", "synonym", "abbreviation", "code", "description", "gene", "parent"),
  text: Schema.String,
  lang: exactOptional(Schema.String).annotations({ description: "The language of a name that is not English." })
}).annotations(named("MatchedOn", "The match of the search; `parent` if it found a supertype of this disease."))
export type MatchedOn = typeof MatchedOn.Type

/** The relation of a disease to another; siblings share a supertype. */
export const Kinship = Schema.Literal("subtype", "supertype", "sibling")
export type Kinship = typeof Kinship.Type

const localName = exactOptional(Schema.NullOr(Schema.String)).annotations({
  description: "The name in the language of `lang`, where that is asked for; null where none is known."
})

/** A disease in a list; a search adds `matchedOn`. */
export const Disease = Schema.Struct({
  id: DiseaseId,
  name: Schema.String,
  synonyms: Schema.Array(Schema.String),
  codes: Codes,
  categories: Schema.Array(Category),
  postCount: count,
  localName,
  matchedOn: maybe(MatchedOn),
  ...signHit
}).annotations({ identifier: "Disease", description: "A disease; `matchedOn` when searching." })
export type Disease = typeof Disease.Type

export const Gene = Schema.Struct({
  symbol: Schema.String,
  name: Schema.String,
  association: Schema.String.annotations({
    description: "In what way, such as `Disease-causing germline mutation(s) in`."
  })
}).annotations({ identifier: "Gene", description: "A gene that has to do with the disease." })
export type Gene = typeof Gene.Type

export const LocalName = Schema.Struct({ lang: Schema.String, name: Schema.String }).annotations({
  identifier: "LocalName"
})
export type LocalName = typeof LocalName.Type

/** A sign of a disease, and the entries that say so. */
export const DiseasePhenotype = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  ...frequencyFields,
  sources: Schema.Array(Schema.String).annotations({ description: "All entries that describe it, `source` first." })
}).annotations({ identifier: "DiseasePhenotype" })

export const descriptionOrNull = (description: string | null): string | null =>
  description?.trim() === "" ? null : description

/** The maximum number of subtypes in the detail of a disease. */
export const maxChildren = 100

export const DiseaseDetail = Schema.Struct({
  id: Disease.fields.id,
  name: Disease.fields.name,
  synonyms: Disease.fields.synonyms,
  codes: Disease.fields.codes,
  categories: Disease.fields.categories,
  postCount: Disease.fields.postCount,
  description: Schema.OptionFromNullOr(Schema.String),
  parents: Schema.Array(DiseaseName).annotations({ description: "Direct supertypes, by name." }),
  children: Schema.Array(DiseaseName).annotations({
    description: `Direct subtypes, by name; the first ${maxChildren}.`
  }),
  childCount: count.annotations({ description: "The number of all children." }),
  onset: Schema.Array(Schema.String).annotations({ description: "The ages at which it begins." }),
  inheritance: Schema.Array(Schema.String),
  prevalence: Schema.Array(Prevalence),
  genes: Schema.Array(Gene),
  localName,
  names: exactOptional(Schema.Array(LocalName)).annotations({
    description: "Names in other languages, and everyday names in English (`en`)."
  }),
  phenotypes: exactOptional(Schema.Array(DiseasePhenotype)).annotations({
    description:
      "Its signs and symptoms by class of frequency, the most frequent first; in each class those that a source puts there, then those with counts."
  }),
  sources: Schema.Array(Source)
}).annotations({ identifier: "DiseaseDetail", description: "A disease in full." })
export type DiseaseDetail = typeof DiseaseDetail.Type

export const DiseasePage = Schema.Struct({
  ...Page(Disease).fields,
  pagination: FoundPagination,
  categories: maybe(Schema.Array(CategoryCount)),
  ...signPage
})
export type DiseasePage = typeof DiseasePage.Type

export interface DiseaseFilter {
  readonly search?: string | undefined
  readonly category?: CategoryId | undefined
}

/** The signs of one person: in words, and as ids of those that are there and that are not. */
export interface PhenotypeFilter {
  readonly symptoms?: string | undefined
  readonly phenotypes?: ReadonlyArray<PhenotypeId> | undefined
  readonly excluded?: ReadonlyArray<PhenotypeId> | undefined
}

export const DiseaseRef = Schema.Union(DiseaseId, DiseaseCode)
export type DiseaseRef = typeof DiseaseRef.Type

export class DiseaseNotFound extends Schema.TaggedError<DiseaseNotFound>()("DiseaseNotFound", { ref: DiseaseRef }) {
  override readonly message =
    `there is no disease ${this.ref}: look for its name with search (find_diseases, /api/diseases?search=)`
}

export class DiseaseFilterClash extends Schema.TaggedError<DiseaseFilterClash>()("DiseaseFilterClash", {
  filters: Schema.Array(Schema.String)
}) {
  override get message() {
    const filters = this.filters.join(", ")
    return `diseaseId asks for one disease in full, and ${filters} for a list: leave out diseaseId, or ${filters}`
  }
}

export class NothingToFind extends Schema.TaggedError<NothingToFind>()("NothingToFind", {}) {
  override readonly message =
    "there is nothing to find: send search (a name, code or gene, in any spelling), symptoms (signs in the patient's words), phenotypes " +
    "(HPO ids), diseaseId (one disease in full), or category"
}

export class UnknownDiseases extends Schema.TaggedError<UnknownDiseases>()("UnknownDiseases", {
  field: Schema.String,
  ids: Schema.Array(DiseaseId)
}) {
  override readonly message =
    `${this.field} names no disease we know: ${this.ids.join(", ")}; look its id up with find_diseases (/api/diseases?search=)`
}
