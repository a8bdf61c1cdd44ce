import { FileSystem, Path } from "@effect/platform"
import { Effect, Layer, Schema } from "effect"
import { StarterDiseases, StarterFiles, StarterNews } from "../services/StarterContent.ts"

/** The JSON files of `content/`, beside the sources as beside a bundle. */
export const layer = Layer.effect(
  StarterFiles,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const folder = yield* Effect.orDie(path.fromFileUrl(new URL("../../content/", import.meta.url)))
    const read = <A, I>(name: string, schema: Schema.Schema<A, I>) =>
      fs
        .readFileString(path.join(folder, name))
        .pipe(Effect.flatMap(Schema.decode(Schema.parseJson(schema))), Effect.orDie)
    return { diseases: read("diseases.json", StarterDiseases), news: read("news.json", StarterNews) }
  })
)
