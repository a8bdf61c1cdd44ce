import { Context, Effect, Layer, Option } from "effect"
import type { CursorRefused } from "../domain/Cursor.ts"
import {
  type DiseaseDetail,
  type DiseaseFilter,
  DiseaseFilterClash,
  type DiseaseNotFound,
  type DiseasePage,
  type DiseaseRef
} from "../domain/Disease.ts"
import { diseaseList, foundDiseaseList } from "../domain/Lists.ts"
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

/** A list of diseases, or with `diseaseId` one of them in full. */
export interface DiseaseQuestion extends DiseaseRequest {
  readonly diseaseId?: DiseaseRef | undefined
}

/** Whether a filter asks for something: agents fill in empty texts and `false`. */
const isSet = (value: unknown) => value !== undefined && value !== "" && value !== false

const make = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const finder = yield* DiseaseFinder

  const listed = Effect.fnUntraced(function* (request: DiseaseRequest) {
    const list = diseaseList(request.category)
    const window = yield* windowOf(list, request)
    return pageOf(list, window, yield* repo.page(request, window))
  })

  const found = Effect.fnUntraced(function* (search: string, request: DiseaseRequest) {
    const list = foundDiseaseList(search, request.category, request.includeDescendants)
    const window = yield* windowOf(list, request)
    return pageOf(list, window, yield* finder.page({ ...request, search }, window))
  })

  const list = Effect.fnUntraced(function* (request: DiseaseRequest) {
    const page = yield* request.search === undefined ? listed(request) : found(request.search, request)
    return { ...page, categories: request.categories === true ? Option.some(yield* repo.categories) : Option.none() }
  })

  const find = ({
    diseaseId,
    ...request
  }: DiseaseQuestion): Effect.Effect<
    DiseasePage | DiseaseDetail,
    CursorRefused | DiseaseFilterClash | DiseaseNotFound | Unavailable
  > => {
    if (diseaseId === undefined) return list(request)
    const filters = Object.entries(request).flatMap(([name, value]) => (isSet(value) ? [name] : []))
    return filters.length === 0 ? repo.get(diseaseId) : new DiseaseFilterClash({ filters })
  }

  return Diseases.of({ list, get: repo.get, find })
})

/** The catalogue of rare diseases (contract, Records). */
export class Diseases extends Context.Tag("services/Diseases")<
  Diseases,
  {
    /** One page of diseases by name, or of what a search finds, best first (`DiseaseFinder`). Fails with `CursorRefused`. */
    readonly list: (request: DiseaseRequest) => Effect.Effect<DiseasePage, CursorRefused | Unavailable>

    /** The disease in full, by id or code. Fails with `DiseaseNotFound`. */
    readonly get: (ref: DiseaseRef) => Effect.Effect<DiseaseDetail, DiseaseNotFound | Unavailable>

    /** Either of the two: the disease that `diseaseId` names, or a list. Fails with `DiseaseFilterClash` where both are asked for. */
    readonly find: (
      question: DiseaseQuestion
    ) => Effect.Effect<DiseasePage | DiseaseDetail, CursorRefused | DiseaseFilterClash | DiseaseNotFound | Unavailable>
  }
>() {
  /** The rules above, over the port. */
  static readonly layer = Layer.effect(Diseases, make)
}
