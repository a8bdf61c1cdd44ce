import { Chunk, Context, Data, Effect, Either, Layer, Stream } from "effect"
import { catalogueChanged } from "../domain/Change.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { DiseasesRepo, type DiseaseToSave, type KnownDisease, type Saved } from "../repositories/DiseasesRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { Changes } from "./Changes.ts"
import { curated, isImported, type StarterDisease } from "./CuratedDisease.ts"
import { starterDiseases } from "./StarterContent.ts"

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

/** What is stored under each id of Mondo: one of ours before one that was imported, one in use before a retired one. */
const storedById = (known: ReadonlyArray<KnownDisease>): ReadonlyMap<string, KnownDisease> => {
  const rank = ({ key, retired }: KnownDisease) => (retired ? 0 : 2) + (isImported(key) ? 0 : 1)
  const best = new Map<string, KnownDisease>()
  for (const disease of known) {
    for (const code of disease.codes) {
      const before = best.get(code)
      if (before === undefined || rank(disease) > rank(before)) best.set(code, disease)
    }
  }
  return best
}

/** The diseases under the keys that they are stored by, those of ours with what was written for them. */
const underStoredKeys = (
  diseases: ReadonlyArray<DiseaseToSave>,
  known: ReadonlyArray<KnownDisease>,
  starters: ReadonlyMap<string, StarterDisease>
) => {
  const stored = storedById(known)
  const keyOf = (id: string) => stored.get(id)?.key ?? id
  return diseases.map((disease) => {
    const key = keyOf(disease.key)
    const parents = Array.from(new Set(disease.parents.map(keyOf))).filter((parent) => parent !== key)
    const starter = starters.get(disease.key)
    const merged = { ...disease, key, parents }
    return starter === undefined ? merged : curated(starter, merged)
  })
}

/** What was imported before and is in the sources no more, with what its id leads to now. */
const goneFrom = (
  diseases: ReadonlyArray<DiseaseToSave>,
  known: ReadonlyArray<KnownDisease>
): ReadonlyArray<{ readonly key: string; readonly successor: string | null }> => {
  const keys = new Set(diseases.map(({ key }) => key))
  const leading = new Map(
    diseases.flatMap(({ codes, key, retiredCodes }) =>
      [...retiredCodes, ...(codes.mondo ?? [])].map((code) => [code, key] as const)
    )
  )
  return known
    .filter(({ key, retired }) => !retired && isImported(key) && !keys.has(key))
    .map(({ key }) => ({ key, successor: leading.get(key) ?? null }))
}

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
  /** By their ids in Mondo. */
  const starters = new Map(
    (yield* starterDiseases).flatMap((starter) => (starter.codes.mondo ?? []).map((id) => [id, starter] as const))
  )

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

  const run = Effect.fnUntraced(function* (given: ReadonlyArray<DiseaseToSave>, options: ImportOptions) {
    const known = yield* repo.known
    const diseases = underStoredKeys(given, known, starters)
    const gone = goneFrom(diseases, known)
    const imported = known.filter(({ key, retired }) => isImported(key) && !retired).length
    if (!options.retireMany && gone.length > Math.max(fewRetired, imported / 10))
      return yield* new TooManyRetired({ retired: gone.length, imported })
    let done = 0
    const saved = yield* Stream.fromIterable(diseases).pipe(
      Stream.grouped(batchDiseases),
      Stream.mapEffect((batch) => save(Chunk.toReadonlyArray(batch))),
      Stream.tap(({ added, changed, unchanged }) => {
        done += added + changed + unchanged
        return options.onProgress(done, diseases.length)
      }),
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
     * and is not among them is retired, and leads to the disease that has its id now. Fails with `TooManyRetired` before
     * anything is saved.
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
