import { Context, Effect, Layer, Option } from "effect"
import type { InvalidCursor } from "../../domain/Cursor.ts"
import {
  type DiseaseDetail,
  type DiseaseFilter,
  DiseaseFilterClash,
  type DiseaseNotFound,
  type DiseasePage,
  type DiseaseRef
} from "../../domain/diseases/Disease.ts"
import { diseaseList, foundDiseaseList } from "../../domain/Lists.ts"
import { type PageRequest, pageOf, pageSliceOf } from "../../domain/Page.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/DiseasesRepo.ts"
import { withSpans } from "../Spans.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"

/** A request for a list of diseases. */
export interface DiseaseRequest extends PageRequest, DiseaseFilter {
  /** True to list the categories, too. */
  readonly categories?: boolean | undefined
  /** In a search, appends the subtypes of the diseases whose whole name or code matches. */
  readonly includeDescendants?: boolean | undefined
}

/** A request for a list of diseases, or with `diseaseId` for one disease in full. */
export interface DiseaseFindRequest extends DiseaseRequest {
  readonly diseaseId?: DiseaseRef | undefined
}

/** The catalogue of rare diseases (contract, Records). */
export class Diseases extends Context.Tag("services/diseases/Diseases")<
  Diseases,
  {
    /** One page of diseases by name, or of a search, best first (`DiseaseFinder`). Fails with `InvalidCursor`. */
    readonly list: (request: DiseaseRequest) => Effect.Effect<DiseasePage, InvalidCursor | Unavailable>

    /** The disease in full, by id or code. Fails with `DiseaseNotFound`. */
    readonly get: (ref: DiseaseRef) => Effect.Effect<DiseaseDetail, DiseaseNotFound | Unavailable>

    /** `get` of `diseaseId`, or else `list`. Fails with `DiseaseFilterClash` for an id with filters. */
    readonly find: (
      request: DiseaseFindRequest
    ) => Effect.Effect<DiseasePage | DiseaseDetail, InvalidCursor | DiseaseFilterClash | DiseaseNotFound | Unavailable>
  }
>() {
  static readonly layer = Layer.effect(Diseases, withSpans("Diseases", Effect.gen(make)))
}

function* make() {
  const repo = yield* DiseasesRepo
  const finder = yield* DiseaseFinder

  const listPage = Effect.fnUntraced(function* (request: DiseaseRequest) {
    const list = diseaseList(request.category)
    const window = yield* pageSliceOf(list, request)
    return pageOf(list, window, yield* repo.page(request, window))
  })

  const searchPage = Effect.fnUntraced(function* (search: string, request: DiseaseRequest) {
    const list = foundDiseaseList(search, request.category, request.includeDescendants)
    const window = yield* pageSliceOf(list, request)
    return pageOf(list, window, yield* finder.page({ ...request, search }, window))
  })

  const list = Effect.fnUntraced(function* (request: DiseaseRequest) {
    const page = yield* request.search === undefined ? listPage(request) : searchPage(request.search, request)
    return { ...page, categories: request.categories === true ? Option.some(yield* repo.categories) : Option.none() }
  })

  const find = ({
    diseaseId,
    ...request
  }: DiseaseFindRequest): Effect.Effect<
    DiseasePage | DiseaseDetail,
    InvalidCursor | DiseaseFilterClash | DiseaseNotFound | Unavailable
  > => {
    if (diseaseId === undefined) return list(request)
    const filters = Object.entries(request).flatMap(([name, value]) => (isSet(value) ? [name] : []))
    return filters.length === 0 ? repo.get(diseaseId) : new DiseaseFilterClash({ filters })
  }

  return Diseases.of({ list, get: repo.get, find })
}

/** False for an absent filter, and for the empty texts and `false` that agents fill in. */
const isSet = (value: unknown) => value !== undefined && value !== "" && value !== false
