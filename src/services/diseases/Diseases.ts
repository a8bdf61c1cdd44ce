import type { LocalNames } from "@rare-disease-community/names/LocalNames"
import { textTokens } from "@rare-disease-community/text/NameWords"
import { Array, Context, Effect, Layer, Option } from "effect"
import {
  type Disease,
  type DiseaseDetail,
  type DiseaseFilter,
  DiseaseFilterClash,
  type DiseaseNotFound,
  type DiseasePage,
  type DiseaseRef,
  NothingToFind,
  type PhenotypeFilter
} from "../../domain/diseases/Disease.ts"
import type { DiseaseId } from "../../domain/Ids.ts"
import { diseaseList, diseasesBySignsList, foundDiseaseList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, pageOf, pageSliceOf, readPage } from "../../domain/Page.ts"
import { PhenotypesMisused } from "../../domain/phenotypes/Phenotype.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { PhenotypeSearch, type ReadSigns } from "../phenotypes/PhenotypeSearch.ts"
import { withSigns } from "../phenotypes/Phenotypes.ts"
import { withSpans } from "../Spans.ts"
import { DiseaseFinder, type FoundDiseases } from "./DiseaseFinder.ts"
import { type GroupWithPosts, groupOfRare } from "./GroupOfRare.ts"

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
      : yield* request.search === undefined ? listPage(request) : searchPage(request.search, request)
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

/** A word in a script with spaces: a mistyped one that names have is a name, since names of signs are in names, too. */
const oneWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u

/** The list by name; the total of all diseases is of those that can be found. */
const listingPages = (repo: DiseasesRepo["Type"], finder: DiseaseFinder["Type"]) => (request: DiseaseRequest) =>
  readPage(diseaseList(request.category), request, (slice) =>
    Effect.flatMap(repo.page(request, slice), (page) =>
      request.category === undefined
        ? Effect.map(finder.findable(page.total), (total) => ({ ...page, total }))
        : Effect.succeed(page)
    )
  )

/**
 * Finds by name, and by signs what no name explains, if these are understood. A name in a sentence is what was meant if
 * the rest says no sign: "they say it is cystic fibrosis". Beside signs it comes first, if it is much of the search:
 * "Gaucher disease enlarged spleen".
 */
const searchingPages = (finder: DiseaseFinder["Type"], signs: PhenotypeSearch["Type"]) => {
  /** The diseases of a name that a search mentions, and whether its other words say signs. */
  const mentionedIn = Effect.fnUntraced(function* (search: string, request: DiseaseRequest, understood: Understood) {
    const mention = (yield* finder.index).mentioned(search)
    if (mention === undefined) return undefined
    if (!mention.isWhole && !isUnknown(understood, mention.name)) return undefined
    const found = yield* finder.find({ ...request, search: mention.name })
    const isShort = mention.isProper && textTokens(search).length <= maxShortWords
    const isMost = isShort || mention.share >= minNamedShare
    return { ...mention, found, hasSigns: saysSigns(understood, mention.rest), isMost }
  })

  return Effect.fnUntraced(function* (search: string, request: DiseaseRequest) {
    const { category, includeDescendants, lang } = request
    const list = foundDiseaseList(search, category, includeDescendants, lang)
    const window = yield* pageSliceOf(list, request)
    const named = ({ hits }: FoundDiseases) =>
      Effect.map(finder.records(hits, window), (page) => {
        const items = page.items.map(({ disease, hit }) => ({ ...disease, matchedOn: Option.some(hit.matchedOn) }))
        return pageOf(list, window, { ...page, items })
      })
    const byName = (found: FoundDiseases) => Effect.map(named(found), (page) => ({ ...page, readAs: "name" as const }))
    const found = yield* finder.find({ ...request, search })
    if (found.nameMatch === "full") return yield* byName(found)
    const read = yield* Effect.option(signs.read({ symptoms: search, category, lang }))
    if (Option.isNone(read)) return yield* named(found)
    const { understood } = read.value
    const mentioned = yield* mentionedIn(search, request, understood)
    const mention = found.nameMatch === "other" && mentioned?.isProper !== true ? undefined : mentioned
    const isAlone = mention !== undefined && !mention.hasSigns && (mention.isWhole || mention.isMost)
    if (isAlone) return yield* byName(mention.found)
    if (!isUnderstood(read.value, found, search))
      return yield* byName(mention !== undefined && found.hits.length === 0 ? mention.found : found)
    // "Not Marfan, long fingers" names a disease that it is not.
    const meant = mention?.isMost === true && !read.value.hasNegation(mention.before) ? mention : undefined
    const first = meant?.found.hits[0]
    const ranked = pageOf(list, window, yield* signs.page(read.value, window, first?.id))
    const page = { ...ranked, ...understood, readAs: "signs" as const }
    return meant === undefined || first === undefined ? page : withNamed(page, first, meant.name)
  })
}

/** A disease that a search names beside signs, or may name, counts if its name has this share of the search. */
const minNamedShare = 0.2

/** In a search of at most so many words an abbreviation or the name of a person counts: "TSC with seizures every day". */
const maxShortWords = 12

type Understood = Pick<DiseasePage, "recognised" | "unknown" | "unsure">

/** Tells whether a text has all words of another one. */
const isWithin = (text: string) => {
  const words = new Set(textTokens(text))
  return (other: string) => textTokens(other).every((word) => words.has(word))
}

/** A page by signs whose search names a disease: it says by which name, and the words of the name are not unknown. */
const withNamed = <Page extends Pick<DiseasePage, "data" | "unknown">>(
  page: Page,
  hit: FoundDiseases["hits"][number],
  name: string
): Page => {
  const isOfName = isWithin(name)
  const named = (disease: Disease) =>
    disease.id === hit.id ? { ...disease, matchedOn: Option.some(hit.matchedOn) } : disease
  return { ...page, data: page.data.map(named), unknown: (page.unknown ?? []).filter((text) => !isOfName(text)) }
}

/** True if a word of a text is none of a sign: "crumbly brown teeth" does not mean Brown syndrome. */
const isUnknown = ({ unknown = [] }: Understood, text: string): boolean => {
  const words = new Set(unknown.flatMap(textTokens))
  return textTokens(text).some((word) => words.has(word))
}

/** True if a text denies signs, or if those of the patient or of a relative are in its words beside a name. */
const saysSigns = ({ recognised = [], unsure = [] }: Understood, besideName: string): boolean => {
  const isBeside = isWithin(besideName)
  const said = [...recognised, ...unsure.filter(({ whose }) => whose !== undefined)]
  return recognised.some(({ negated }) => negated) || said.some(({ text }) => isBeside(text))
}

/**
 * True if a search is better read as signs, which may only be feared or asked about: where names have a part of it, or
 * its words in another way, only if nothing of it is left and no word of the signs was taken for mistyped. Descriptions
 * with a sign that the search denies are no results: "no seizures".
 */
const isUnderstood = (
  { asked, understood: { recognised = [], unknown = [], unsure = [] } }: ReadSigns,
  { hits, nameMatch }: FoundDiseases,
  search: string
): boolean => {
  const saysSign = recognised.some(({ negated }) => !negated) || asked.unsure.some(({ isDoubted = false }) => isDoubted)
  const isFound = nameMatch !== "none" || (hits.length > 0 && recognised.length === 0)
  if (!saysSign) return !isFound && recognised.length + unsure.length > 0
  if (nameMatch === "none") return true
  const isAsWritten = asked.recognised.every(({ isCorrected = false }) => !isCorrected)
  return unknown.length === 0 && (isAsWritten || (nameMatch === "partial" && !oneWord.test(search.trim())))
}

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
