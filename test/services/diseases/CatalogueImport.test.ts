import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, type Fiber, FiberId, Layer, Ref } from "effect"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { CatalogueImport, type ImportOptions } from "../../../src/services/diseases/CatalogueImport.ts"
import { emptyDisease } from "../../contracts/diseases/emptyDisease.ts"
import { source } from "../../contracts/diseases/newDiseases.ts"
import { publishedKinds, SingleInstance } from "../../support/ChangesLayers.ts"
import { amber, importedDisease, starterFiles } from "../../support/StarterCatalogue.ts"
import { storages } from "../../support/Storage.ts"

/** More than 600 diseases, of which the first is stored as a starter disease. */
const sources = [
  importedDisease(1, {
    name: "amber's syndrome",
    synonyms: ["AMBER DISEASE", "Honey disease"],
    abbreviations: ["AMBS", "AMB1"],
    codes: { mondo: ["MONDO:9000001"], omim: ["OMIM:900001"] },
    categories: ["Rare bone disease"],
    description: "Of the sources.",
    prominence: 90,
    sources: [
      { ...source, version: "2" },
      { ...source, name: "Another" }
    ]
  }),
  importedDisease(2, { parents: ["MONDO:9000001"] }),
  ...Array.from({ length: 600 }, (_, index) => importedDisease(index + 3, { parents: ["MONDO:9000002"] }))
]

const options: ImportOptions = { dryRun: false, retireMany: false, onProgress: () => Effect.void }

const run = (diseases: ReadonlyArray<DiseaseToSave>, changed: Partial<ImportOptions> = {}) =>
  Effect.flatMap(CatalogueImport, (catalogue) => catalogue.run(diseases, { ...options, ...changed }))

/** Stores the starter disease, as the first start does. */
const started = Effect.flatMap(DiseasesRepo, (repo) => repo.save([{ ...emptyDisease, ...amber, sources: [source] }]))

const everything = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const known = yield* repo.known
  return { known, items: yield* repo.findByIds(known.map(({ id }) => id)), version: yield* repo.version }
})

/** The stored disease of a key, as imports and as readers see it. */
const storedAs = (key: string) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const known = yield* Effect.fromNullable((yield* repo.known).find((disease) => disease.key === key))
    return { known, answered: yield* repo.get(known.id) }
  })

const whole = { added: 601, changed: 1, unchanged: 0, retired: 0, unknownStarters: [] }

