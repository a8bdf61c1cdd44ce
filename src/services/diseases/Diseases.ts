import type { LocalNames } from "@rare-disease-community/names/LocalNames"
import { Array, Context, Effect, Layer, Option } from "effect"
import {
  type Disease,
  type DiseaseDetail,
  DiseaseFilterClash,
  type DiseaseNotFound,
  type DiseasePage,
  type DiseaseRef,
  NothingToFind
} from "../../domain/diseases/Disease.ts"
import type { DiseaseId } from "../../domain/Ids.ts"
import { diseaseList, diseasesBySignsList } from "../../domain/Lists.ts"
import { type InvalidCursor, pageOf, pageSliceOf, readPage } from "../../domain/Page.ts"
import { PhenotypesMisused } from "../../domain/phenotypes/Phenotype.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { PhenotypeSearch } from "../phenotypes/PhenotypeSearch.ts"
import { withSigns } from "../phenotypes/Phenotypes.ts"
import { withSpans } from "../Spans.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"
import { type GroupWithPosts, groupOfRare } from "./GroupOfRare.ts"
import { type DiseaseRequest, searchingPages } from "./SearchPages.ts"

/** A request for a list of diseases, or with `diseaseId` for one disease in full. */
export interface DiseaseFindRequest extends DiseaseRequest {
  readonly diseaseId?: DiseaseRef | undefined
}

type FindFailure =
  | InvalidCursor
  | DiseaseFilterClash
  | DiseaseNotFound
  | NothingToFind
  | PhenotypesMisused
  | Unavailable

/** The catalogue of rare diseases (contract, Records). */
export class Diseases extends Context.Tag("services/diseases/Diseases")<
  Diseases,
  {
    /**
     * One page of diseases by name, or of a search, best first (`DiseaseFinder`, `PhenotypeSearch`). A search that no
     * name explains is read as signs, if these are understood: `readAs` says which, and is missing while the signs are
     * read. Fails with `InvalidCursor`, and with `PhenotypesMisused` for signs together with a name, or only absent
     * ones.
     */
    readonly list: (request: DiseaseRequest) => StorageEffect<DiseasePage, InvalidCursor | PhenotypesMisused>

    /** The disease in full; without `phenotypes` while these are read. Fails with `DiseaseNotFound`. */
    readonly get: (ref: DiseaseRef, lang?: string | undefined) => StorageEffect<DiseaseDetail, DiseaseNotFound>

    /** The diseases of these ids in this order, in one query. Unknown, retired and repeated ids are left out. */
    readonly named: (ids: ReadonlyArray<DiseaseId>, lang?: string | undefined) => StorageEffect<ReadonlyArray<Disease>>

    /**
     * The group that a disease belongs to (`Families.groupOf`), with the number of posts about it and all its forms;
     * none for a disease with at least `enoughPosts` of its own, and for one without a group or a group without posts.
     */
    readonly groupOfRare: (id: DiseaseId) => StorageEffect<Option.Option<GroupWithPosts>>

    /** Some diseases that the newest posts are about, the latest first. */
    readonly discussed: (lang?: string | undefined) => StorageEffect<ReadonlyArray<Disease>>

    /**
     * `get` of `diseaseId`, or else `list`. Fails with `DiseaseFilterClash` for an id with filters, and with
     * `NothingToFind` for neither.
     */
    readonly find: (request: DiseaseFindRequest) => Effect.Effect<DiseasePage | DiseaseDetail, FindFailure>
  }
>() {
  static readonly layer = Layer.effect(Diseases, withSpans("Diseases", Effect.gen(make)))
}

/** The number of newest posts in which `discussed` looks for diseases. */
const maxPostsRead = 100

/** The members of a request that choose a part of a list. A cursor belongs to a list that was asked for. */
const ofPages: ReadonlySet<string> = new Set(["page", "limit", "includeDescendants"])

/** The maximum number of diseases that `discussed` gives. */
const maxDiscussed = 12

/** The names of the filters that change something: agents fill in `false`, which does not. */
const givenIn = (filters: object): ReadonlyArray<string> =>
  Object.entries(filters).flatMap(([name, value]) => (value === undefined || value === false ? [] : [name]))

