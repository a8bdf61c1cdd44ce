import { Schema } from "effect"
import { DiseaseCode } from "./DiseaseCode.ts"
import { CategoryId, DiseaseId } from "./Ids.ts"
import { Page } from "./Page.ts"
import { DiseaseName } from "./User.ts"

const codeList = Schema.optionalWith(Schema.Array(Schema.String), { exact: true })

/** The codes of a disease, such as `ORPHA:558`; a vocabulary that has none is absent. */
export const Codes = Schema.Struct({
  orpha: codeList,
  omim: codeList,
  mondo: codeList,
  gard: codeList,
  icd10: codeList,
  icd11: codeList,
  mesh: codeList,
  umls: codeList,
  medgen: codeList,
  doid: codeList,
  ncit: codeList,
  nord: codeList
}).annotations({ identifier: "Codes", description: 'Codes by vocabulary, such as `{"orpha": ["ORPHA:558"]}`.' })

/** A category of diseases. */
export const Category = Schema.Struct({ id: CategoryId, name: Schema.String }).annotations({ identifier: "Category" })

/** A category with how many diseases it holds. */
export const CategoryCount = Schema.Struct({
  ...Category.fields,
  diseaseCount: Schema.Number.pipe(Schema.int())
}).annotations({ identifier: "CategoryCount" })
export type CategoryCount = typeof CategoryCount.Type

/** What of a disease a search found; of a subtype that came along with its supertype, the supertype's name. */
export const MatchedOn = Schema.Struct({
  field: Schema.Literal("name", "synonym", "abbreviation", "code", "description", "gene", "parent"),
  text: Schema.String
}).annotations({
  identifier: "MatchedOn",
  description: "What the search found; `parent` where it found a supertype of this disease."
})
export type MatchedOn = typeof MatchedOn.Type

/** A disease in a list; `matchedOn` is there when searching. */
export const Disease = Schema.Struct({
  id: DiseaseId,
  name: Schema.String,
  synonyms: Schema.Array(Schema.String),
  codes: Codes,
  categories: Schema.Array(Category),
  postCount: Schema.Number.pipe(Schema.int()),
  matchedOn: Schema.optionalWith(MatchedOn, { as: "Option", exact: true })
}).annotations({ identifier: "Disease", description: "A disease; `matchedOn` when searching." })
export type Disease = typeof Disease.Type

/** Where facts about a disease come from, as their licences ask. */
export const Source = Schema.Struct({
  name: Schema.String,
  licence: Schema.String,
  url: Schema.String,
  version: Schema.String,
  attribution: Schema.String
}).annotations({ identifier: "Source", description: "Where the facts come from, and under which licence." })
export type Source = typeof Source.Type

/** How frequent a disease is, in one region. */
export const Prevalence = Schema.Struct({
  type: Schema.String.annotations({ description: "What is counted, such as `Point prevalence`." }),
  class: Schema.NullOr(Schema.String).annotations({ description: "A range, such as `1-9 / 100 000`." }),
  value: Schema.NullOr(Schema.Number).annotations({
    description: "The mean for 100,000 people; of `Cases/families` how many of them are known."
  }),
  region: Schema.String,
  validated: Schema.Boolean
}).annotations({ identifier: "Prevalence", description: "How frequent the disease is, in one region." })
export type Prevalence = typeof Prevalence.Type

/** A gene that has to do with a disease. */
export const Gene = Schema.Struct({
  symbol: Schema.String,
  name: Schema.String,
  association: Schema.String.annotations({
    description: "In what way, such as `Disease-causing germline mutation(s) in`."
  })
}).annotations({ identifier: "Gene", description: "A gene that has to do with the disease." })
export type Gene = typeof Gene.Type

/** A description that says something; none else. */
export const toldDescription = (description: string | null): string | null =>
  description?.trim() === "" ? null : description

/** How many subtypes the detail of a disease names. */
export const maxChildren = 100

/** A disease in full. */
export const DiseaseDetail = Schema.Struct({
  id: Disease.fields.id,
  name: Disease.fields.name,
  synonyms: Disease.fields.synonyms,
  codes: Disease.fields.codes,
  categories: Disease.fields.categories,
  postCount: Disease.fields.postCount,
  description: Schema.OptionFromNullOr(Schema.String),
  parents: Schema.Array(DiseaseName).annotations({ description: "What this is directly a kind of, by name." }),
  children: Schema.Array(DiseaseName).annotations({
    description: `What is directly a kind of this, by name; the first ${maxChildren}.`
  }),
  childCount: Schema.Number.pipe(Schema.int()).annotations({ description: "How many children there are in all." }),
  onset: Schema.Array(Schema.String).annotations({ description: "The ages at which it begins." }),
  inheritance: Schema.Array(Schema.String),
  prevalence: Schema.Array(Prevalence),
  genes: Schema.Array(Gene),
  sources: Schema.Array(Source)
}).annotations({ identifier: "DiseaseDetail", description: "A disease in full." })
export type DiseaseDetail = typeof DiseaseDetail.Type

/** One page of diseases; `categories` is there when asked for. */
export const DiseasePage = Schema.Struct({
  ...Page(Disease).fields,
  categories: Schema.optionalWith(Schema.Array(CategoryCount), { as: "Option", exact: true })
})
export type DiseasePage = typeof DiseasePage.Type

/** What a list of diseases is narrowed to. */
export interface DiseaseFilter {
  readonly search?: string | undefined
  readonly category?: CategoryId | undefined
}

/** How a disease is asked for: by its id, or by a code. */
export const DiseaseRef = Schema.Union(DiseaseId, DiseaseCode)
export type DiseaseRef = typeof DiseaseRef.Type

/** There is no disease of this id or code. */
export class DiseaseNotFound extends Schema.TaggedError<DiseaseNotFound>()("DiseaseNotFound", { ref: DiseaseRef }) {
  override get message() {
    return `there is no disease ${this.ref}: look for its name with search (find_diseases, /api/diseases?search=)`
  }
}

/** One disease was asked for, and a list narrowed by these filters too. */
export class DiseaseFilterClash extends Schema.TaggedError<DiseaseFilterClash>()("DiseaseFilterClash", {
  filters: Schema.Array(Schema.String)
}) {
  override get message() {
    const filters = this.filters.join(", ")
    return `diseaseId asks for one disease in full, and ${filters} for a list: leave out diseaseId, or ${filters}`
  }
}

/** A post or a profile names diseases that are not there. */
export class UnknownDiseases extends Schema.TaggedError<UnknownDiseases>()("UnknownDiseases", {
  field: Schema.String,
  ids: Schema.Array(DiseaseId)
}) {
  override get message() {
    return `${this.field} names no disease we know: ${this.ids.join(", ")}`
  }
}
