import { DiseaseCode } from "@rare-disease-community/catalogue/DiseaseCode"
import { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { maxDiseasesFound } from "@rare-disease-community/names/Limits"
import { LocalNames } from "@rare-disease-community/names/LocalNames"
import type { Hit } from "@rare-disease-community/names/Scores"
import { saying } from "@rare-disease-community/names/texts/DescriptionSearch"
import { nameKey } from "@rare-disease-community/text/Folding"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { logDefects } from "../../concurrency/BackgroundTasks.ts"
import { yieldToEventLoop } from "../../concurrency/BatchQueue.ts"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import { inSlices } from "../../concurrency/Slices.ts"
import { catalogueChanged } from "../../domain/Change.ts"
import type { Disease } from "../../domain/diseases/Disease.ts"
import type { CategoryId, DiseaseId } from "../../domain/Ids.ts"
import { type PageResult, type PageSlice, pageByOffset } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { type CatalogueEntry, type CataloguePosition, DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { PhenotypeFiles } from "../../ports/phenotypes/PhenotypeFiles.ts"
import { Changes } from "../Changes.ts"
import { withSpans } from "../Spans.ts"

export interface DiseaseSearch {
  readonly search: string
  readonly category?: CategoryId | undefined
  /** The language whose names come first, besides English. */
  readonly lang?: string | undefined
  /** Appends the subtypes of the diseases whose whole name or code matches. */
  readonly includeDescendants?: boolean | undefined
}

interface FreshIndex {
  readonly index: DiseaseIndex
  /** False for an index that is older than the catalogue. */
  readonly isNew: boolean
}

/** The diseases that a search finds, best first, 1,000 at most. */
export interface FoundDiseases {
  readonly hits: ReadonlyArray<Hit>
  /** How far the name of the first explains the search. */
  readonly nameMatch: Hit["nameMatch"]
}

/** Entries of one statement: few, since the embedded database serves nobody else until it ends. */
const maxEntriesRead = 100

/** The longest that a search waits for the index to be as new as the catalogue. */
const maxWaitMillis = 300

/** The maximum number of subtypes that follow the diseases whose names match whole. */
const maxDescendants = 1_000

/**
 * Finds diseases in an index in the memory of this process. The index is read on first use and after each change of the
 * catalogue (`followed`), also one of another instance. A search asks the database whether the catalogue has changed
 * since. It waits for the first reading, as `/ready` does. It waits at most 300 ms for a later one, since an import
 * changes thousands of diseases: then it answers from the index as it is, and asks the database for whole names and
 * codes. Otherwise a search costs two statements, for the version of the catalogue and for the records of the page.
 */
export class DiseaseFinder extends Context.Tag("services/diseases/DiseaseFinder")<
  DiseaseFinder,
  {
    /** The diseases that match, each with the text that matched; `records` reads a page of them. */
    readonly find: (search: DiseaseSearch) => StorageEffect<FoundDiseases>

    /** The index, as new as the catalogue where that takes at most 300 ms. */
    readonly fresh: StorageEffect<FreshIndex>

    /** One page of hits with their records. */
    readonly records: <H extends { readonly id: DiseaseId }>(
      hits: ReadonlyArray<H>,
      window: PageSlice
    ) => StorageEffect<PageResult<{ readonly disease: Disease; readonly hit: H }>>

    readonly localNames: Effect.Effect<LocalNames>

    readonly index: StorageEffect<DiseaseIndex>

    /**
     * Of so many stored diseases, the number that can be found by name. It waits for the index as a search does, and
     * rises as the index is read.
     */
    readonly findable: (stored: number) => StorageEffect<number>

    /** Returns when the index has been read once; starts the reading if necessary. */
    readonly warm: StorageEffect<void>

    /** Returns when the index is as new as the catalogue, however long that takes. */
    readonly upToDate: StorageEffect<void>
  }
>() {
  static readonly layer = Layer.scoped(DiseaseFinder, withSpans("DiseaseFinder", Effect.gen(make)))

  /**
   * Reads the index in the background, and again after the catalogue has changed, so that no search is the first to ask
   * for it. If that fails, a search reads it.
   */
  static readonly followed = Layer.scopedDiscard(
    Effect.gen(function* () {
      const changes = yield* Changes
      const { upToDate } = yield* DiseaseFinder
      const changed = (yield* changes.rareChanges).pipe(
        Stream.filter(({ kind }) => kind === "catalogue" || kind === "restart"),
        Stream.buffer({ capacity: 1, strategy: "sliding" }),
        Stream.tap(() => Effect.sleep(readInterval))
      )
      const turns = Stream.runForEach(Stream.concat(Stream.void, changed), () =>
        logDefects("reading the catalogue")(upToDate)
      )
      yield* Effect.forkScoped(Effect.interruptible(turns))
    })
  )
}

/** The pause after a change of the catalogue before it is read: an import makes many. */
const readInterval = "1 second"

function* make() {
  const repo = yield* DiseasesRepo
  const { index, localNames, readUpTo } = yield* readingIndex
  const warm = readUpTo(0)

  const hitsOf = Effect.fnUntraced(function* (
    { category, includeDescendants, lang, search }: DiseaseSearch,
    isNew: boolean
  ) {
    const indexed = index.find(search, category, lang)
    const known = new Set(indexed.map(({ id }) => id))
    const missed = isNew || category !== undefined ? [] : yield* wholeInDatabase(repo, search)
    const hits = [...missed.filter(({ id }) => !known.has(id)), ...indexed]
    const wholes = includeDescendants === true ? hits.filter(({ whole }) => whole).map(({ id }) => id) : []
    if (wholes.length === 0) return hits
    const under = yield* repo.descendants(wholes, maxDescendants)
    return [...hits, ...descendantHits(index, hits, under, category)]
  })

  /** Waits at most 300 ms until the index is as new as the catalogue; false if it is not. */
  const catchUp = Effect.flatMap(repo.version, (version) =>
    Effect.map(Effect.timeoutOption(readUpTo(version), maxWaitMillis), Option.isSome)
  )

  const fresh = Effect.zipRight(
    warm,
    Effect.map(catchUp, (isNew) => ({ index, isNew }))
  )

  const records = Effect.fnUntraced(function* <H extends { readonly id: DiseaseId }>(
    hits: ReadonlyArray<H>,
    window: PageSlice
  ) {
    const chosen = hits.slice(window.offset, window.offset + window.limit)
    const diseases = yield* repo.findByIds(chosen.map(({ id }) => id))
    const page = pageByOffset(withHits(diseases, chosen), hits.length, window)
    return hits.length < maxDiseasesFound ? page : { ...page, exact: false }
  })

  const find = Effect.fnUntraced(function* (search: DiseaseSearch) {
    const { isNew } = yield* fresh
    const hits = yield* hitsOf(search, isNew)
    const nameMatch = hits[0]?.nameMatch ?? "none"
    if (nameMatch !== "none") return { hits, nameMatch }
    const isSaidOf = saying(search.search)
    const isSaid = ({ id }: Hit) => Option.exists(Option.fromNullable(index.disease(id)), isSaidOf)
    return { hits: hits.filter(isSaid), nameMatch }
  })

  const findable = Effect.fnUntraced(function* (stored: number) {
    if (index.size >= stored) return stored
    yield* catchUp
    return Math.min(stored, index.size)
  })

  const upToDate = Effect.flatMap(repo.version, readUpTo)

  return DiseaseFinder.of({ find, findable, fresh, index: Effect.as(warm, index), localNames, records, upToDate, warm })
}

/** The index, and the readings that bring it up to a version of the catalogue. */
const readingIndex = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const changes = yield* Changes
  const index = new DiseaseIndex()
  const localNames = yield* Effect.cached(Effect.map((yield* PhenotypeFiles).names, (data) => new LocalNames(data)))
  let position: CataloguePosition = { version: 0, id: 0 }
  /** The version up to which the index has been read, and the newest that is wanted; none before the first reading. */
  let version = -1
  let wantedVersion = -1

  function* put(entries: ReadonlyArray<CatalogueEntry>) {
    for (const entry of entries) yield index.put(withTrimmedLists(entry))
  }

  const reading = yield* coalescedRun(
    Effect.gen(function* () {
      const upTo = wantedVersion
      if (version >= upTo) return
      index.useNames(yield* localNames)
      const before = position
      for (;;) {
        const entries = yield* repo.changedAfter(position, maxEntriesRead)
        yield* Effect.zipRight(inSlices(put(entries)), yieldToEventLoop)
        const last = entries.at(-1)
        if (last !== undefined) position = { version: last.version, id: last.id }
        if (entries.length < maxEntriesRead) break
      }
      // All changes up to `upTo` have been read, though no disease may have that version any more.
      version = Math.max(upTo, position.version)
      // The cache may hold responses that were made meanwhile, by name or by signs, from an older index.
      if (position !== before) yield* changes.deliverHere([catalogueChanged])
    })
  )

  /** Returns when the index is at least as new as a version. The reading goes on when its callers are interrupted. */
  const readUpTo = (target: number) =>
    Effect.suspend(() => {
      if (version >= target) return Effect.void
      wantedVersion = Math.max(wantedVersion, target)
      return reading
    })

  return { index, localNames, readUpTo }
})

