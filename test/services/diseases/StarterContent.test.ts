import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, DateTime, Effect, Layer, Option } from "effect"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import { ContentRepo } from "../../../src/ports/ContentRepo.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
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

const sample = {
  key: "sample-amber",
  title: "Sample: Amber syndrome, an invention",
  summary: "It names Amber syndrome.",
  category: "research" as const,
  source: "Sample newsroom",
  sourceUrl: Option.some("https://example.org/news/amber"),
  publishedAt: DateTime.unsafeMake("2026-01-14T09:30:00Z"),
  content: "About Amber syndrome."
}

/** Starts the server with a sample, and with these variables. */
const startWith = (variables: Readonly<Record<string, string>>) =>
  Layer.build(
    StarterContent.layer.pipe(
      Layer.provide(MarkdownFilterInline.layer),
      Layer.provide(starterFiles("1", [amber], [sample])),
      Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
    )
  )

const news = Effect.flatMap(NewsRepo, (repo) =>
  Effect.map(repo.page({}, { offset: 0, limit: 100 }), ({ items }) =>
    items.map(({ diseases, title }) => [title, diseases])
  )
)

/** The links that releases before this one gave their samples, and news of a feed that look like a sample. */
const linked = Effect.gen(function* () {
  const { save } = yield* NewsRepo
  yield* Effect.flatMap(ContentRepo, ({ setVersion }) => setVersion("news", "an earlier one"))
  const text = {
    content: sample.content,
    html: "<p>About Amber syndrome.</p>",
    text: "About Amber syndrome.\n",
    excerpt: "",
    mentions: []
  }
  const item = {
    ...sample,
    dated: true,
    content: text,
    diseaseKeys: [amber.key],
    diseaseIds: [],
    digest: Option.none()
  }
  yield* save([
    item,
    { ...item, key: "https://feed.example/1", title: "Sample: real", sourceUrl: Option.some("https://feed.example/1") },
    { ...item, key: "sample-of-a-feed", title: "Sample: real, too" }
  ])
})

const nameOf = (disease: Pick<DiseaseToSave, "key">) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    return (yield* repo.findByIds(yield* idsOf(disease)))[0]?.name
  })

for (const { layer, name } of memoryAndDatabase) {
  describe(`StarterContent (${name})`, () => {
    const version = Effect.flatMap(DiseasesRepo, ({ version }) => version)

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

    it.scoped("stores samples without PUBLIC_URL, and on the page of no disease", () =>
      Effect.gen(function* () {
        yield* startWith({})
        deepStrictEqual(yield* news, [[sample.title, []]])
        yield* startWith({ PUBLIC_URL: "https://community.example", SAMPLES: "on" })
        deepStrictEqual(yield* news, [[sample.title, []]])
      }).pipe(Effect.provide(Layer.provideMerge(SingleInstance, layer)))
    )

    it.scoped("removes samples with PUBLIC_URL or SAMPLES=off, those of earlier releases too, and nothing else", () =>
      Effect.gen(function* () {
        yield* start("1", amber)
        yield* linked
        const kinds = yield* publishedKinds
        yield* startWith({ PUBLIC_URL: "https://community.example" })
        deepStrictEqual(
          (yield* news).map(([title]) => title),
          ["Sample: real, too", "Sample: real"]
        )
        deepStrictEqual(kinds, ["news"])
        yield* startWith({ SAMPLES: "off" })
        deepStrictEqual(kinds, ["news"])
        yield* startWith({})
        strictEqual((yield* news).length, 3)
        yield* startWith({ SAMPLES: "off" })
        strictEqual((yield* news).length, 2)
      }).pipe(Effect.provide(Layer.provideMerge(SingleInstance, layer)))
    )

    it.scoped("takes the samples of an earlier release from the pages of diseases", () =>
      Effect.gen(function* () {
        yield* start("1", amber)
        yield* linked
        yield* startWith({})
        const [own] = (yield* news).filter(([title]) => title === sample.title)
        deepStrictEqual(own, [sample.title, []])
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
