import { FileSystem } from "@effect/platform"
import { ConfigError, Effect, Layer, ParseResult, Schema } from "effect"
import { newsRules } from "../../Config.ts"
import { NewsRules } from "../../domain/news/NewsRules.ts"
import { NewsRulesFile } from "../../ports/ContentFiles.ts"
import { packagePath } from "../PackageFiles.ts"

const decode = Schema.decodeUnknown(Schema.parseJson(NewsRules))

/** The first fault with its path: `rules.3.category: must be …`. */
const faultOf = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const path = issue?.path.map(String).join(".") ?? ""
  return `${path === "" ? "" : `${path}: `}${(issue?.message ?? "it is malformed").split("\n").join(" ").slice(0, 200)}`
}

const refuse = (why: string) =>
  ConfigError.InvalidData(["NEWS_RULES"], `must be a JSON file as content/news-rules.json is; ${why}`)

/** Reads the file that `NEWS_RULES` names, else `content/news-rules.json`. */
export const layer = Layer.effect(
  NewsRulesFile,
  Effect.map(FileSystem.FileSystem, (fs) => ({
    read: Effect.gen(function* () {
      const file = (yield* newsRules) ?? packagePath("content/news-rules.json")
      const text = yield* Effect.mapError(fs.readFileString(file), () => refuse("it cannot be read"))
      return yield* Effect.mapError(decode(text), (error) => refuse(faultOf(error)))
    })
  }))
)
