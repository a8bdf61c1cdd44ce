import { Context, Effect, Layer, Option, Schema } from "effect"
import { Codes, Source } from "../domain/Disease.ts"
import { NewsCategory } from "../domain/News.ts"
import { ContentRepo } from "../repositories/ContentRepo.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { NewsRepo } from "../repositories/NewsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { Markdown } from "./Markdown.ts"

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

/** What a community holds from its first start on. */
const load = Effect.gen(function* () {
  const files = yield* StarterFiles
  const content = yield* ContentRepo
  const diseases = yield* DiseasesRepo
  const news = yield* NewsRepo
  const markdown = yield* Markdown
  const { atomically } = yield* Transaction

  /** Saves what has another version than the one that was saved last; of two instances that start together, one. */
  const once = <E, R>(name: string, version: string, save: Effect.Effect<void, E, R>) =>
    Effect.flatMap(content.lockVersion(name), (loaded) =>
      Option.contains(loaded, version) ? Effect.void : Effect.zipRight(save, content.setVersion(name, version))
    ).pipe(atomically)

  const { diseases: starters, sources, version } = yield* files.diseases
  yield* once(
    "diseases",
    version,
    diseases.save(
      starters.map((disease) => ({
        ...disease,
        sources: disease.sources.flatMap((source) => sources[source] ?? [])
      }))
    )
  )

  const { items, version: newsVersion } = yield* files.news
  yield* once(
    "news",
    newsVersion,
    Effect.flatMap(
      Effect.forEach(items, ({ content, diseases, ...item }) =>
        Effect.map(Effect.orDie(markdown.filter(content)), (content) => ({ ...item, content, diseaseKeys: diseases }))
      ),
      news.save
    )
  )
})

/** Loads the starter catalogue and the sample news, once for each of their versions, before anything is served. */
export const layer = Layer.effectDiscard(load)
