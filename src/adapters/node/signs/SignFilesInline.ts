import { Effect, Layer, Option } from "effect"
import { filesDir } from "../../../Config.ts"
import { SignFiles } from "../../../ports/SignFiles.ts"
import { namesIn, phenotypesIn } from "./SignFileReading.ts"

/** Reads the files on the calling thread, for tests and measurements. */
export const layer = Layer.effect(
  SignFiles,
  Effect.map(filesDir, (folder) => ({
    names: Effect.promise(() => namesIn(folder)),
    phenotypes: Effect.sync(() => Option.fromNullable(phenotypesIn(folder)))
  }))
)
