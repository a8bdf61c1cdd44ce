import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { Array, type ConfigError, Data, Effect, Layer } from "effect"
import * as ContentFilesJson from "../adapters/node/ContentFilesJson.ts"
import * as LanguageFiles from "../adapters/node/LanguageFiles.ts"
import * as CommunitySettingsRepoSql from "../adapters/postgres/CommunitySettingsRepoSql.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import { dueMigrations } from "../adapters/postgres/Integrity.ts"
import { mail, outgoingPrivate, type ShownVariable, shownVariables } from "../Config.ts"
import { CommunitySettingsRepo, type StoredSettings } from "../ports/CommunitySettingsRepo.ts"
import { CareContactsFile, HelpLinesFile, NewsRulesFile } from "../ports/ContentFiles.ts"
import { Languages } from "../services/languages/Languages.ts"
import { shownName } from "../services/news/Feeds.ts"
import { json, print, table } from "./Output.ts"

class WrongVariables extends Data.TaggedError("WrongVariables")<{ readonly names: ReadonlyArray<string> }> {
  override get message() {
    return `invalid: ${this.names.join(", ")}`
  }
}

const nothing: StoredSettings = {}

/** The settings that admins have set; none before the database has them. */
const stored = Effect.gen(function* () {
  if (!(yield* CommandDatabase.isMade)) return nothing
  const read = Effect.gen(function* () {
    const due = yield* dueMigrations
    return due.length > 0 ? nothing : yield* Effect.flatMap(CommunitySettingsRepo, (repo) => repo.stored)
  })
  return yield* Effect.provide(read, Layer.provideMerge(CommunitySettingsRepoSql.layer, CommandDatabase.unmigrated))
}).pipe(
  Effect.provide(NodeContext.layer),
  Effect.catchAll(({ message }) =>
    Effect.as(Effect.logWarning(`what admins have set is not known: ${message}`), nothing)
  )
)

/** The invalid variables of an error with what is wrong with each. */
const faultsOf = (error: ConfigError.ConfigError): ReadonlyArray<readonly [name: string, fault: string]> =>
  error._op === "And" || error._op === "Or"
    ? [...faultsOf(error.left), ...faultsOf(error.right)]
    : [[error.path.join("_"), error.message]]

/** What a start refuses besides variables of a wrong form: files and folders that they name, and halves of pairs. */
const refusedAtStart = Effect.gen(function* () {
  const [care, lines, rules] = [yield* CareContactsFile, yield* HelpLinesFile, yield* NewsRulesFile]
  const checks = [
    Effect.asVoid(mail),
    Effect.asVoid(outgoingPrivate),
    Effect.asVoid(care.read),
    Effect.asVoid(lines.read),
    Effect.asVoid(rules.read),
    Effect.asVoid(Layer.build(Languages.layer))
  ]
  return new Map(Array.getLefts(yield* Effect.forEach(checks, Effect.either)).flatMap(faultsOf))
}).pipe(
  Effect.scoped,
  Effect.provide(Layer.provide(Layer.merge(ContentFilesJson.layer, LanguageFiles.layer), NodeContext.layer))
)

/** A variable, with the setting that overrides it. */
interface Shown extends ShownVariable {
  /** The value that an admin has set; null where the variable counts. */
  readonly stored: string | null
}

const rowOf = ({ fault, name, source, stored, value }: Shown) => [
  name,
  source,
  `${fault === null ? (value ?? "(unset)") : `(invalid: ${fault})`}${stored === null ? "" : ` (set by an admin: ${stored})`}`
]

/** `config`: every variable with its value and where that comes from; secrets are masked. */
export const config = Command.make("config", { json }, ({ json }) =>
  Effect.gen(function* () {
    const { newsFeeds, registration, reviewFirstPosts } = yield* stored
    const settings: Readonly<Record<string, string | number | undefined>> = {
      NEWS_FEEDS: newsFeeds?.length === 0 ? "none" : newsFeeds?.map(shownName).join(","),
      REGISTRATION: registration,
      REVIEW_FIRST_POSTS: reviewFirstPosts
    }
    const refused = yield* refusedAtStart
    const variables = (yield* shownVariables).map((variable): Shown => {
      const setting = settings[variable.name]
      const fault = variable.fault ?? refused.get(variable.name) ?? null
      return { ...variable, fault, stored: setting === undefined ? null : String(setting) }
    })
    yield* print(json, variables, table([["variable", "from", "value"], ...variables.map(rowOf)]))
    const names = variables.filter(({ fault }) => fault !== null).map(({ name }) => name)
    if (names.length > 0) return yield* new WrongVariables({ names })
  })
).pipe(
  Command.withDescription(
    "Shows every variable, its value, and where that comes from; secrets are masked. Next to it: what an admin has set instead."
  )
)
