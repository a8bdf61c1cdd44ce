import { Source } from "@rare-disease-community/catalogue/Source"
import { Schema, Struct } from "effect"
import { count, encodedAsMade, exactOptional, maybe } from "../Fields.ts"
import { HelpLine } from "../HelpLine.ts"
import { DiseaseId } from "../Ids.ts"
import { Page } from "../Page.ts"
import { frequencyFields } from "./FrequencyFields.ts"

const pattern = /^hp[:_](\d{7})$/i

/** The id of a phenotype, such as `HP:0001250`, in either case. */
export const PhenotypeId = Schema.transform(
  Schema.String.pipe(
    Schema.filter((typed) => pattern.test(typed.trim()) || "must be the id of a phenotype, such as HP:0001250")
  ).annotations({ jsonSchema: { type: "string", examples: ["HP:0001250"] } }),
  Schema.String.pipe(Schema.brand("PhenotypeId")),
  { strict: false, decode: (typed) => typed.trim().toUpperCase().replace("_", ":"), encode: (id) => id }
)
export type PhenotypeId = typeof PhenotypeId.Type

/** The id of a phenotype in a path, where its number is enough. */
export const PhenotypeRef = Schema.transform(
  Schema.String.pipe(Schema.pattern(/^(?:hp[:_]\d{7}|[1-9]\d{0,6})$/i)).annotations({
    jsonSchema: { type: "string", examples: ["HP:0001250"] }
  }),
  Schema.String.pipe(Schema.brand("PhenotypeId")),
  {
    strict: false,
    decode: (typed) => `HP:${typed.replace(/^\D+/, "").padStart(7, "0")}`,
    encode: (id) => id
  }
)

/** Up to this many signs fit too many diseases to tell them apart. */
export const fewPhenotypes = 2

/** The maximum number of phenotypes of a search. */
export const maxPhenotypes = 50

/** The maximum number of characters of symptoms in words. */
export const maxSymptoms = 2_000

export const PhenotypeIds = Schema.Array(PhenotypeId).pipe(
  Schema.maxItems(maxPhenotypes, { message: () => `must be at most ${maxPhenotypes} ids` })
)

/** Ids with commas between them. */
export const PhenotypeList = Schema.compose(
  Schema.transform(Schema.String, Schema.Array(Schema.String), {
    strict: true,
    decode: (text) => text.split(",").filter((part) => part.trim() !== ""),
    encode: (ids) => ids.join(",")
  }),
  PhenotypeIds
)

/** Human Phenotype Ontology and Orphanet, by the releases that are used. */
export const DataVersions = Schema.Struct({ hpo: Schema.String, orphanet: Schema.String }).annotations({
  identifier: "DataVersions",
  description: "The releases of the Human Phenotype Ontology and of Orphanet's phenotypes."
})

const status = Schema.Literal("official", "candidate", "machine").annotations({
  description: "How far the translators got: `candidate` is not reviewed, `machine` was made by a program."
})

export const Phenotype = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  synonyms: Schema.Array(Schema.String),
  matchedOn: maybe(
    Schema.Struct({
      field: Schema.Literal("id", "name", "synonym", "lay", "abbreviation", "ours"),
      text: Schema.String,
      lang: Schema.String,
      status
    })
  )
}).annotations({ identifier: "Phenotype", description: "A sign or symptom; `matchedOn` when searching." })
export type Phenotype = typeof Phenotype.Type

export const PhenotypePage = Schema.Struct({ ...Page(Phenotype).fields, versions: DataVersions, source: Schema.String })
export type PhenotypePage = typeof PhenotypePage.Type

export const PhenotypeDetail = Schema.Struct({
  id: Phenotype.fields.id,
  name: Phenotype.fields.name,
  synonyms: Phenotype.fields.synonyms,
  definition: Schema.OptionFromNullOr(Schema.String),
  parents: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })),
  diseaseCount: count.annotations({
    description: "The number of diseases that are annotated with it or a kind of it."
  }),
  names: Schema.Array(Schema.Struct({ lang: Schema.String, name: Schema.String, status })),
  sources: Schema.Array(Source)
}).annotations({ identifier: "PhenotypeDetail", description: "A sign or symptom in full." })
export type PhenotypeDetail = typeof PhenotypeDetail.Type

export class PhenotypeNotFound extends Schema.TaggedError<PhenotypeNotFound>()("PhenotypeNotFound", {
  id: Schema.String,
  /** Those to consider instead of one that was given up. */
  consider: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
}) {
  override readonly message =
    this.consider.length === 0
      ? `there is no phenotype ${this.id}: look for its name with search`
      : `${this.id} was given up: consider ${this.consider.map(({ id, name }) => `${id} (${name})`).join(" or ")}`
}

