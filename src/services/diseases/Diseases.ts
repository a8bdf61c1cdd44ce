import { Context, Effect, Layer, Option } from "effect"
import {
  type Disease,
  type DiseaseDetail,
  type DiseaseFilter,
  DiseaseFilterClash,
  type DiseaseNotFound,
  type DiseasePage,
  type DiseaseRef,
  type PhenotypeFilter
} from "../../domain/diseases/Disease.ts"
import type { DiseaseId } from "../../domain/Ids.ts"
import { diseaseList, foundDiseaseList, signedDiseaseList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, pageOf, pageSliceOf, readPage } from "../../domain/Page.ts"
import { PhenotypesMisused } from "../../domain/phenotypes/Phenotype.ts"
import type { Call, Unavailable } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/DiseasesRepo.ts"
import type { LocalNames } from "../../search/diseases/LocalNames.ts"
import type { DiseasePhenotypes } from "../phenotypes/DiseasePhenotypes.ts"
import { PhenotypeSearch } from "../phenotypes/PhenotypeSearch.ts"
import { signSources } from "../phenotypes/Phenotypes.ts"
import { withSpans } from "../Spans.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"

export interface DiseaseRequest extends PageRequest, DiseaseFilter, PhenotypeFilter {
  readonly categories?: boolean | undefined
  /** In a search, appends the subtypes of the diseases whose whole name or code matches. */
  readonly includeDescendants?: boolean | undefined
  readonly lang?: string | undefined
}

/** A request for a list of diseases, or with `diseaseId` for one disease in full. */
export interface DiseaseFindRequest extends DiseaseRequest {
  readonly diseaseId?: DiseaseRef | undefined
}

/** A page of diseases, and what its search was read as. */
export interface ReadDiseases {
  readonly page: DiseasePage
  readonly readAs: "name" | "signs"
}

type FindFailure = InvalidCursor | DiseaseFilterClash | DiseaseNotFound | PhenotypesMisused | Unavailable

/** The catalogue of rare diseases (contract, Records). */
export class Diseases extends Context.Tag("services/diseases/Diseases")<
  Diseases,
  {
    /**
     * One page of diseases by name, or of a search, best first (`DiseaseFinder`, `PhenotypeSearch`). Fails with
     * `InvalidCursor`, and with `PhenotypesMisused` for signs together with a name, or only absent ones.
     */
    readonly list: (request: DiseaseRequest) => Call<DiseasePage, InvalidCursor | PhenotypesMisused>

    /** `list`; a search whose best match is no name is read as signs, if these are understood. Fails as `list` does. */
    readonly read: (request: DiseaseRequest) => Call<ReadDiseases, InvalidCursor | PhenotypesMisused>

    /** The disease in full; without `phenotypes` while these are read. Fails with `DiseaseNotFound`. */
    readonly get: (ref: DiseaseRef, lang?: string | undefined) => Call<DiseaseDetail, DiseaseNotFound>

    /** The diseases of these ids in this order, in one query. Unknown, retired and repeated ids are left out. */
    readonly named: (ids: ReadonlyArray<DiseaseId>, lang?: string | undefined) => Call<ReadonlyArray<Disease>>

    /** `get` of `diseaseId`, or else `list`. Fails with `DiseaseFilterClash` for an id with filters. */
    readonly find: (request: DiseaseFindRequest) => Effect.Effect<DiseasePage | DiseaseDetail, FindFailure>
  }
>() {
  static readonly layer = Layer.effect(Diseases, withSpans("Diseases", Effect.gen(make)))
}

