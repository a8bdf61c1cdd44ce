import { Effect, Layer, Option } from "effect"
import { samples } from "../../Config.ts"
import { type Change, catalogueChanged, newsChanged } from "../../domain/Change.ts"
import { StarterFiles } from "../../ports/ContentFiles.ts"
import { ContentRepo } from "../../ports/ContentRepo.ts"
import { DiseasesRepo, type KnownDisease } from "../../ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../ports/news/NewsRepo.ts"
import { MarkdownFilter } from "../../ports/posts/MarkdownFilter.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Changes } from "../Changes.ts"
import { isImported, type StarterDisease } from "./Catalogue.ts"

/** The curated diseases that every community begins with. */
export const starterDiseases: Effect.Effect<ReadonlyArray<StarterDisease>, never, StarterFiles> = Effect.map(
  Effect.flatMap(StarterFiles, ({ diseases }) => diseases),
  ({ diseases, sources: named }) =>
    diseases.map(({ sources, ...disease }) => ({ ...disease, sources: sources.flatMap((name) => named[name] ?? []) }))
)

export const startersByMondoId: Effect.Effect<ReadonlyMap<string, StarterDisease>, never, StarterFiles> = Effect.map(
  starterDiseases,
  (starters) => new Map(starters.flatMap((starter) => (starter.codes.mondo ?? []).map((id) => [id, starter] as const)))
)

/** The facts of a disease that only an import knows: none yet. */
export const unimported = {
  retiredCodes: [],
  parents: [],
  onset: [],
  inheritance: [],
  prevalence: [],
  genes: [],
  prominence: 0
}

/** All curated diseases, or those that an imported catalogue lacks: the others have more facts by now. */
const toSave = (starters: ReadonlyArray<StarterDisease>, known: ReadonlyArray<KnownDisease>) => {
  if (!known.some(({ key }) => isImported(key))) return starters
  const stored = new Set(known.flatMap(({ codes, key }) => [key, ...codes]))
  return starters.filter(({ codes, key }) => ![key, ...(codes.mondo ?? [])].some((one) => stored.has(one)))
}

interface SavedContent {
  readonly added: number
  readonly changed: number
}

/** Saves the sample news, which are on the page of no disease: what they say is invented. */
const saveSamples = Effect.gen(function* () {
  const { items } = yield* Effect.flatMap(StarterFiles, ({ news }) => news)
  const { filter } = yield* MarkdownFilter
  const news = yield* NewsRepo
  const toSave = yield* Effect.forEach(items, (item) =>
    Effect.map(Effect.orDie(filter(item.content)), (content) => ({
      ...item,
      dated: true,
      content,
      diseaseKeys: [],
      diseaseIds: [],
      digest: Option.none()
    }))
  )
  return yield* news.save(toSave)
})

/** Removes the sample news. An item of a feed has another key, and never the address of a sample. */
const removeSamples = Effect.gen(function* () {
  const { items } = yield* Effect.flatMap(StarterFiles, ({ news }) => news)
  const { remove } = yield* NewsRepo
  return { added: 0, changed: yield* remove(items) }
})

/** The content that a community has from its first start on. */
const load = Effect.gen(function* () {
  const files = yield* StarterFiles
  const content = yield* ContentRepo
  const diseases = yield* DiseasesRepo
  const changes = yield* Changes
  const { atomically } = yield* Transaction

  /** Saves content whose version is not the saved one; of two instances that start at once, only one does. */
  const once = <E, R>(name: string, version: string, save: Effect.Effect<SavedContent, E, R>, change: Change) =>
    Effect.flatMap(content.lockVersion(name), (loaded) =>
      Option.contains(loaded, version)
        ? Effect.void
        : Effect.gen(function* () {
            const { added, changed } = yield* save
            if (added + changed > 0) yield* changes.append([change])
            yield* content.setVersion(name, version)
          })
    ).pipe(atomically)

  const { version } = yield* files.diseases
  const starters = yield* starterDiseases
  yield* once(
    "diseases",
    version,
    Effect.flatMap(diseases.known, (known) =>
      diseases.save(toSave(starters, known).map((starter) => ({ ...unimported, ...starter })))
    ),
    catalogueChanged
  )

  const { version: newsVersion } = yield* files.news
  yield* (yield* samples)
    ? once("news", newsVersion, saveSamples, newsChanged)
    : once("news", "no samples", removeSamples, newsChanged)
})

/**
 * Loads the starter catalogue and loads or removes the sample news, once for each version, before anything is served.
 */
export const layer = Layer.effectDiscard(load)
