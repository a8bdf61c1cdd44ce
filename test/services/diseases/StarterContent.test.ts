import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as MarkdownFilterInline from "../../../src/adapters/node/MarkdownFilterInline.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/DiseasesRepo.ts"
import * as StarterContent from "../../../src/services/diseases/StarterContent.ts"
import { emptyDisease } from "../../contracts/diseases/emptyDisease.ts"
import { idsOf, save, source } from "../../contracts/diseases/newDiseases.ts"
import { publishedKinds, SingleInstance } from "../../support/ChangesLayers.ts"
import { amber, starterFiles } from "../../support/StarterCatalogue.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"

const basalt = {
  ...amber,
  key: "basalt",
  name: "Basalt disease",
  abbreviations: [],
  codes: { mondo: ["MONDO:9000002"] }
}

/** Starts the server with these diseases in a starter file of a version. */
const start = (version: string, ...diseases: ReadonlyArray<typeof amber | typeof basalt>) =>
  Layer.build(
    StarterContent.layer.pipe(Layer.provide(MarkdownFilterInline.layer), Layer.provide(starterFiles(version, diseases)))
  )

const nameOf = (disease: Pick<DiseaseToSave, "key">) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const { items } = yield* repo.findByIds(yield* idsOf(disease))
    return items[0]?.name
  })

for (const { layer, name } of memoryAndDatabase) {
  describe(`StarterContent (${name})`, () => {
    const version = Effect.flatMap(DiseasesRepo, (repo) => Effect.map(repo.findByIds([]), (shown) => shown.version))

    it.scoped("stores the catalogue at the first start, and a new version of it at a later one", () =>
      Effect.gen(function* () {
        yield* start("1", amber)
        strictEqual(yield* nameOf(amber), "Amber syndrome")
        const before = yield* version
        yield* start("1", { ...amber, name: "Not loaded" })
        yield* start("2", amber)
        strictEqual(yield* version, before)
        yield* start("3", { ...amber, name: "Amber's syndrome" }, basalt)
        strictEqual(yield* nameOf(amber), "Amber's syndrome")
        strictEqual(yield* nameOf(basalt), "Basalt disease")
      }).pipe(Effect.provide(Layer.provideMerge(SingleInstance, layer)))
    )

    it.scoped("publishes a change when it stored something, and none else", () =>
      Effect.gen(function* () {
        const kinds = yield* publishedKinds
        yield* start("1", amber)
        yield* start("2", amber)
        deepStrictEqual(kinds, ["catalogue"])
        yield* start("3", basalt)
        deepStrictEqual(kinds, ["catalogue", "catalogue"])
      }).pipe(Effect.provide(Layer.provideMerge(SingleInstance, layer)))
    )

    it.scoped("changes no imported disease, and adds those that the import lacks", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        yield* start("1", amber)
        const imported = {
          ...emptyDisease,
          ...amber,
          synonyms: ["Amber disease", "Honey disease"],
          genes: [{ symbol: "AMB", name: "amber", association: "Disease-causing" }],
          prominence: 90,
          sources: [source]
        }
        yield* save(
          { ...emptyDisease, key: "MONDO:9000003", name: "Another", codes: { mondo: ["MONDO:9000003"] } },
          imported
        )
        const [id] = yield* idsOf(imported)
        const before = yield* Effect.flatMap(Effect.fromNullable(id), repo.get)
        const known = { ...basalt, key: "copper", codes: { mondo: ["MONDO:9000003"] } }
        yield* start("2", { ...amber, description: "Written anew." }, basalt, known)
        deepStrictEqual(yield* Effect.flatMap(Effect.fromNullable(id), repo.get), before)
        strictEqual(yield* nameOf(basalt), "Basalt disease")
        strictEqual(yield* nameOf(known), undefined)
      }).pipe(Effect.provide(Layer.provideMerge(SingleInstance, layer)))
    )
  })
}