function* make() {
  const repo = yield* DiseasesRepo
  const finder = yield* DiseaseFinder
  const signs = yield* PhenotypeSearch

  const listPage = (request: DiseaseRequest) =>
    readPage(diseaseList(request.category), request, (slice) => repo.page(request, slice))

  const searchPage = (search: string, request: DiseaseRequest) => {
    const list = foundDiseaseList(search, request.category, request.includeDescendants, request.lang)
    return readPage(list, request, (slice) => finder.page({ ...request, search }, slice))
  }

  const signPage = Effect.fnUntraced(function* (request: DiseaseRequest) {
    if (request.search !== undefined) return yield* new PhenotypesMisused({ reason: "search" })
    if (request.symptoms === undefined && request.phenotypes === undefined)
      return yield* new PhenotypesMisused({ reason: "excludedAlone" })
    const list = signedDiseaseList(request, request.category)
    const window = yield* pageSliceOf(list, request)
    const { beside, found } = yield* signs.page(request, window)
    return { ...pageOf(list, window, found), ...beside }
  })

  const inLanguage = (lang: string | undefined) =>
    Effect.map(finder.localNames, (names) => (disease: Disease): Disease => {
      if (lang === undefined) return disease
      const known = names.of(Object.values(disease.codes).flat()).find((name) => name.lang === lang)
      return { ...disease, localName: known?.name ?? null }
    })

  const list = Effect.fnUntraced(function* (request: DiseaseRequest) {
    const hasSigns = [request.symptoms, request.phenotypes, request.excluded].some((one) => one !== undefined)
    const page = hasSigns
      ? yield* signPage(request)
      : yield* request.search === undefined ? listPage(request) : searchPage(request.search, request)
    const categories = request.categories === true ? Option.some(yield* repo.categories) : Option.none()
    return { ...page, data: page.data.map(yield* inLanguage(request.lang)), categories }
  })

  const read = reading(list)

  const get = Effect.fnUntraced(function* (ref: DiseaseRef, lang?: string) {
    const disease = yield* repo.get(ref)
    return withSigns(withNames(disease, yield* finder.localNames, lang), yield* signs.ofDisease(disease.id))
  })

  const named = Effect.fnUntraced(function* (ids: ReadonlyArray<DiseaseId>, lang?: string) {
    if (ids.length === 0) return []
    const { items } = yield* repo.findByIds(ids)
    return items.map(yield* inLanguage(lang))
  })

  const find = ({
    diseaseId,
    ...request
  }: DiseaseFindRequest): Effect.Effect<DiseasePage | DiseaseDetail, FindFailure> => {
    if (diseaseId === undefined) return list(request)
    // `false` changes nothing, and agents fill it in.
    const filters = Object.entries(request).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [name]
    )
    return filters.length === 0 ? get(diseaseId) : new DiseaseFilterClash({ filters })
  }

  return Diseases.of({ list, read, get, named, find })
}

/** Lists diseases, and reads a search as signs where its best match is no name. */
const reading = (list: Diseases["Type"]["list"]) =>
  Effect.fnUntraced(function* ({ search, ...request }: DiseaseRequest) {
    const page = yield* list({ ...request, search })
    const byName: ReadDiseases = { page, readAs: "name" }
    const best = page.data[0]?.matchedOn ?? Option.none()
    if (search === undefined || Option.exists(best, ({ field }) => field !== "description")) return byName
    const signed = yield* Effect.option(list({ ...request, symptoms: search }))
    return Option.match(signed, {
      onNone: () => byName,
      onSome: (found): ReadDiseases => {
        const { recognised = [], unsure = [] } = found
        const isUnderstood = recognised.length > 0 || (unsure.length > 0 && page.data.length === 0)
        return isUnderstood ? { page: found, readAs: "signs" } : byName
      }
    })
  })

const withNames = (disease: DiseaseDetail, local: LocalNames, lang: string | undefined): DiseaseDetail => {
  const names = local.of(Object.values(disease.codes).flat())
  const languages = new Set(names.map((name) => name.lang))
  const sources = local.sources.filter((source) => languages.has(source.lang)).map(({ source }) => source)
  const shown = { ...disease, names, sources: [...disease.sources, ...sources] }
  return lang === undefined ? shown : { ...shown, localName: names.find((name) => name.lang === lang)?.name ?? null }
}

const withSigns = (disease: DiseaseDetail, signs: Option.Option<DiseasePhenotypes>): DiseaseDetail =>
  Option.match(signs, {
    onNone: () => disease,
    onSome: ({ phenotypes, versions }) => ({
      ...disease,
      phenotypes,
      sources: phenotypes.length === 0 ? disease.sources : [...disease.sources, ...signSources(versions)]
    })
  })
