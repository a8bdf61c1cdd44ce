import { Chunk, Context, Data, Effect, Either, Layer, Option, Stream } from "effect"
import { yieldToEventLoop } from "../../concurrency/BatchQueue.ts"
import { catalogueChanged } from "../../domain/Change.ts"
import { addCounts } from "../../domain/Statistics.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { CatalogueSnapshot, type OpenSnapshot } from "../../ports/diseases/CatalogueSnapshot.ts"
import { DiseasesRepo, type DiseaseToSave, type Saved } from "../../ports/diseases/DiseasesRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Changes } from "../Changes.ts"
import { withSpans } from "../Spans.ts"
import {
  type CatalogueOrigin,
  goneFrom,
  isImported,
  makeCatalogueOrigin,
  type OfSnapshot,
  ofOperator,
  underStoredKeys
} from "./Catalogue.ts"
import { startersByMondoId } from "./StarterContent.ts"

export interface ImportOptions {
  /** True to do and count everything, and to undo it. */
  readonly dryRun: boolean
  /** True if more than a tenth of the imported diseases may be retired. */
  readonly retireMany: boolean
  /** Called after each batch with the number of saved diseases and of all. */
  readonly onProgress: (done: number, total: number) => Effect.Effect<void>
}

export interface ImportSummary extends Saved {
  readonly retired: number
  /** The keys of starter diseases that the sources do not have; they stay as they are. */
  readonly unknownStarters: ReadonlyArray<string>
}

/** Brings the stored catalogue to the state of the sources. */
export class CatalogueImport extends Context.Tag("services/diseases/CatalogueImport")<
  CatalogueImport,
  {
    /**
     * Saves the diseases in batches, parents before their subtypes; a batch is saved as a whole or not at all. A
     * stopped import can be run again; a repeated one changes nothing. A disease that is stored under another key, such
     * as one of the starter catalogue, keeps that key and its curated texts. Imported diseases that the sources no
     * longer have are retired, and lead to the disease that has their id now. From then on the catalogue is the
     * operator's: no snapshot is loaded over it. Fails with `TooManyRetired` before anything is saved.
     */
    readonly run: (
      diseases: ReadonlyArray<DiseaseToSave>,
      options: ImportOptions
    ) => Call<ImportSummary, TooManyRetired>
  }
>() {
  static readonly layer = Layer.effect(CatalogueImport, withSpans("CatalogueImport", Effect.gen(make)))
}

/** The sources lack too many of the stored diseases to be complete. Nothing was saved. */
export class TooManyRetired extends Data.TaggedError("TooManyRetired")<{
  readonly retired: number
  readonly imported: number
}> {
  override readonly message =
    `the sources lack ${this.retired} of the ${this.imported} diseases that were imported before: look whether they are whole, or say --retire-many`
}

/** Diseases of one transaction of an import by the operator. */
const maxBatchDiseases = 500

/** A new release of the sources retires this many diseases without being asked to. */
const maxUnaskedRetirements = 100

function* make() {
  const repo = yield* DiseasesRepo
  const changes = yield* Changes
  const { atomically } = yield* Transaction
  const starters = yield* startersByMondoId
  const origin = yield* makeCatalogueOrigin

  const save = Effect.fnUntraced(function* (batch: ReadonlyArray<DiseaseToSave>) {
    const saved = yield* repo.save(batch)
    if (saved.added + saved.changed > 0) yield* changes.append([catalogueChanged])
    return saved
  }, atomically)

  const retire = Effect.fnUntraced(function* (retirements: ReturnType<typeof goneFrom>) {
    const retired = yield* repo.retire(retirements)
    if (retired > 0) yield* changes.append([catalogueChanged])
    return retired
  }, atomically)

  const noteImport = atomically(Effect.zipRight(origin.locked, origin.note(ofOperator)))

  const run = Effect.fnUntraced(function* (imported: ReadonlyArray<DiseaseToSave>, options: ImportOptions) {
    const known = yield* repo.known
    const diseases = underStoredKeys(imported, known, starters)
    const retirements = goneFrom(diseases, known)
    const importedBefore = known.filter(({ key, retired }) => isImported(key) && !retired).length
    if (!options.retireMany && retirements.length > Math.max(maxUnaskedRetirements, importedBefore / 10))
      return yield* new TooManyRetired({ retired: retirements.length, imported: importedBefore })
    yield* noteImport
    let done = 0
    const reported = ({ added, changed, unchanged }: Saved) => {
      done += added + changed + unchanged
      return options.onProgress(done, diseases.length)
    }
    const saved = yield* Stream.fromIterable(diseases).pipe(
      Stream.grouped(maxBatchDiseases),
      // An interrupted import stops between two batches, so that its report is true.
      Stream.mapEffect((batch) => Effect.uninterruptible(Effect.tap(save(Chunk.toReadonlyArray(batch)), reported))),
      Stream.runFold(none, addCounts)
    )
    // After their successors were stored.
    const retired = retirements.length === 0 ? 0 : yield* retire(retirements)
    const ids = new Set(imported.map(({ key }) => key))
    const unknown = Array.from(starters).flatMap(([id, { key }]) => (ids.has(id) ? [] : [key]))
    return { ...saved, retired, unknownStarters: unknown }
  })

  return CatalogueImport.of({
    run: (diseases, options) =>
      options.dryRun
        ? Effect.flatMap(
            // One transaction, which fails with the result, and so is rolled back.
            Effect.either(atomically(Effect.flatMap(Effect.either(run(diseases, options)), Effect.fail))),
            (result) => (Either.isLeft(result) ? result.left : Effect.never)
          )
        : run(diseases, options)
  })
}

const none: Saved = { added: 0, changed: 0, unchanged: 0 }

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
    readonly run: (onProgress: OnProgress) => Call<Loaded>
  }
>() {
  static readonly layer = Layer.effect(CatalogueLoad, Effect.gen(makeLoad))
}

function* makeLoad() {
  const snapshot = yield* CatalogueSnapshot
  const changes = yield* Changes
  const repo = yield* DiseasesRepo
  const { atomically } = yield* Transaction
  const starters = yield* startersByMondoId
  const origin = yield* makeCatalogueOrigin

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
