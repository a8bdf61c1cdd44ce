import { Chunk, Context, Data, Effect, Either, Layer, Stream } from "effect"
import { catalogueChanged } from "../../domain/Change.ts"
import { addCounts } from "../../domain/Statistics.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { DiseasesRepo, type DiseaseToSave, type Saved } from "../../ports/diseases/DiseasesRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Changes } from "../Changes.ts"
import { withSpans } from "../Spans.ts"
import { catalogueOrigin, goneFrom, isImported, ofOperator, underStoredKeys } from "./Catalogue.ts"
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
    ) => StorageEffect<ImportSummary, TooManyRetired>
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
  const origin = yield* catalogueOrigin

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
