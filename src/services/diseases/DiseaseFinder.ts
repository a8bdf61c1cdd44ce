import { Clock, Context, Effect, identity, Layer, Option, Schema } from "effect"
import { yieldToEventLoop } from "../../concurrency/BatchQueue.ts"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import { inSlices } from "../../concurrency/Slices.ts"
import type { Disease } from "../../domain/diseases/Disease.ts"
import { DiseaseCode } from "../../domain/diseases/DiseaseCode.ts"
import type { CategoryId, DiseaseId } from "../../domain/Ids.ts"
import { type PageResult, type PageSlice, pageByOffset } from "../../domain/Page.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { type CatalogueEntry, type CataloguePosition, DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { PhenotypeFiles } from "../../ports/phenotypes/PhenotypeFiles.ts"
import { DiseaseIndex } from "../../search/diseases/DiseaseIndex.ts"
import { LocalNames } from "../../search/diseases/LocalNames.ts"
import type { Hit } from "../../search/diseases/Scores.ts"
import { nameKey } from "../../text/Folding.ts"
import { withSpans } from "../Spans.ts"

export interface DiseaseSearch {
  readonly search: string
  readonly category?: CategoryId | undefined
  /** The language whose names come first, besides English. */
  readonly lang?: string | undefined
  /** Appends the subtypes of the diseases whose whole name or code matches. */
  readonly includeDescendants?: boolean | undefined
}

export interface FoundDiseases extends PageResult<Disease> {
  readonly named: Hit["named"]
}

/** Entries of one statement: few, since the embedded database serves nobody else until it ends. */
const maxEntriesRead = 100

/** The longest that a search waits for the index to be as new as the catalogue. */
const maxWaitMillis = 300

/** The maximum number of subtypes that follow the diseases whose names match whole. */
const maxDescendants = 1_000

/**
 * Finds diseases in an index in the memory of this process. The index is read on first use, and again when the database
 * says that the catalogue has changed since, on any instance. A search waits for the first reading, as `/ready` does.
 * It waits at most 300 ms for a later one, since an import changes thousands of diseases: then it answers from the
 * index as it is, and asks the database for whole names and codes. Otherwise a search costs one statement, for the
 * records of the page.
 */
export class DiseaseFinder extends Context.Tag("services/diseases/DiseaseFinder")<
  DiseaseFinder,
  {
    /**
     * The diseases that match, best first, each with the text that matched, and how far the name of the first explains
     * the search. At most 1,000 match.
     */
    readonly page: (search: DiseaseSearch, window: PageSlice) => Call<FoundDiseases>

    /**
     * Like `page`, for the results of `find`, which runs again if the index has changed in the meantime; `best` is the
     * first of them. `isNew` is false for an index that is older than the catalogue.
     */
    readonly pageOf: <H extends { readonly id: DiseaseId }>(
      find: (index: DiseaseIndex, isNew: boolean) => Call<ReadonlyArray<H>>,
      window: PageSlice
    ) => Call<PageResult<{ readonly disease: Disease; readonly hit: H }> & { readonly best: H | undefined }>

    readonly localNames: Effect.Effect<LocalNames>

    readonly index: Call<DiseaseIndex>

    /** Returns when the index has been read once; starts the reading if necessary. */
    readonly warm: Call<void>
  }
>() {
  static readonly layer = Layer.scoped(DiseaseFinder, withSpans("DiseaseFinder", Effect.gen(make)))

  /** Reads the index in the background. If that fails, the first search does it. */
  static readonly warmed = Layer.scopedDiscard(
    Effect.flatMap(DiseaseFinder, ({ warm }) => Effect.forkScoped(Effect.ignoreLogged(warm)))
  )
}

function* make() {
  const repo = yield* DiseasesRepo
  const { index, isReadTo, localNames, readUpTo } = yield* readingIndex
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

  const pageOf = <H extends { readonly id: DiseaseId }>(
    find: (index: DiseaseIndex, isNew: boolean) => Call<ReadonlyArray<H>>,
    window: PageSlice
  ) =>
    Effect.gen(function* () {
      const { limit, offset } = window
      yield* warm
      const until = (yield* Clock.currentTimeMillis) + maxWaitMillis
      let isNew: boolean = true
      for (;;) {
        const hits: ReadonlyArray<H> = yield* find(index, isNew)
        const chosen: ReadonlyArray<H> = hits.slice(offset, offset + limit)
        const { items, version } = yield* repo.findByIds(chosen.map(({ id }) => id))
        if (isReadTo(version) || !isNew)
          return { ...pageByOffset(withHits(items, chosen), hits.length, window), best: hits[0] }
        isNew = yield* readUpTo(version).pipe(
          Effect.as(true),
          Effect.timeoutTo({
            duration: Math.max(0, until - (yield* Clock.currentTimeMillis)),
            onSuccess: identity,
            onTimeout: () => false
          })
        )
      }
    })

  const page = Effect.fnUntraced(function* (search: DiseaseSearch, window: PageSlice) {
    const { best, ...found } = yield* pageOf((_, isNew) => hitsOf(search, isNew), window)
    const items = found.items.map(({ disease, hit }) => ({ ...disease, matchedOn: Option.some(hit.matchedOn) }))
    return { ...found, items, named: best?.named ?? "no" }
  })

  return DiseaseFinder.of({ index: Effect.as(warm, index), localNames, page, pageOf, warm })
}

/** The index, and the readings that bring it up to a version of the catalogue. */
const readingIndex = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const index = new DiseaseIndex()
  const localNames = yield* Effect.cached(Effect.map((yield* PhenotypeFiles).names, (data) => new LocalNames(data)))
  let position: CataloguePosition = { version: 0, id: 0 }
  /** The version up to which the index has been read, and the newest that is wanted; none before the first reading. */
  let version = -1
  let wantedVersion = -1

  function* put(entries: ReadonlyArray<CatalogueEntry>) {
    for (const entry of entries) yield index.put(entry)
  }

  const reading = yield* coalescedRun(
    Effect.gen(function* () {
      const upTo = wantedVersion
      if (version >= upTo) return
      index.useNames(yield* localNames)
      for (;;) {
        const entries = yield* repo.changedAfter(position, maxEntriesRead)
        yield* Effect.zipRight(inSlices(put(entries)), yieldToEventLoop)
        const last = entries.at(-1)
        if (last !== undefined) position = { version: last.version, id: last.id }
        if (entries.length < maxEntriesRead) break
      }
      // All changes up to `upTo` have been read, though no disease may have that version any more.
      version = Math.max(upTo, position.version)
    })
  )

  const isReadTo = (target: number) => version >= target

  /** Returns when the index is at least as new as a version. The reading goes on when its callers are interrupted. */
  const readUpTo = (target: number) =>
    Effect.suspend(() => {
      if (isReadTo(target)) return Effect.void
      wantedVersion = Math.max(wantedVersion, target)
      return reading
    })

  return { index, isReadTo, localNames, readUpTo }
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
      named: "whole" as const
    })),
    ...named.map(({ diseaseId, kind, name }) => ({
      id: diseaseId,
      matchedOn: { field: kind, text: name },
      whole: true,
      named: "whole" as const
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
      named: "no"
    }))
}

const withHits = <H extends { readonly id: DiseaseId }>(items: ReadonlyArray<Disease>, hits: ReadonlyArray<H>) => {
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  return items.flatMap((disease) => {
    const hit = byId.get(disease.id)
    return hit === undefined ? [] : [{ disease, hit }]
  })
}
