import { Chunk, Context, Data, Effect, Either, Layer, Stream } from "effect"
import { catalogueChanged } from "../domain/Change.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { ContentRepo } from "../repositories/ContentRepo.ts"
import { DiseasesRepo, type DiseaseToSave, type Saved } from "../repositories/DiseasesRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { goneFrom, underStoredKeys } from "./CatalogueMatching.ts"
import * as CatalogueOrigin from "./CatalogueOrigin.ts"
import { Changes } from "./Changes.ts"
import { isImported } from "./CuratedDisease.ts"
import { startersByMondoId } from "./StarterContent.ts"

/** How an import is run. */
export interface ImportOptions {
  /** Whether nothing is kept: all is done, counted and undone. */
  readonly dryRun: boolean
  /** Whether more than a tenth of what was imported before may be retired. */
  readonly retireMany: boolean
  /** Called after each batch, with how many of all diseases are saved. */
  readonly onProgress: (done: number, total: number) => Effect.Effect<void>
}

/** What an import did. */
export interface ImportSummary extends Saved {
  readonly retired: number
  /** Diseases of the starter catalogue that the sources do not have, by their keys; they stay as they are. */
  readonly unknownStarters: ReadonlyArray<string>
}

/** The sources lack so many of the stored diseases that they are hardly whole; nothing was retired. */
export class TooManyRetired extends Data.TaggedError("TooManyRetired")<{
  readonly retired: number
  readonly imported: number
}> {
  override get message() {
    return `the sources lack ${this.retired} of the ${this.imported} diseases that were imported before: look whether they are whole, or say --retire-many`
  }
}

/** How many diseases are saved in one transaction. */
const batchDiseases = 500

/** The few that a new release of the sources may take out without being asked. */
const fewRetired = 100

const none: Saved = { added: 0, changed: 0, unchanged: 0 }

const plus = (one: Saved, other: Saved): Saved => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged
})

const make = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const changes = yield* Changes
  const { atomically } = yield* Transaction
  const starters = yield* startersByMondoId
  const content = yield* ContentRepo

  const save = Effect.fnUntraced(function* (batch: ReadonlyArray<DiseaseToSave>) {
    const saved = yield* repo.save(batch)
    if (saved.added + saved.changed > 0) yield* changes.record([catalogueChanged])
    return saved
  }, atomically)

  const retire = Effect.fnUntraced(function* (gone: ReturnType<typeof goneFrom>) {
    const retired = yield* repo.retire(gone)
    if (retired > 0) yield* changes.record([catalogueChanged])
    return retired
  }, atomically)

  const noteImport = atomically(
    Effect.zipRight(CatalogueOrigin.locked, CatalogueOrigin.note(CatalogueOrigin.ofOperator))
  ).pipe(Effect.provideService(ContentRepo, content))

  const run = Effect.fnUntraced(function* (given: ReadonlyArray<DiseaseToSave>, options: ImportOptions) {
    const known = yield* repo.known
    const diseases = underStoredKeys(given, known, starters)
    const gone = goneFrom(diseases, known)
    const imported = known.filter(({ key, retired }) => isImported(key) && !retired).length
    if (!options.retireMany && gone.length > Math.max(fewRetired, imported / 10))
      return yield* new TooManyRetired({ retired: gone.length, imported })
    yield* noteImport
    let done = 0
    const told = ({ added, changed, unchanged }: Saved) => {
      done += added + changed + unchanged
      return options.onProgress(done, diseases.length)
    }
    const saved = yield* Stream.fromIterable(diseases).pipe(
      Stream.grouped(batchDiseases),
      // An import that is interrupted stops between two batches, so that what it tells to be saved is all that is.
      Stream.mapEffect((batch) => Effect.uninterruptible(Effect.tap(save(Chunk.toReadonlyArray(batch)), told))),
      Stream.runFold(none, plus)
    )
    // Now that their successors are stored.
    const retired = gone.length === 0 ? 0 : yield* retire(gone)
    const ids = new Set(given.map(({ key }) => key))
    const unknown = Array.from(starters).flatMap(([id, { key }]) => (ids.has(id) ? [] : [key]))
    return { ...saved, retired, unknownStarters: unknown }
  })

  return CatalogueImport.of({
    run: (diseases, options) =>
      options.dryRun
        ? Effect.flatMap(
            // All of it is one transaction, which fails with what it did, and so is undone.
            Effect.either(atomically(Effect.flatMap(Effect.either(run(diseases, options)), Effect.fail))),
            (undone) => (Either.isLeft(undone) ? undone.left : Effect.never)
          )
        : run(diseases, options)
  })
})

/** Brings the stored catalogue to what the sources say. */
export class CatalogueImport extends Context.Tag("services/CatalogueImport")<
  CatalogueImport,
  {
    /**
     * Saves the diseases in batches, parents before what is below them, each batch at once or not at all: an import that
     * was stopped is simply run again, and one that is run again changes nothing. A disease that is stored under another
     * key, as those of the starter catalogue are, keeps that key and what was written for it. What was imported before
     * and is not among them is retired, and leads to the disease that has its id now. From then on the catalogue is the
     * operator's: no snapshot is loaded over it. Fails with `TooManyRetired` before anything is saved.
     */
    readonly run: (
      diseases: ReadonlyArray<DiseaseToSave>,
      options: ImportOptions
    ) => Effect.Effect<ImportSummary, TooManyRetired | Unavailable>
  }
>() {
  /** The rules above, over the port. */
  static readonly layer = Layer.effect(CatalogueImport, make)
}
