import { Clock, Context, Effect, Fiber, identity, Layer, Option, Schema } from "effect"
import type { Disease } from "../domain/Disease.ts"
import { DiseaseCode } from "../domain/DiseaseCode.ts"
import { nameKey } from "../domain/DiseaseNaming.ts"
import type { CategoryId, DiseaseId } from "../domain/Ids.ts"
import { type Found, foundByPlace, type Window } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { type CatalogueEntry, type CataloguePlace, DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { DiseaseIndex, type Hit } from "../search/DiseaseIndex.ts"
import { yieldToEventLoop } from "./EventLoop.ts"

/** What a search of diseases is narrowed and widened to. */
export interface DiseaseSearch {
  readonly search: string
  readonly category?: CategoryId | undefined
  /** The subtypes of what is found by its whole name or code follow all that is found. */
  readonly includeDescendants?: boolean | undefined
}

/** How many entries one statement reads: few, since the embedded database holds up everybody while it answers. */
const entriesPerRead = 100

/** How long a search waits in all, in milliseconds, for the index to be as new as the catalogue. */
const patienceMilliseconds = 300

/** How long entries are indexed, in milliseconds, before others have their turn: what they cost differs much. */
const turnMilliseconds = 8

/** The most subtypes that follow what is found. */
const maxDescendants = 1_000

const make = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const scope = yield* Effect.scope
  const index = new DiseaseIndex()
  const reading = yield* Effect.makeSemaphore(1)
  let place: CataloguePlace = { version: 0, id: 0 }
  // The version of the catalogue that the index is as new as; before the first reading none is.
  let version = -1

  const put = Effect.fnUntraced(function* (entries: ReadonlyArray<CatalogueEntry>) {
    let begun = performance.now()
    for (const entry of entries) {
      index.put(entry)
      if (performance.now() - begun < turnMilliseconds) continue
      yield* yieldToEventLoop
      begun = performance.now()
    }
    yield* yieldToEventLoop
  })

  /** Reads what has changed since the last reading, so that the index is at least as new as `wanted`. */
  const readChanges = (wanted: number) =>
    reading.withPermits(1)(
      Effect.gen(function* () {
        if (version >= wanted) return
        for (;;) {
          const entries = yield* repo.changedAfter(place, entriesPerRead)
          yield* put(entries)
          const last = entries.at(-1)
          if (last !== undefined) place = { version: last.version, id: last.id }
          if (entries.length < entriesPerRead) break
        }
        // Whatever was committed up to `wanted` has been read, even where nothing bears that version any more.
        version = Math.max(wanted, place.version)
      })
    )

  /** Reads up to a version of the catalogue. The reading goes on when nobody waits for it any more. */
  const readUpTo = (wanted: number) =>
    Effect.suspend(() =>
      version >= wanted ? Effect.void : Effect.flatMap(Effect.forkIn(readChanges(wanted), scope), Fiber.join)
    )

  const warm = readUpTo(0)

  /** Whether the index is at least as new as `wanted` now, or soon. */
  const isCurrent = (wanted: number, milliseconds: number) =>
    Effect.suspend(() =>
      version >= wanted
        ? Effect.succeed(true)
        : readUpTo(wanted).pipe(
            Effect.as(true),
            Effect.timeoutTo({ duration: milliseconds, onSuccess: identity, onTimeout: () => false })
          )
    )

  /** What the database itself finds by a whole name or a code, in any category. */
  const wholeInDatabase = Effect.fnUntraced(function* (search: string) {
    const code = Schema.decodeOption(DiseaseCode)(search)
    const coded = Option.isSome(code) ? yield* Effect.option(repo.get(code.value)) : Option.none()
    const named = yield* repo.named([nameKey(search)])
    const hits: ReadonlyArray<Hit> = [
      ...Option.toArray(coded).map(({ id }) => ({
        id,
        matchedOn: { field: "code" as const, text: search },
        whole: true
      })),
      ...named.map(({ diseaseId, kind, name }) => ({
        id: diseaseId,
        matchedOn: { field: kind, text: name },
        whole: true
      }))
    ]
    return Array.from(new Map(hits.toReversed().map((hit) => [hit.id, hit])).values()).toReversed()
  })

  const found = Effect.fnUntraced(function* (
    { category, includeDescendants, search }: DiseaseSearch,
    isWhole: boolean
  ) {
    const indexed = index.find(search, category)
    const known = new Set(indexed.map(({ id }) => id))
    const missed = isWhole || category !== undefined ? [] : yield* wholeInDatabase(search)
    const hits = [...missed.filter(({ id }) => !known.has(id)), ...indexed]
    const wholes = includeDescendants === true ? hits.filter(({ whole }) => whole).map(({ id }) => id) : []
    if (wholes.length === 0) return hits
    const under = yield* repo.descendants(wholes, maxDescendants)
    return [...hits, ...descendantHits(index, hits, under, category)]
  })

  const page = Effect.fnUntraced(function* (search: DiseaseSearch, window: Window) {
    const { limit, offset } = window
    yield* warm
    const until = (yield* Clock.currentTimeMillis) + patienceMilliseconds
    const left = Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, until - now))
    let isWhole: boolean = true
    for (;;) {
      const hits: ReadonlyArray<Hit> = yield* found(search, isWhole)
      const chosen = hits.slice(offset, offset + limit)
      const shown = yield* repo.shown(chosen.map(({ id }) => id))
      if (shown.version <= version || !isWhole) return foundByPlace(matched(shown.items, chosen), hits.length, window)
      isWhole = yield* isCurrent(shown.version, yield* left)
    }
  })

  return DiseaseFinder.of({ page, warm })
})