function* make() {
  const repo = yield* DiseasesRepo
  const posts = yield* PostsRepo
  const finder = yield* DiseaseFinder
  const signs = yield* PhenotypeSearch

  const listPage = listingPages(repo, finder)

  const searchPage = searchingPages(finder, signs)

  const signPage = Effect.fnUntraced(function* (request: DiseaseRequest) {
    if (request.search !== undefined) return yield* new PhenotypesMisused({ reason: "search" })
    if (request.symptoms === undefined && request.phenotypes === undefined)
      return yield* new PhenotypesMisused({ reason: "excludedAlone" })
    const list = diseasesBySignsList(request, request.category, request.lang)
    const window = yield* pageSliceOf(list, request)
    const read = yield* signs.read(request)
    return { ...pageOf(list, window, yield* signs.page(read, window)), ...read.understood }
  })

  const inLanguage = (lang: string | undefined) =>
    Effect.map(finder.localNames, (names) => (disease: Disease) => listedNames(disease, names, lang))

  const list = Effect.fnUntraced(function* (request: DiseaseRequest) {
    const hasSigns = [request.symptoms, request.phenotypes, request.excluded].some((one) => one !== undefined)
    const page = hasSigns
      ? yield* signPage(request)
      : yield* request.search === undefined ? listPage(request) : searchPage(request)
    const categories = request.categories === true ? Option.some(yield* repo.categories) : Option.none()
    return { ...page, data: page.data.map(yield* inLanguage(request.lang)), categories }
  })

  const get = Effect.fnUntraced(function* (ref: DiseaseRef, lang?: string) {
    const disease = yield* repo.get(ref)
    return withSigns(withNames(disease, yield* finder.localNames, lang), yield* signs.ofDisease(disease))
  })

  const named = Effect.fnUntraced(function* (ids: ReadonlyArray<DiseaseId>, lang?: string) {
    if (ids.length === 0) return []
    return (yield* repo.findByIds(ids)).map(yield* inLanguage(lang))
  })

  const discussed = Effect.fnUntraced(function* (lang?: string) {
    const { items } = yield* posts.page({}, { offset: 0, limit: maxPostsRead })
    const ids = Array.dedupe(Array.getSomes(items.map(({ disease }) => Option.map(disease, ({ id }) => id))))
    return yield* named(ids.slice(0, maxDiscussed), lang)
  })

  const find = ({
    diseaseId,
    lang,
    ...request
  }: DiseaseFindRequest): Effect.Effect<DiseasePage | DiseaseDetail, FindFailure> => {
    const given = givenIn(request)
    if (diseaseId === undefined) {
      return given.some((name) => !ofPages.has(name)) ? list({ ...request, lang }) : new NothingToFind()
    }
    return given.length === 0 ? get(diseaseId, lang) : new DiseaseFilterClash({ filters: given })
  }

  return Diseases.of({ list, get, named, groupOfRare: yield* groupOfRare, discussed, find })
}

/** The list by name; the total of all diseases is of those that can be found. */
const listingPages = (repo: DiseasesRepo["Type"], finder: DiseaseFinder["Type"]) => (request: DiseaseRequest) =>
  readPage(diseaseList(request.category), request, (slice) =>
    Effect.flatMap(repo.page(request, slice), (page) =>
      request.category === undefined
        ? Effect.map(finder.findable(page.total), (total) => ({ ...page, total }))
        : Effect.succeed(page)
    )
  )

/** Without offensive names. A disease that was found by one says its own name. */
const listedNames = (disease: Disease, local: LocalNames, lang: string | undefined): Disease => {
  const codes = Object.values(disease.codes).flat()
  const shown = {
    ...disease,
    synonyms: disease.synonyms.filter((name) => local.isShown(codes, name)),
    matchedOn: Option.map(disease.matchedOn, (match) =>
      local.isShown(codes, match.text) ? match : { field: "name" as const, text: disease.name }
    )
  }
  return lang === undefined ? shown : { ...shown, localName: local.main(codes, lang) }
}

const withNames = (disease: DiseaseDetail, local: LocalNames, lang: string | undefined): DiseaseDetail => {
  const codes = Object.values(disease.codes).flat()
  const names = local.of(codes).filter(({ name }) => local.isShown(codes, name))
  const synonyms = disease.synonyms.filter((name) => local.isShown(codes, name))
  const languages = new Set(names.map((name) => name.lang))
  const sources = local.sources.filter((source) => languages.has(source.lang)).map(({ source }) => source)
  const shown = { ...disease, names, synonyms, sources: [...disease.sources, ...sources] }
  return lang === undefined ? shown : { ...shown, localName: local.main(codes, lang) }
}
