import { NodeContext } from "@effect/platform-node"
import { readFeed } from "@rare-disease-community/feeds/ReadFeed"
import { ConfigProvider, DateTime, Effect, Layer, type Scope, TestClock } from "effect"
import { bytesOf } from "../../../packages/feeds/test/Documents.ts"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import type { NewsDetail } from "../../../src/domain/news/News.ts"
import type { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import type { Changes } from "../../../src/services/Changes.ts"
import { NewsImport } from "../../../src/services/news/NewsImport.ts"
import { newDisease } from "../../contracts/diseases/newDiseases.ts"
import { type SingleInstance, Unpublished } from "../../support/ChangesLayers.ts"

export const now = DateTime.unsafeMake("2026-11-20T12:00:00Z")

export const rulesOf = (file: string | undefined) =>
  ContentFilesJson.layer.pipe(
    Layer.provide(NodeContext.layer),
    Layer.provide(
      Layer.setConfigProvider(ConfigProvider.fromMap(new Map(file === undefined ? [] : [["NEWS_RULES", file]])))
    )
  )

/** An import into a community of its own that knows some diseases. */
export const community = (changes: typeof SingleInstance | typeof Unpublished) =>
  NewsImport.layer.pipe(
    Layer.provide(Layer.mergeAll(MarkdownFilterInline.layer, SecretsRandom.layer, rulesOf(undefined))),
    Layer.provideMerge(changes),
    Layer.provideMerge(Memory.layer)
  )

export const diseases = [
  newDisease({ name: "Marfan syndrome", abbreviations: ["MFS"] }),
  newDisease({ name: "Alexander disease" }),
  newDisease({ name: "Gaucher disease type 1" }),
  newDisease({ name: "Ehlers-Danlos syndrome", synonyms: ["Ehlers-Danlos"] })
]

/** Runs a test in a community that knows some diseases. */
export const inCommunity = <A, E>(
  test: Effect.Effect<A, E, NewsImport | NewsRepo | DiseasesRepo | Changes | ChangesRepo | Scope.Scope>,
  changes: typeof SingleInstance | typeof Unpublished = Unpublished
) =>
  Effect.gen(function* () {
    yield* Effect.flatMap(DiseasesRepo, (repo) => repo.save(diseases))
    return yield* test
  }).pipe(
    Effect.scoped,
    Effect.provide(community(changes)),
    (test) => Effect.zipRight(TestClock.setTime(now.epochMillis), test) // before background work reads the clock
  )

export const save = (bytes: Uint8Array, identity = "https://news.example/feed") =>
  Effect.gen(function* () {
    const news = yield* NewsImport
    const document = yield* readFeed(bytes, null)
    return yield* news.save({ document, identity })
  })

export const saveText = (text: string, identity?: string) => save(bytesOf(text), identity)

export const counts = (added: number, changed: number, unchanged: number, skipped = 0) => ({
  added,
  changed,
  unchanged,
  skipped,
  leftOff: 0
})

/** All news in full, newest first. */
export const all = Effect.gen(function* () {
  const repo = yield* NewsRepo
  const { items } = yield* repo.page({}, { offset: 0, limit: 2_000 })
  return yield* Effect.forEach(items, ({ id }) => repo.get(id))
})

export const titles = Effect.map(all, (items) => items.map(({ title }) => title))

export const namesOf = ({ diseases }: NewsDetail) => diseases.map(({ name }) => name)
