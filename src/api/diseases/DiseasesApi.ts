import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { DiseaseCode } from "@rare-disease-community/catalogue/DiseaseCode"
import { maxDiseasesFound } from "@rare-disease-community/names/Limits"
import { Schema } from "effect"
import { DiseaseDetail, DiseasePage } from "../../domain/diseases/Disease.ts"
import { CategoryId, DiseaseId } from "../../domain/Ids.ts"
import { LanguageCode } from "../../domain/Language.ts"
import { maxPhenotypes, maxSymptoms, PhenotypeList } from "../../domain/phenotypes/Phenotype.ts"
import { text } from "../../domain/Text.ts"
import { Anyone } from "../Access.ts"
import { diseaseDetail, Example, pageWith } from "../document/Samples.ts"
import { Keeps, sharedUntilChanged } from "../Keeps.ts"
import { decimal, optional, pageQuery, SearchQuery, Yes } from "../Query.ts"
import { NotFound } from "../WireErrors.ts"

const diseaseCodes = ["ORPHA:558", "OMIM:154700", "MONDO:0007947"]

/** The path of a disease: its id, or a code. */
export const DiseasePath = Schema.Struct({
  id: Schema.Union(
    decimal(DiseaseId),
    DiseaseCode.annotations({ jsonSchema: { type: "string", examples: diseaseCodes } })
  )
})

const lang = optional(LanguageCode, {
  description:
    "The language of `localName`, such as `fr`; a search finds names in it, and in English, before equal ones in others. " +
    "It is also that of `symptoms`; without it, theirs is detected."
})

export const DiseaseQuery = Schema.Struct({
  ...pageQuery(),
  search: optional(SearchQuery, {
    description:
      "A name, synonym, abbreviation, code or gene, in any spelling, whole or half typed, with typing errors maybe, " +
      "or in a sentence. What no name explains is read as signs, as `symptoms` are: `readAs` says which."
  }),
  category: optional(decimal(CategoryId), { description: "Only diseases of this category." }),
  includeDescendants: optional(Yes, {
    description: "Adds, after all results, the subtypes of diseases that `search` finds by their whole name or code.",
    unset: false
  }),
  categories: optional(Yes, { description: "Lists the categories too.", unset: false }),
  symptoms: optional(text(maxSymptoms), {
    description:
      "Signs and symptoms in words, in any language that phenotypes have names in: ranks diseases by them. " +
      "`recognised` says what was understood, `unsure` what does not count, since it was in part only or is a relative's, `unknown` what was not."
  }),
  phenotypes: optional(PhenotypeList, {
    description: `Ids of phenotypes, such as \`HP:0001250,HP:0001249\`, ${maxPhenotypes} at most: ranks diseases by them.`
  }),
  excluded: optional(PhenotypeList, { description: "Ids of phenotypes that are absent, likewise." }),
  lang
})

/** Diseases (spec, Disease endpoints). */
export class DiseasesApi extends HttpApiGroup.make("diseases")
  .add(
    HttpApiEndpoint.get("list", "/diseases")
      .annotate(Keeps, sharedUntilChanged)
      .setUrlParams(DiseaseQuery)
      .addSuccess(DiseasePage)
      .annotate(OpenApi.Summary, "List and search diseases")
      .annotate(
        OpenApi.Description,
        "One page of diseases by name, or the best matches of a search first, " +
          `${maxDiseasesFound.toLocaleString("en")} at most. A search by signs ` +
          "(`symptoms`, `phenotypes`) says for each disease what matched, by which annotation, and what speaks against it. " +
          "It is not a diagnosis."
      )
      .annotate(Example, {
        response: pageWith({ ...diseaseDetail, matchedOn: { field: "abbreviation", text: "MFS" } })
      })
  )
  .add(
    HttpApiEndpoint.get("get", "/diseases/:id")
      .annotate(Keeps, sharedUntilChanged)
      .setPath(DiseasePath)
      .setUrlParams(Schema.Struct({ lang }))
      .addSuccess(DiseaseDetail)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Read about a disease")
      .annotate(
        OpenApi.Description,
        "The disease in full, by its id here, by a code such as `ORPHA:558` in any way of writing it, or by the address " +
          "of its page there. The id or code of a merged disease leads to the disease that it was merged into."
      )
      .annotate(Example, {
        response: {
          ...diseaseDetail,
          description: "An inherited disorder of connective tissue.",
          parents: [{ id: 340, name: "Heritable connective tissue disorder" }],
          children: [{ id: 2210, name: "Neonatal Marfan syndrome" }],
          childCount: 1,
          onset: ["All ages"],
          inheritance: ["Autosomal dominant"],
          prevalence: [
            { type: "Point prevalence", class: "1-5 / 10 000", value: 15, region: "Europe", validated: true }
          ],
          genes: [{ symbol: "FBN1", name: "fibrillin 1", association: "Disease-causing germline mutation(s) in" }],
          sources: [
            {
              name: "Mondo Disease Ontology",
              licence: "CC BY 4.0",
              url: "https://mondo.monarchinitiative.org",
              version: "2026-08-21",
              attribution: "Mondo Disease Ontology, Monarch Initiative, CC BY 4.0; changed (subset, merged)."
            }
          ]
        }
      })
  )
  .middlewareEndpoints(Anyone)
  .annotateContext(OpenApi.annotations({ title: "Diseases", description: "The catalogue of rare diseases." }))
  .prefix("/api") {}
