import { FileSystem } from "@effect/platform"
import { ConfigError, Context, Effect, Layer, ParseResult, Schema } from "effect"
import { careContacts, helpLines, newsRules } from "../../Config.ts"
import { Address, Country, Phone } from "../../domain/Contact.ts"
import { CareContacts } from "../../domain/diseases/Care.ts"
import { HelpLine } from "../../domain/HelpLine.ts"
import { NewsRules } from "../../domain/news/NewsRules.ts"
import { textOfFile } from "../../domain/TextFile.ts"
import {
  CareContactsFile,
  CommonPasswordsFile,
  HelpLinesFile,
  NewsRulesFile,
  StarterDiseases,
  StarterFiles,
  StarterNews
} from "../../ports/ContentFiles.ts"
import { packagePath } from "../PackageFiles.ts"

const readJson = <A, I>(path: string, schema: Schema.Schema<A, I>) =>
  FileSystem.FileSystem.pipe(
    Effect.flatMap((fs) => fs.readFile(path)),
    Effect.flatMap(textOfFile),
    Effect.flatMap(Schema.decode(Schema.parseJson(schema)))
  )

/** A file that ships with the server: one that cannot be read is a defect. */
const readStarter = <A, I>(file: string, schema: Schema.Schema<A, I>) =>
  Effect.orDie(readJson(packagePath(`content/${file}`), schema))

/** The first fault with its path: `rules.3.category: must be …`. */
const faultOf = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const path = issue?.path.map(String).join(".") ?? ""
  return `${path === "" ? "" : `${path}: `}${(issue?.message ?? "it is malformed").split("\n").join(" ").slice(0, 200)}`
}

/**
 * Reads a file of `content/`, or the one at `path`, which a variable names. The failure names the variable and the
 * fault.
 */
const readChosen = <A, I>(
  { file, path, variable }: { readonly file: string; readonly path: string | undefined; readonly variable: string },
  schema: Schema.Schema<A, I>
) =>
  Effect.mapError(readJson(path ?? packagePath(`content/${file}`), schema), (error) => {
    const why =
      typeof error === "string" ? `it ${error}` : error._tag === "ParseError" ? faultOf(error) : "it cannot be read"
    return ConfigError.InvalidData([variable], `must be a JSON file as content/${file} is; ${why}`)
  })

/** A line says where it was read, and when, so that it can be checked again. */
const Line = Schema.Struct({
  ...HelpLine.fields,
  country: Country,
  name: Schema.NonEmptyString,
  names: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.NonEmptyString })),
  phone: Phone,
  url: Schema.optional(Address),
  source: Schema.String,
  date: Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\d$/))
})

/** Reads the file that `HELP_LINES` names, else `content/help-lines.json`. */
const readHelpLines = Effect.gen(function* () {
  const chosen = { file: "help-lines.json", path: yield* helpLines, variable: "HELP_LINES" }
  const lines = yield* readChosen(chosen, Schema.NonEmptyArray(Line))
  return lines.map(({ date: _, source: __, ...line }): HelpLine => line)
})

/** Reads the file that `NEWS_RULES` names, else `content/news-rules.json`. */
const readNewsRules = Effect.flatMap(newsRules, (path) =>
  readChosen({ file: "news-rules.json", path, variable: "NEWS_RULES" }, NewsRules)
)

/** Reads the file that `CARE_CONTACTS` names, else `content/care.json`. */
const readCareContacts = Effect.flatMap(careContacts, (path) =>
  readChosen({ file: "care.json", path, variable: "CARE_CONTACTS" }, CareContacts)
)

const readCommonPasswords = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  Effect.map(fs.readFileString(packagePath("content/common-passwords.txt")), (text) => text.trimEnd().split("\n"))
)

/** The files of `content/`, and those that the operator has in their place. They are read when they are needed. */
export const layer = Layer.effectContext(
  Effect.map(Effect.context<FileSystem.FileSystem>(), (context) =>
    Context.make(StarterFiles, {
      diseases: Effect.provide(readStarter("diseases.json", StarterDiseases), context),
      news: Effect.provide(readStarter("news.json", StarterNews), context)
    }).pipe(
      Context.add(HelpLinesFile, { read: Effect.provide(readHelpLines, context) }),
      Context.add(CommonPasswordsFile, { read: Effect.orDie(Effect.provide(readCommonPasswords, context)) }),
      Context.add(CareContactsFile, { read: Effect.provide(readCareContacts, context) }),
      Context.add(NewsRulesFile, { read: Effect.provide(readNewsRules, context) })
    )
  )
)
