import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { PhenotypeDetail, PhenotypePage, PhenotypeRef } from "../../domain/phenotypes/Phenotype.ts"
import { Anyone } from "../Access.ts"
import { Example, pageWith } from "../document/Samples.ts"
import { Keeps, sharedUntilChanged } from "../Keeps.ts"
import { optional, pageQuery, SearchQuery } from "../Query.ts"
import { NotFound } from "../WireErrors.ts"

const seizure = {
  id: "HP:0001250",
  name: "Seizure",
  synonyms: ["Epileptic seizure", "Seizures"]
} as const

/** Signs and symptoms (contract, Symptoms and languages). */
export class PhenotypesApi extends HttpApiGroup.make("phenotypes")
  .add(
    HttpApiEndpoint.get("list", "/phenotypes")
      .annotate(Keeps, sharedUntilChanged)
      .setUrlParams(
        Schema.Struct({
          ...pageQuery(),
          search: optional(SearchQuery, {
            description:
              "A name, synonym, everyday word or id, with typing errors maybe, whole or half typed; also in other languages."
          })
        })
      )
      .addSuccess(PhenotypePage)
      .annotate(OpenApi.Summary, "List and search phenotypes")
      .annotate(
        OpenApi.Description,
        "One page of signs and symptoms of the Human Phenotype Ontology by id, or the best matches of a search first."
      )
      .annotate(Example, {
        response: {
          ...pageWith({
            ...seizure,
            matchedOn: { field: "name", text: "Krampfanfall", lang: "de", status: "official" }
          }),
          versions: { hpo: "2025-05-06", orphanet: "1.3.42" },
          source: "This service is using the Human Phenotype Ontology (version 2025-05-06)."
        }
      })
  )
  .add(
    HttpApiEndpoint.get("get", "/phenotypes/:id")
      .annotate(Keeps, sharedUntilChanged)
      .setPath(
        Schema.Struct({
          id: PhenotypeRef
        })
      )
      .addSuccess(PhenotypeDetail)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Read about a phenotype")
      .annotate(
        OpenApi.Description,
        "The sign or symptom in full. An alternative id leads to the phenotype that replaced it."
      )
      .annotate(Example, {
        response: {
          ...seizure,
          definition: "An intermittent abnormality of nervous system physiology.",
          parents: [{ id: "HP:0012638", name: "Abnormal nervous system physiology" }],
          diseaseCount: 2954,
          names: [{ lang: "de", name: "Krampfanfall", status: "official" }],
          sources: [
            {
              name: "Human Phenotype Ontology",
              licence: "https://human-phenotype-ontology.github.io/license.html",
              url: "http://www.human-phenotype-ontology.org",
              version: "2025-05-06",
              attribution: "This service is using the Human Phenotype Ontology (version 2025-05-06)."
            }
          ]
        }
      })
  )
  .middlewareEndpoints(Anyone)
  .annotateContext(
    OpenApi.annotations({ title: "Phenotypes", description: "Signs and symptoms, and the diseases that have them." })
  )
  .prefix("/api") {}
