import { Context, Effect, Layer, Option } from "effect"
import { catalogueChanged, newsChanged } from "../domain/Change.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { ContentRepo } from "../repositories/ContentRepo.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import type { NewsRepo } from "../repositories/NewsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { goneFrom, underStoredKeys } from "./CatalogueMatching.ts"
import * as CatalogueOrigin from "./CatalogueOrigin.ts"
import { CatalogueSnapshot, type OpenSnapshot } from "./CatalogueSnapshot.ts"
import { Changes } from "./Changes.ts"
import { isImported } from "./CuratedDisease.ts"
import { yieldToEventLoop } from "./EventLoop.ts"
import type { Markdown } from "./Markdown.ts"
import { type StarterFiles, saveNews, startersByMondoId } from "./StarterContent.ts"

/** How many diseases are saved in one transaction: the embedded database serves nobody else meanwhile. */
const batchDiseases = 64

/** Called with how many of all diseases are stored: before the first batch, and after each. */
export type OnProgress = (done: number, total: number) => Effect.Effect<void>

/** What became of loading the snapshot. */
export type Loaded =
  /** The catalogue was the operator's, or this snapshot was complete already, or one of a newer release. */
  | { readonly _tag: "NotDue" }
  /** It is complete now, by this process or another one. */
  | { readonly _tag: "Complete"; readonly version: string; readonly diseases: number }

/** The release at the beginning of a version. */
const releaseOf = (version: string) => version.slice(0, 10)

/** What is noted when the loading of a snapshot begins; nothing where none is due. */
const beginning = (
  before: Option.Option<CatalogueOrigin.CatalogueOrigin>,
  version: string,
  hasImported: boolean
): CatalogueOrigin.CatalogueOrigin | undefined => {
  const first = { origin: "snapshot", version, saved: 0, complete: false, previous: null } as const
  // A catalogue that was imported before origins were noted.
  if (Option.isNone(before)) return hasImported ? CatalogueOrigin.ofOperator : first
  const noted = before.value
  if (noted.origin === "operator" || noted.version === version || releaseOf(noted.version) > releaseOf(version))
    return undefined
  return { ...first, previous: noted.complete ? noted.version : noted.previous }
}

const make = Effect.gen(function* () {
  const snapshot = yield* CatalogueSnapshot
  const changes = yield* Changes
  const repo = yield* DiseasesRepo
  const { atomically } = yield* Transaction
  const starters = yield* startersByMondoId
  const services = yield* Effect.context<ContentRepo | DiseasesRepo | NewsRepo | Markdown | StarterFiles>()

  /** Retires what this snapshot has no more of the one before, and links the sample news to the new diseases. */
  const finish = Effect.fnUntraced(function* (open: OpenSnapshot, origin: CatalogueOrigin.OfSnapshot) {
    if (origin.previous !== null) {
      const known = yield* repo.known
      const all = yield* open.diseases(0, open.header.diseases)
      const retired = yield* repo.retire(goneFrom(underStoredKeys(all, known, starters), known))
      if (retired > 0) yield* changes.record([catalogueChanged])
    }
    const news = yield* saveNews
    if (news.added + news.changed > 0) yield* changes.record([newsChanged])
    return { ...origin, complete: true }
  })

  /** Begins with the snapshot if it is due, and answers what is noted then. */
  const begin = ({ header }: OpenSnapshot) =>
    Effect.gen(function* () {
      const before = yield* CatalogueOrigin.locked
      const hasImported = Option.isNone(before) && (yield* repo.known).some(({ key }) => isImported(key))
      const after = beginning(before, header.version, hasImported)
      if (after === undefined) return before
      yield* CatalogueOrigin.note(after)
      return Option.some(after)
    }).pipe(atomically)

  /** Saves the next batch, whichever process saved the one before, and answers what is noted then. */
  const step = (open: OpenSnapshot, known: Effect.Effect.Success<typeof repo.known>) =>
    Effect.gen(function* () {
      const before = yield* CatalogueOrigin.locked
      if (!isLoading(before, open)) return before
      const { saved } = before.value
      const batch = yield* open.diseases(saved, batchDiseases)
      const after =
        batch.length === 0 ? yield* finish(open, before.value) : { ...before.value, saved: saved + batch.length }
      const written = yield* repo.save(underStoredKeys(batch, known, starters))
      if (written.added + written.changed > 0) yield* changes.record([catalogueChanged])
      yield* CatalogueOrigin.note(after)
      return Option.some<CatalogueOrigin.CatalogueOrigin>(after)
    }).pipe(atomically)

  const load = Effect.fnUntraced(function* (onProgress: OnProgress) {
    const open = yield* snapshot.open
    let noted = yield* begin(open)
    if (!isLoading(noted, open)) return { _tag: "NotDue" } as const
    const known = yield* repo.known
    while (isLoading(noted, open)) {
      yield* onProgress(noted.value.saved, open.header.diseases)
      noted = yield* step(open, known)
      yield* yieldToEventLoop
    }
    return { _tag: "Complete", version: open.header.version, diseases: open.header.diseases } as const
  })

  return CatalogueLoad.of({ run: (onProgress) => Effect.provide(load(onProgress), services) })
})

const isLoading = (
  noted: Option.Option<CatalogueOrigin.CatalogueOrigin>,
  { header }: OpenSnapshot
): noted is Option.Some<CatalogueOrigin.OfSnapshot> =>
  Option.isSome(noted) &&
  noted.value.origin === "snapshot" &&
  noted.value.version === header.version &&
  !noted.value.complete

/** Brings the catalogue that ships with the server into the database. */
export class CatalogueLoad extends Context.Tag("services/CatalogueLoad")<
  CatalogueLoad,
  {
    /**
     * Saves the snapshot batch by batch, each with the note of how far it is: so a load that was stopped goes on where it
     * was, and several processes on one database take turns and save nothing twice. Stops when the operator imports.
     */
    readonly run: (onProgress: OnProgress) => Effect.Effect<Loaded, Unavailable>
  }
>() {
  /** The rules above, over the port. */
  static readonly layer = Layer.effect(CatalogueLoad, make)
}