/** A sign with the annotation that it matched, and how often that occurs in the disease. */
export const PhenotypeMatch = encodedAsMade(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    by: Schema.String.annotations({ description: "The phenotype that the disease is annotated with." }),
    byName: Schema.String,
    ...frequencyFields
  }).annotations({ identifier: "PhenotypeMatch" })
)

export const RecognisedPhenotype = Schema.Struct({
  text: Schema.String,
  id: Schema.String,
  name: Schema.String,
  negated: Schema.Boolean
}).annotations({ identifier: "RecognisedPhenotype" })

/** A sign of which a text has a name in part only, or that it says of a relative: a question. */
export const UnsurePhenotype = Schema.Struct({
  ...Struct.omit(RecognisedPhenotype.fields, "negated"),
  whose: exactOptional(Schema.String).annotations({
    description: "Of a sign that a relative has: the words of the text that name them, such as `Her mother`."
  })
}).annotations({ identifier: "UnsurePhenotype" })

/** The group of a disease that a search by signs found, if several of its forms fit. */
export const FittingGroup = Schema.Struct({
  id: DiseaseId,
  name: Schema.String,
  localName: exactOptional(Schema.NullOr(Schema.String)),
  forms: count.annotations({
    description: "The number of its forms that fit, with half the score of the first or more."
  }),
  postCount: count.annotations({ description: "The number of posts about the group and all its forms." })
}).annotations({ identifier: "FittingGroup" })
export type FittingGroup = typeof FittingGroup.Type

/** The members that a search by signs adds to a disease of its list. */
export const signHit = {
  group: exactOptional(FittingGroup).annotations({
    description:
      "The group that it is a form of, where several of its forms fit. With one or two signs a group of three forms or more " +
      "is in the list itself, with the evidence of its commonest form, which follows it; then `group.id` is its own id."
  }),
  score: exactOptional(Schema.Number.pipe(Schema.between(0, 1))).annotations({
    description: "How well it fits the signs, from 0 to 1: an order, not a probability."
  }),
  matched: exactOptional(Schema.Array(PhenotypeMatch)),
  against: exactOptional(Schema.Array(PhenotypeMatch)).annotations({
    description: "Signs that were said to be absent and that it has, and signs that patients with it did not have."
  }),
  source: exactOptional(Schema.String)
}

/** The members that a search by signs adds to a page of diseases. */
export const signPage = {
  readAs: exactOptional(Schema.Literal("name", "signs")).annotations({
    description: "How `search` was read: what no name explains counts as signs."
  }),
  recognised: exactOptional(Schema.Array(RecognisedPhenotype)),
  unsure: exactOptional(Schema.Array(UnsurePhenotype)).annotations({
    description:
      "Signs that the words match in part only, or say of a relative (`whose`). They do not count: ask whether one is meant, and send its id in `phenotypes`."
  }),
  unknown: exactOptional(Schema.Array(Schema.String)).annotations({
    description: "Ids and words that are not known and were left out."
  }),
  notice: exactOptional(Schema.String).annotations({
    description: "What to know of these results: that they are no diagnosis, or that no disease has just this name."
  }),
  helpLines: exactOptional(Schema.Array(HelpLine)).annotations({
    description: "Whom to call, where the words may say that somebody thinks of ending their life."
  }),
  versions: exactOptional(DataVersions)
}

/** Suicidal ideation, and suicide behaviors: with them an answer has help lines. */
export const suicidalSigns: ReadonlySet<string> = new Set(["HP:0031589", "HP:5200330"])

/** The signs that a text is read for where only cries for help are looked for: those, and self-injurious behavior. */
export const signsOfHarm: ReadonlySet<string> = new Set([...suicidalSigns, "HP:0100716"])

export const notADiagnosis =
  "This is not a diagnosis: it compares signs with published descriptions of rare diseases, and may miss the right one. " +
  "Take the list to a doctor, best to a clinical geneticist or a centre of the European Reference Network for the group " +
  "of diseases, and read what members write about a disease (/api/posts?diseaseId=). Trouble breathing, sudden severe " +
  "chest pain, a first or long seizure, one side that droops or is weak, somebody who cannot be woken: first call the " +
  "emergency number (112, 911, 999)."

export class PhenotypesMisused extends Schema.TaggedError<PhenotypesMisused>()("PhenotypesMisused", {
  reason: Schema.Literal("search", "excludedAlone")
}) {
  override readonly message =
    this.reason === "search"
      ? "search looks for names, and symptoms and phenotypes for signs: send one or the other"
      : "excluded says which signs are absent: send phenotypes or symptoms too, the signs that are there"
}