const none: ReadonlyArray<never> = []

/** A copy of a list, which has no room to grow; one list stands for all empty ones. */
const trimmed = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => (list.length === 0 ? none : list.slice())

/** A copy whose lists have no room to grow: those of a decoder have room for sixteen items more. */
const withTrimmedLists = (entry: CatalogueEntry): CatalogueEntry => ({
  ...entry,
  synonyms: trimmed(entry.synonyms),
  abbreviations: trimmed(entry.abbreviations),
  codes: trimmed(entry.codes),
  retiredCodes: trimmed(entry.retiredCodes),
  categoryIds: trimmed(entry.categoryIds),
  parentIds: trimmed(entry.parentIds),
  genes: trimmed(entry.genes),
  otherGenes: trimmed(entry.otherGenes)
})

/** The diseases that the database finds by a whole name or a code, in any category. */
const wholeInDatabase = Effect.fnUntraced(function* (repo: typeof DiseasesRepo.Service, search: string) {
  const code = Schema.decodeOption(DiseaseCode)(search)
  const coded = Option.isSome(code)
    ? yield* Effect.catchTag(Effect.asSome(repo.get(code.value)), "DiseaseNotFound", () => Effect.succeedNone)
    : Option.none()
  const named = yield* repo.named([nameKey(search)])
  const hits: ReadonlyArray<Hit> = [
    ...Option.toArray(coded).map(({ id }) => ({
      id,
      matchedOn: { field: "code" as const, text: search },
      whole: true,
      nameMatch: "full" as const,
      share: 1,
      hasLongerName: false
    })),
    ...named.map(({ diseaseId, kind, name }) => ({
      id: diseaseId,
      matchedOn: { field: kind, text: name },
      whole: true,
      nameMatch: "full" as const,
      share: 1,
      hasLongerName: false
    }))
  ]
  return Array.from(new Map(hits.toReversed().map((hit) => [hit.id, hit])).values()).toReversed()
})

/** Subtypes that did not match themselves, each with the name of the disease above it that did. */
const descendantHits = (
  index: DiseaseIndex,
  hits: ReadonlyArray<Hit>,
  descendants: ReadonlyArray<{ readonly id: DiseaseId; readonly under: DiseaseId }>,
  category: CategoryId | undefined
): ReadonlyArray<Hit> => {
  const known = new Set(hits.map(({ id }) => id))
  return descendants
    .filter(({ id }) => !known.has(id) && index.isIn(id, category))
    .map(({ id, under }) => ({
      id,
      matchedOn: { field: "parent", text: index.disease(under)?.name ?? "" },
      whole: false,
      nameMatch: "none",
      share: 0,
      hasLongerName: false
    }))
}

const withHits = <H extends { readonly id: DiseaseId }>(items: ReadonlyArray<Disease>, hits: ReadonlyArray<H>) => {
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  return items.flatMap((disease) => {
    const hit = byId.get(disease.id)
    return hit === undefined ? [] : [{ disease, hit }]
  })
}
