import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer, Option } from "effect"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import { CatalogueSnapshot } from "../../../src/ports/diseases/CatalogueSnapshot.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import { CatalogueImport } from "../../../src/services/diseases/CatalogueImport.ts"
import { CatalogueLoad } from "../../../src/services/diseases/CatalogueLoad.ts"
import * as StarterContent from "../../../src/services/diseases/StarterContent.ts"
import { source } from "../../contracts/diseases/newDiseases.ts"
import { SingleInstance } from "../../support/ChangesLayers.ts"
import { amber, importedDisease, starterFiles } from "../../support/StarterCatalogue.ts"
import { storages } from "../../support/Storage.ts"

/** More than two batches of diseases, of which the first is stored as a starter disease. */
const all = [
  importedDisease(1, { name: "amber's syndrome", synonyms: ["Honey disease"] }),
  ...Array.from({ length: 139 }, (_, index) => importedDisease(index + 2, { parents: ["MONDO:9000001"] }))
]

const snapshot = (version: string, diseases: ReadonlyArray<DiseaseToSave>) =>
  Layer.succeed(CatalogueSnapshot, {
    open: Effect.succeed({
      header: { schema: 1 as const, version, diseases: diseases.length, sources: [source] },
      diseases: (from: number, count: number) => Effect.succeed(diseases.slice(from, from + count))
    })
  })

const item = {
  key: "sample",
  title: "A sample about Disease 77",
  summary: "It also names Honey disease.",
  category: "research" as const,
  source: "Sample newsroom",
  sourceUrl: Option.none(),
  publishedAt: DateTime.unsafeMake("2026-01-14T09:30:00Z"),
  content: "Nothing more."
}

const files = starterFiles("1", [amber], [item])

const [first, second] = ["2026-01-01-aaaa", "2026-02-01-aaaa"]

/** Loads a snapshot, as a start of the server does, and gives the reported progress. */
const load = (version: string, diseases: ReadonlyArray<DiseaseToSave>, stopAt = Number.POSITIVE_INFINITY) =>
  Effect.gen(function* () {
    const reported: Array<number> = []
    const loader = yield* CatalogueLoad
    const end = yield* loader
      .run((done) => {
        reported.push(done)
        return done >= stopAt ? Effect.interrupt : Effect.void
      })
      .pipe(
        Effect.map(({ _tag }) => _tag),
        Effect.catchAllCause(() => Effect.succeed("stopped"))
      )
    return { reported, end }
  }).pipe(Effect.provide(Layer.provide(CatalogueLoad.layer, snapshot(version, diseases))))

const importAll = (diseases: ReadonlyArray<DiseaseToSave>) =>
  Effect.flatMap(CatalogueImport, ({ run }) =>
    run(diseases, { dryRun: false, retireMany: true, onProgress: () => Effect.void })
  )

const known = Effect.flatMap(DiseasesRepo, (repo) => repo.known)
const listed = Effect.map(known, (all) => all.filter(({ retired }) => !retired).length)

const newsDiseases = Effect.gen(function* () {
  const news = yield* NewsRepo
  const { items } = yield* news.page({}, { offset: 0, limit: 1 })
  const [{ id }] = [yield* Effect.fromNullable(items[0])]
  return (yield* news.get(id)).diseases.map(({ name }) => name)
})

for (const { layer, name } of storages) {
  describe(`CatalogueLoad.run (${name})`, () => {
    const community = () =>
      Layer.mergeAll(StarterContent.layer, CatalogueImport.layer).pipe(
        Layer.provideMerge(Layer.mergeAll(MarkdownFilterInline.layer, files, SingleInstance)),
        Layer.provideMerge(layer)
      )

    it.effect(
      "saves the snapshot in batches, keeps the ids of starter diseases, and links no disease to the sample news",
      () =>
        Effect.gen(function* () {
          const [starter] = yield* known
          deepStrictEqual(yield* newsDiseases, [])
          const { end, reported } = yield* load(first, all)
          strictEqual(end, "Complete")
          deepStrictEqual(reported, [0, 64, 128, 140])
          const stored = yield* known
          strictEqual(stored.length, 140)
          deepStrictEqual([stored[0]?.id, stored[0]?.key], [starter?.id, amber.key])
          deepStrictEqual(yield* newsDiseases, [])
          const { total } = yield* Effect.flatMap(DiseasesRepo, (repo) => repo.page({}, { offset: 0, limit: 1 }))
          strictEqual(total, 140)
          deepStrictEqual(yield* load(first, all), { reported: [], end: "NotDue" })
        }).pipe(Effect.provide(community()))
    )

    it.effect("resumes after the last saved batch when it was stopped", () =>
      Effect.gen(function* () {
        deepStrictEqual(yield* load(first, all, 64), { reported: [0, 64], end: "stopped" })
        strictEqual(yield* listed, 64)
        deepStrictEqual(yield* load(first, all), { reported: [64, 128, 140], end: "Complete" })
        strictEqual(yield* listed, 140)
      }).pipe(Effect.provide(community()))
    )

    it.effect("saves nothing twice when two processes load at once", () =>
      Effect.gen(function* () {
        const { version } = yield* DiseasesRepo
        const before = yield* version
        const both = yield* Effect.all([load(first, all), load(first, all)], { concurrency: 2 })
        deepStrictEqual(
          both.map(({ end }) => end),
          ["Complete", "Complete"]
        )
        strictEqual(yield* listed, 140)
        strictEqual((yield* version) - before, 3)
      }).pipe(Effect.provide(community()))
    )

    it.effect("changes no catalogue that the operator imported before it or while it runs", () =>
      Effect.gen(function* () {
        yield* load(first, all, 64)
        yield* importAll(all.slice(0, 10))
        deepStrictEqual(yield* load(first, all), { reported: [], end: "NotDue" })
        deepStrictEqual(yield* load(second, all), { reported: [], end: "NotDue" })
        strictEqual(yield* listed, 10)
      }).pipe(Effect.provide(community()))
    )

    it.effect("loads a newer release over an older one, retires diseases that it lacks, and never goes back", () =>
      Effect.gen(function* () {
        yield* load(first, all)
        const renamed = importedDisease(5, { name: "Another name", parents: ["MONDO:9000001"] })
        const { end } = yield* load(second, [...all.slice(0, 4), renamed])
        strictEqual(end, "Complete")
        strictEqual(yield* listed, 5)
        const names = yield* Effect.flatMap(DiseasesRepo, (repo) => repo.page({}, { offset: 0, limit: 9 }))
        assertTrue(names.items.some(({ name }) => name === "Another name"))
        deepStrictEqual(yield* load(first, all), { reported: [], end: "NotDue" })
        strictEqual(yield* listed, 5)
      }).pipe(Effect.provide(community()))
    )
  })
}
