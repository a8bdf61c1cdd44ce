import { Context, Effect, Layer, Option } from "effect"
import type { DiseaseDetail, DiseaseFilter, DiseaseNotFound, DiseasePage, DiseaseRef } from "../domain/Disease.ts"
import { type PageRequest, pageOf, windowOf } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"

/** Which diseases to list, and whether the categories too. */
export interface DiseaseRequest extends PageRequest, DiseaseFilter {
  readonly categories?: boolean | undefined
  /** When searching: the subtypes of what is found by its whole name or code follow all that is found. */
  readonly includeDescendants?: boolean | undefined
}

const make = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const finder = yield* DiseaseFinder

  const found = ({ search, ...request }: DiseaseRequest) =>
    search === undefined
      ? repo.page(request, windowOf(request))
      : finder.page({ ...request, search }, windowOf(request))

  return Diseases.of({
    list: Effect.fnUntraced(function* (request) {
      const page = pageOf(request, yield* found(request))
      return { ...page, categories: request.categories === true ? Option.some(yield* repo.categories) : Option.none() }
    }),
    get: repo.get
  })
})

/** The catalogue of rare diseases (contract, Records). */
export class Diseases extends Context.Tag("services/Diseases")<
  Diseases,
  {
    /** One page of diseases by name, or of what a search finds, best first (`DiseaseFinder`). */
    readonly list: (request: DiseaseRequest) => Effect.Effect<DiseasePage, Unavailable>

    /** The disease in full, by id or code. Fails with `DiseaseNotFound`. */
    readonly get: (ref: DiseaseRef) => Effect.Effect<DiseaseDetail, DiseaseNotFound | Unavailable>
  }
>() {
  /** The rules above, over the port. */
  static readonly layer = Layer.effect(Diseases, make)
}
