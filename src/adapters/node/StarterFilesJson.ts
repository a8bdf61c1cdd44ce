import { FileSystem } from "@effect/platform"
import { Effect, Layer, Schema } from "effect"
import { StarterDiseases, StarterFiles, StarterNews } from "../../ports/ContentFiles.ts"
import { packagePath } from "../PackageFiles.ts"

/** Reads the JSON files of `content/`. */
export const layer = Layer.effect(
  StarterFiles,
  Effect.map(FileSystem.FileSystem, (fs) => {
    const read = <A, I>(name: string, schema: Schema.Schema<A, I>) =>
      fs
        .readFileString(packagePath(`content/${name}`))
        .pipe(Effect.flatMap(Schema.decode(Schema.parseJson(schema))), Effect.orDie)
    return { diseases: read("diseases.json", StarterDiseases), news: read("news.json", StarterNews) }
  })
)
