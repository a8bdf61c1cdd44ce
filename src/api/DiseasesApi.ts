import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { DiseaseCode, DiseaseDetail, DiseasePage } from "../domain/Disease.ts"
import { CategoryId, DiseaseId } from "../domain/Ids.ts"
import { Anyone } from "./Access.ts"
import { decimal } from "./Decimal.ts"
import { example } from "./Example.ts"
import { optional, pageQuery, SearchQuery, Yes } from "./Query.ts"
import { diseaseDetail, pageWith } from "./Samples.ts"
import { NotFound } from "./WireErrors.ts"

/** Diseases (spec, Disease endpoints). */
export class DiseasesApi extends HttpApiGroup.make("diseases")
  .add(
    HttpApiEndpoint.get("list", "/diseases")
      .setUrlParams(
        Schema.Struct({
          ...pageQuery(),
          search: optional(SearchQuery, {
            description: "A name, synonym, abbreviation or code, whole or half typed, with a typing error maybe."
          }),
          category: optional(decimal(CategoryId), { description: "Only diseases of this category." }),
          categories: optional(Yes, { description: "Whether to list the categories too.", unset: false })
        })
      )
      .addSuccess(DiseasePage)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "List and search diseases")
      .annotate(OpenApi.Description, "One page of diseases by name, or the best matches of a search first.")
      .annotate(
        ...example({
          status: 200,
          response: pageWith({ ...diseaseDetail, matchedOn: { field: "abbreviation", text: "MFS" } })
        })
      )
  )
  .add(
    HttpApiEndpoint.get("get", "/diseases/:id")
      .setPath(
        Schema.Struct({
          id: Schema.Union(decimal(DiseaseId), DiseaseCode).annotations({
            jsonSchema: { type: "string", examples: ["12", "ORPHA:558", "OMIM:154700", "MONDO:0007947"] }
          })
        })
      )
      .addSuccess(DiseaseDetail)
      .addError(NotFound.wire)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Read about a disease")
      .annotate(OpenApi.Description, "The disease in full, by its id here or by a code such as `ORPHA:558`.")
      .annotate(
        ...example({
          status: 200,
          response: {
            ...diseaseDetail,
            description: "An inherited disorder of connective tissue.",
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
  )
  .annotate(OpenApi.Title, "Diseases")
  .annotate(OpenApi.Description, "The catalogue of rare diseases.")
  .prefix("/api") {}