// The embedded database has its import in test/process/Import.test.ts: hundreds of diseases eight times would take it long.
for (const { layer, name } of storages.filter(({ name }) => name !== "embedded")) {
  const community = () =>
    CatalogueImport.layer.pipe(
      Layer.provideMerge(SingleInstance),
      Layer.provideMerge(Layer.merge(layer, starterFiles("1", [amber])))
    )

  describe(`CatalogueImport.run (${name})`, () => {
    it.effect("changes nothing the second time", () =>
      Effect.gen(function* () {
        yield* started
        expect(yield* run(sources)).toEqual(whole)
        const first = yield* everything
        expect(yield* run(sources)).toEqual({ ...whole, added: 0, changed: 0, unchanged: 602 })
        expect(yield* everything).toEqual(first)
      }).pipe(Effect.provide(community()))
    )

    it.scoped("publishes a change for each transaction that saved or retired something, and none for a dry run", () =>
      Effect.gen(function* () {
        const kinds = yield* publishedKinds
        yield* run(sources, { dryRun: true })
        expect(kinds).toEqual([])
        yield* run(sources) // in two batches
        yield* run(sources)
        expect(kinds).toEqual(["catalogue", "catalogue"])
        yield* run(sources.slice(0, -1))
        expect(kinds).toEqual(["catalogue", "catalogue", "catalogue"])
      }).pipe(Effect.provide(community()))
    )

    it.effect("has the same result when it was stopped and is run again", () =>
      Effect.gen(function* () {
        yield* started
        const stopped = run(sources, { onProgress: () => Effect.interrupt })
        expect((yield* Effect.exit(stopped))._tag).toBe("Failure")
        expect((yield* everything).known).toHaveLength(500)
        expect(yield* run(sources)).toEqual({ ...whole, added: 102, changed: 0, unchanged: 500 })
        expect((yield* everything).known).toHaveLength(602)
      }).pipe(Effect.provide(community()))
    )

    it.effect("stops between two batches when it is interrupted, and has saved all that it reported", () =>
      Effect.gen(function* () {
        yield* started
        const reported: Array<number> = []
        const running = yield* Deferred.make<Fiber.RuntimeFiber<unknown, unknown>>()
        const onProgress = (done: number) => {
          reported.push(done)
          return Effect.flatMap(Deferred.await(running), (fiber) =>
            Effect.zipRight(
              Effect.sync(() => fiber.unsafeInterruptAsFork(FiberId.none)),
              Effect.yieldNow()
            )
          )
        }
        const fiber = yield* Effect.fork(run(sources, { onProgress }))
        yield* Deferred.succeed(running, fiber)
        expect(Exit.isInterrupted(yield* fiber.await)).toBe(true)
        expect(reported).toEqual([500])
        expect((yield* everything).known).toHaveLength(500)
      }).pipe(Effect.provide(community()))
    )

    it.effect("keeps the id and the curated texts of a starter disease, and adds the rest", () =>
      Effect.gen(function* () {
        yield* started
        yield* run(sources)
        const { answered: disease, known } = yield* storedAs("amber-syndrome")
        expect(known.id).toBe(1)
        expect(disease).toMatchObject({
          name: "Amber syndrome",
          synonyms: ["Amber disease", "amber's syndrome", "Honey disease", "AMBS", "AMB1"],
          codes: { orpha: ["ORPHA:900001"], omim: ["OMIM:900001"], mondo: ["MONDO:9000001"] },
          sources: [{ name: "A source", version: "2" }, { name: "Another" }]
        })
        expect(disease.description).toMatchObject({ value: "Written for it." })
        expect(disease.categories.map(({ name }) => name)).toEqual(["Rare bone disease", "Rare skin disease"])
        expect((yield* storedAs("MONDO:9000002")).answered.parents).toEqual([{ id: 1, name: "Amber syndrome" }])
      }).pipe(Effect.provide(community()))
    )

    it.effect("shows the curated texts of a starter disease also where an import stored it first", () =>
      Effect.gen(function* () {
        yield* run(sources.slice(0, 1))
        expect((yield* storedAs("MONDO:9000001")).answered).toMatchObject({ id: 1, name: "Amber syndrome" })
      }).pipe(Effect.provide(community()))
    )

    it.effect("retires imported diseases that the sources no longer have, and nothing else", () =>
      Effect.gen(function* () {
        yield* started
        yield* run(sources)
        const later = [...sources.slice(1, 552), importedDisease(2_000, { retiredCodes: ["MONDO:9000560"] })]
        expect(yield* run(later)).toEqual({
          added: 1,
          changed: 0,
          unchanged: 551,
          retired: 50,
          unknownStarters: ["amber-syndrome"]
        })
        expect((yield* storedAs("amber-syndrome")).known.retired).toBe(false)
        const gone = yield* storedAs("MONDO:9000560")
        expect(gone.known.retired).toBe(true)
        expect(gone.answered.name).toBe("Disease 2000")
        expect(yield* run(later)).toMatchObject({ added: 0, changed: 0, retired: 0 })
        expect(yield* run(sources)).toMatchObject({ added: 0, changed: 50, retired: 1 })
      }).pipe(Effect.provide(community()))
    )

    it.effect("changes nothing when the sources lack more than a tenth of the imported diseases", () =>
      Effect.gen(function* () {
        yield* started
        yield* run(sources)
        const before = yield* everything
        expect(yield* Effect.flip(run(sources.slice(0, 450)))).toMatchObject({ retired: 152, imported: 601 })
        expect(yield* everything).toEqual(before)
        expect(yield* run(sources.slice(0, 450), { retireMany: true })).toMatchObject({ retired: 152 })
      }).pipe(Effect.provide(community()))
    )

    it.effect("saves nothing in a dry run, which counts the same", () =>
      Effect.gen(function* () {
        yield* started
        const before = yield* everything
        expect(yield* run(sources, { dryRun: true })).toEqual(whole)
        expect(yield* everything).toEqual(before)
        expect(yield* run(sources)).toEqual(whole)
      }).pipe(Effect.provide(community()))
    )

    it.effect("reports its progress after each batch", () =>
      Effect.gen(function* () {
        const reported = yield* Ref.make<ReadonlyArray<number>>([])
        yield* run(sources, { onProgress: (done) => Ref.update(reported, (before) => [...before, done]) })
        expect(yield* reported).toEqual([500, 602])
      }).pipe(Effect.provide(community()))
    )
  })
}
