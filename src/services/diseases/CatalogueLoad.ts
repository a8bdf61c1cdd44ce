import { Context, Effect, Layer, Option } from "effect"
import { yieldToEventLoop } from "../../concurrency/BatchQueue.ts"
import { catalogueChanged } from "../../domain/Change.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CatalogueSnapshot, type OpenSnapshot } from "../../ports/diseases/CatalogueSnapshot.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Changes } from "../Changes.ts"
import {
  type CatalogueOrigin,
  catalogueOrigin,
  goneFrom,
  isImported,
  type OfSnapshot,
  ofOperator,
  underStoredKeys
} from "./Catalogue.ts"
import { startersByMondoId } from "./StarterContent.ts"

/**
 * Diseases of one transaction of the catalogue that loads at the start: few, since the embedded database serves nobody
 * else until it ends.
 */
const maxLoadedAtOnce = 64

/** Called before the first batch and after each, with the number of stored diseases and of all. */
export type OnProgress = (done: number, total: number) => Effect.Effect<void>

export type Loaded =
  /** The catalogue is the operator's, or this snapshot or a newer one is complete. */
  | { readonly _tag: "NotDue" }
  /** The snapshot is complete, by this process or another one. */
  | { readonly _tag: "Complete"; readonly version: string; readonly diseases: number }

/** Brings the catalogue that ships with the server into the database. */
export class CatalogueLoad extends Context.Tag("services/diseases/CatalogueLoad")<
  CatalogueLoad,
  {
    /**
     * Saves the snapshot in batches, each with a note of the progress: a stopped load resumes there, and several
     * processes on one database take turns and save nothing twice. Stops when the operator imports.
     */
    readonly run: (onProgress: OnProgress) => StorageEffect<Loaded>
  }
>() {
  static readonly layer = Layer.effect(CatalogueLoad, Effect.gen(make))
}

function* make() {
  const snapshot = yield* CatalogueSnapshot
  const changes = yield* Changes
  const repo = yield* DiseasesRepo
  const { atomically } = yield* Transaction
  const starters = yield* startersByMondoId
  const origin = yield* catalogueOrigin

  /** Retires the diseases of the snapshot before that this one lacks. */
  const finish = Effect.fnUntraced(function* (open: OpenSnapshot, before: OfSnapshot) {
    if (before.previous !== null) {
      const known = yield* repo.known
      const all = yield* open.diseases(0, open.header.diseases)
      const retired = yield* repo.retire(goneFrom(underStoredKeys(all, known, starters), known))
      if (retired > 0) yield* changes.append([catalogueChanged])
    }
    return { ...before, complete: true }
  })

  /** Notes the beginning if the snapshot is due; gives the note after that. */
  const begin = ({ header }: OpenSnapshot) =>
    Effect.gen(function* () {
      const before = yield* origin.locked
      const hasImported = Option.isNone(before) && (yield* repo.known).some(({ key }) => isImported(key))
      const after = beginning(before, header.version, hasImported)
      if (after === undefined) return before
      yield* origin.note(after)
      return Option.some(after)
    }).pipe(atomically)

  /** Saves the batch after the last saved one, of whichever process; gives the note after that. */
  const step = (open: OpenSnapshot, known: Effect.Effect.Success<typeof repo.known>) =>
    Effect.gen(function* () {
      const before = yield* origin.locked
      if (!isLoading(before, open)) return before
      const { saved } = before.value
      const batch = yield* open.diseases(saved, maxLoadedAtOnce)
      const after =
        batch.length === 0 ? yield* finish(open, before.value) : { ...before.value, saved: saved + batch.length }
      const written = yield* repo.save(underStoredKeys(batch, known, starters))
      if (written.added + written.changed > 0) yield* changes.append([catalogueChanged])
      yield* origin.note(after)
      return Option.some<CatalogueOrigin>(after)
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

  return CatalogueLoad.of({ run: load })
}

const isLoading = (noted: Option.Option<CatalogueOrigin>, { header }: OpenSnapshot): noted is Option.Some<OfSnapshot> =>
  Option.isSome(noted) &&
  noted.value.origin === "snapshot" &&
  noted.value.version === header.version &&
  !noted.value.complete

const releaseOf = (version: string) => version.slice(0, 10)

/** The note with which the loading of a snapshot begins; undefined when none is due. */
const beginning = (
  before: Option.Option<CatalogueOrigin>,
  version: string,
  hasImported: boolean
): CatalogueOrigin | undefined => {
  const first = { origin: "snapshot", version, saved: 0, complete: false, previous: null } as const
  // Without a note the catalogue may have been imported before origins were noted.
  if (Option.isNone(before)) return hasImported ? ofOperator : first
  const noted = before.value
  if (noted.origin === "operator" || noted.version === version || releaseOf(noted.version) > releaseOf(version))
    return undefined
  return { ...first, previous: noted.complete ? noted.version : noted.previous }
}