/** Subtypes that were not found themselves, each with the name of what was found above it. */
const descendantHits = (
  index: DiseaseIndex,
  hits: ReadonlyArray<Hit>,
  descendants: ReadonlyArray<{ readonly id: DiseaseId; readonly under: DiseaseId }>,
  category: CategoryId | undefined
): ReadonlyArray<Hit> => {
  const known = new Set(hits.map(({ id }) => id))
  return descendants
    .filter(({ id }) => !known.has(id) && index.isIn(id, category))
    .map(({ id, under }) => ({ id, matchedOn: { field: "parent", text: index.nameOf(under) }, whole: false }))
}

const matched = (items: ReadonlyArray<Disease>, hits: ReadonlyArray<Hit>): ReadonlyArray<Disease> => {
  const matches = new Map(hits.map(({ id, matchedOn }) => [id, matchedOn]))
  return items.map((item) => ({ ...item, matchedOn: Option.fromNullable(matches.get(item.id)) }))
}

/**
 * Finds diseases by whatever somebody types, from an index in this process's memory. It is read on first use, and as
 * often as an answer of the database says that the catalogue has changed since, on any instance. A search waits for the
 * first reading to end, as `/ready` does. It waits for later ones 300 ms at most, since an import changes thousands of
 * diseases: then it answers from the index as it is, and asks the database for whole names and codes. Otherwise a search
 * costs one statement, which reads the records of the page.
 */
export class DiseaseFinder extends Context.Tag("services/DiseaseFinder")<
  DiseaseFinder,
  {
    /** The diseases that a search finds, best first, with what was found of each, and how many there are (1,000 at most). */
    readonly page: (search: DiseaseSearch, window: Window) => Effect.Effect<Found<Disease>, Unavailable>

    /** Returns once the index has been read for the first time; begins to read it if need be. */
    readonly warm: Effect.Effect<void, Unavailable>
  }
>() {
  /** The finder over the port. */
  static readonly layer = Layer.scoped(DiseaseFinder, make)

  /** Reads the index in the background; where that fails, the first search does it. */
  static readonly warmed = Layer.scopedDiscard(
    Effect.flatMap(DiseaseFinder, ({ warm }) => Effect.forkScoped(Effect.ignoreLogged(warm)))
  )
}
