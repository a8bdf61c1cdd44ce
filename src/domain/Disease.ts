import { Schema } from "effect"
import { CategoryId, DiseaseId } from "./Ids.ts"
import { Page } from "./Page.ts"

/** The vocabularies whose codes are kept, by the member of `codes` that holds them. */
export const codeSystems = ["orpha", "omim", "mondo", "gard", "icd10", "mesh"] as const

const codeList = Schema.optionalWith(Schema.Array(Schema.String), { exact: true })

/** The codes of a disease, such as `ORPHA:558`; a vocabulary that has none is absent. */
export const Codes = Schema.Struct({
  orpha: codeList,
  omim: codeList,
  mondo: codeList,
  gard: codeList,
  icd10: codeList,
  mesh: codeList
}).annotations({ identifier: "Codes", description: 'Codes by vocabulary, such as `{"orpha": ["ORPHA:558"]}`.' })

/** A category of diseases. */
export const Category = Schema.Struct({ id: CategoryId, name: Schema.String }).annotations({ identifier: "Category" })

/** A category with how many diseases it holds. */
export const CategoryCount = Schema.Struct({
  ...Category.fields,
  diseaseCount: Schema.Number.pipe(Schema.int())
}).annotations({ identifier: "CategoryCount" })
export type CategoryCount = typeof CategoryCount.Type

/** What of a disease a search found. */
export const MatchedOn = Schema.Struct({
  field: Schema.Literal("name", "synonym", "abbreviation", "code"),
  text: Schema.String
}).annotations({ identifier: "MatchedOn", description: "What the search found." })
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

/** A disease in full. */
export const DiseaseDetail = Schema.Struct({
  id: Disease.fields.id,
  name: Disease.fields.name,
  synonyms: Disease.fields.synonyms,
  codes: Disease.fields.codes,
  categories: Disease.fields.categories,
  postCount: Disease.fields.postCount,
  description: Schema.OptionFromNullOr(Schema.String),
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

const codePattern = /^(orpha|orphanet|omim|mim|mondo|gard|icd-?10|mesh) ?[:_]? ?([a-z]?[0-9][a-z0-9.]*)$/i

const systemOf: Readonly<Record<string, string>> = { orphanet: "orpha", mim: "omim", "icd-10": "icd10" }

/**
 * The key under which a code is found, however it is written: `ORPHA:558`, `orpha558` and `Orphanet 558` are one.
 * GARD's padding is dropped. None for what is no code.
 */
export const codeKey = (typed: string): string | undefined => {
  const [, prefix = "", rest = ""] = codePattern.exec(typed.trim()) ?? []
  if (rest === "") return undefined
  const system = prefix.toLowerCase()
  return `${systemOf[system] ?? system}:${rest.toLowerCase().replace(/^0+(?=\d)/, "")}`
}

/** A code in any way of writing it; it may be nobody's. */
export const DiseaseCode = Schema.String.pipe(
  Schema.filter((typed) => codeKey(typed) !== undefined || "must be a code such as ORPHA:558"),
  Schema.brand("DiseaseCode")
)

/** How a disease is asked for: by its id, or by a code. */
export const DiseaseRef = Schema.Union(DiseaseId, DiseaseCode)
export type DiseaseRef = typeof DiseaseRef.Type

/** There is no disease of this id or code. */
export class DiseaseNotFound extends Schema.TaggedError<DiseaseNotFound>()("DiseaseNotFound", { ref: DiseaseRef }) {
  override get message() {
    return `there is no disease ${this.ref}: search for its name with /api/diseases?search=`
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
