import { FileSystem, Path } from "@effect/platform"
import { ConfigError, Effect, Layer, ParseResult, Schema } from "effect"
import { newsRules } from "../Config.ts"
import { NewsRules } from "../domain/NewsRules.ts"
import { NewsRulesFile } from "../services/NewsRulesFile.ts"

const decode = Schema.decodeUnknown(Schema.parseJson(NewsRules))

/** Where the first fault is, and what is wrong there: `rules.3.category must be …`. */
const faultOf = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const where = issue?.path.map(String).join(".") ?? ""
  return `${where === "" ? "" : `${where}: `}${(issue?.message ?? "it is malformed").split("\n").join(" ").slice(0, 200)}`
}

/** The file that `NEWS_RULES` names, else `content/news-rules.json`; read once, at the start. */
export const layer = Layer.effect(
  NewsRulesFile,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const refused = (why: string) =>
      ConfigError.InvalidData(["NEWS_RULES"], `must be a JSON file as content/news-rules.json is; ${why}`)
    const shipped = Effect.orDie(path.fromFileUrl(new URL("../../content/news-rules.json", import.meta.url)))
    const read = Effect.gen(function* () {
      const file = (yield* newsRules) ?? (yield* shipped)
      const text = yield* Effect.mapError(fs.readFileString(file), () => refused("it cannot be read"))
      return yield* Effect.mapError(decode(text), (error) => refused(faultOf(error)))
    })
    return { read }
  })
)
