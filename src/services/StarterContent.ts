import { Context, Effect, Layer, Option, Schema } from "effect"
import { type Change, catalogueChanged, newsChanged } from "../domain/Change.ts"
import { Codes, Source } from "../domain/Disease.ts"
import { NewsCategory } from "../domain/News.ts"
import { ContentRepo } from "../repositories/ContentRepo.ts"
import { DiseasesRepo, type KnownDisease } from "../repositories/DiseasesRepo.ts"
import { NewsRepo } from "../repositories/NewsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { Changes } from "./Changes.ts"
import { isImported, type StarterDisease } from "./CuratedDisease.ts"
import { Markdown } from "./Markdown.ts"
import { diseasesNamedIn, newsText } from "./NewsLinks.ts"

const Names = Schema.Array(Schema.NonEmptyString)

/** The diseases that every community begins with. */
export const StarterDiseases = Schema.Struct({
  version: Schema.NonEmptyString,
  sources: Schema.Record({ key: Schema.String, value: Source }),
  categories: Names,
  diseases: Schema.Array(
    Schema.Struct({
      key: Schema.NonEmptyString,
      name: Schema.NonEmptyString,
      synonyms: Names,
      abbreviations: Names,
      codes: Codes,
      categories: Names,
      description: Schema.NonEmptyString,
      sources: Names
    })
  )
})

/** The news that every community begins with: invented samples, marked as such. */
export const StarterNews = Schema.Struct({
  version: Schema.NonEmptyString,
  items: Schema.Array(
    Schema.Struct({
      key: Schema.NonEmptyString,
      title: Schema.NonEmptyString,
      summary: Schema.NonEmptyString,
      category: NewsCategory,
      source: Schema.NonEmptyString,
      sourceUrl: Schema.OptionFromNullOr(Schema.String),
      publishedAt: Schema.DateTimeUtc,
      content: Schema.NonEmptyString,
      diseases: Names
    })
  )
})

/** The files of `content/`, which ship with the server. One that cannot be read is a defect. */
export class StarterFiles extends Context.Tag("services/StarterFiles")<
  StarterFiles,
  {
    readonly diseases: Effect.Effect<typeof StarterDiseases.Type>
    readonly news: Effect.Effect<typeof StarterNews.Type>
  }
>() {}

/** The diseases that every community begins with, as far as something was written for them. */
export const starterDiseases: Effect.Effect<ReadonlyArray<StarterDisease>, never, StarterFiles> = Effect.map(
  Effect.flatMap(StarterFiles, ({ diseases }) => diseases),
  ({ diseases, sources: named }) =>
    diseases.map(({ sources, ...disease }) => ({ ...disease, sources: sources.flatMap((name) => named[name] ?? []) }))
)

/** The same by their ids in Mondo. */
export const startersByMondoId: Effect.Effect<ReadonlyMap<string, StarterDisease>, never, StarterFiles> = Effect.map(
  starterDiseases,
  (starters) => new Map(starters.flatMap((starter) => (starter.codes.mondo ?? []).map((id) => [id, starter] as const)))
)

/** Nothing but what was written for a disease is known of it until it is imported. */
const unimported = {
  retiredCodes: [],
  parents: [],
  onset: [],
  inheritance: [],
  prevalence: [],
  genes: [],
  prominence: 0
}

/**
 * Those to save: all of them, or beside an imported catalogue those that it lacks. The next import brings what was
 * written anew into the others, which know more by now.
 */
const toSave = (starters: ReadonlyArray<StarterDisease>, known: ReadonlyArray<KnownDisease>) => {
  if (!known.some(({ key }) => isImported(key))) return starters
  const stored = new Set(known.flatMap(({ codes, key }) => [key, ...codes]))
  return starters.filter(({ codes, key }) => ![key, ...(codes.mondo ?? [])].some((one) => stored.has(one)))
}

/** What came of saving, whichever content it is. */
interface SavedContent {
  readonly added: number
  readonly changed: number
}

/**
 * Saves the sample news, linked to the diseases that were chosen for each item and to those that it names. To be repeated
 * when the catalogue has grown, inside a transaction.
 */
export const saveNews = Effect.gen(function* () {
  const { items } = yield* Effect.flatMap(StarterFiles, ({ news }) => news)
  const news = yield* NewsRepo
  const diseases = yield* DiseasesRepo
  const markdown = yield* Markdown
  const toSave = yield* Effect.forEach(items, ({ content, diseases: diseaseKeys, ...item }) =>
    Effect.gen(function* () {
      const filtered = yield* Effect.orDie(markdown.filter(content))
      const diseaseIds = yield* diseasesNamedIn(diseases, newsText(item.title, item.summary, filtered.text))
      return { ...item, content: filtered, diseaseKeys, diseaseIds, digest: Option.none() }
    })
  )
  return yield* news.save(toSave)
})

/** What a community holds from its first start on. */
const load = Effect.gen(function* () {
  const files = yield* StarterFiles
  const content = yield* ContentRepo
  const diseases = yield* DiseasesRepo
  const changes = yield* Changes
  const { atomically } = yield* Transaction

  /** Saves what has another version than the one that was saved last; of two instances that start together, one. */
  const once = <E, R>(name: string, version: string, save: Effect.Effect<SavedContent, E, R>, change: Change) =>
    Effect.flatMap(content.lockVersion(name), (loaded) =>
      Option.contains(loaded, version)
        ? Effect.void
        : Effect.gen(function* () {
            const { added, changed } = yield* save
            if (added + changed > 0) yield* changes.record([change])
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
  yield* once("news", newsVersion, saveNews, newsChanged)
})

/** Loads the starter catalogue and the sample news, once for each of their versions, before anything is served. */
export const layer = Layer.effectDiscard(load)
