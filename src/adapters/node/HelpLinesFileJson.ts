import { FileSystem } from "@effect/platform"
import { ConfigError, Effect, Layer, Schema } from "effect"
import { helpLines } from "../../Config.ts"
import { HelpLine } from "../../domain/moderation/Report.ts"
import { HelpLinesFile } from "../../ports/ContentFiles.ts"
import { packagePath } from "../PackageFiles.ts"

/** A line says where it was read, and when, so that it can be checked again. */
const Line = Schema.Struct({
  ...HelpLine.fields,
  source: Schema.String,
  date: Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\d$/))
})

const decode = Schema.decodeUnknown(Schema.parseJson(Schema.NonEmptyArray(Line)))

const refuse = (why: string) =>
  ConfigError.InvalidData(["HELP_LINES"], `must be a JSON file as content/help-lines.json is; ${why}`)

/** Reads the file that `HELP_LINES` names, else `content/help-lines.json`. */
export const layer = Layer.effect(
  HelpLinesFile,
  Effect.map(FileSystem.FileSystem, (fs) => ({
    read: Effect.gen(function* () {
      const file = (yield* helpLines) ?? packagePath("content/help-lines.json")
      const text = yield* Effect.mapError(fs.readFileString(file), () => refuse("it cannot be read"))
      const lines = yield* Effect.mapError(decode(text), () =>
        refuse("it needs a list of lines, each with country, name, phone, url, source and date")
      )
      return lines.map(({ date: _, source: __, ...line }): HelpLine => line)
    })
  }))
)
