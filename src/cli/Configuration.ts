import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { Data, Effect, Layer } from "effect"
import * as CommunitySettingsRepoSql from "../adapters/postgres/CommunitySettingsRepoSql.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import { dueMigrations } from "../adapters/postgres/Integrity.ts"
import { type ShownVariable, shownVariables } from "../Config.ts"
import { CommunitySettingsRepo, type StoredSettings } from "../ports/CommunitySettingsRepo.ts"
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
    const variables = (yield* shownVariables).map((variable): Shown => {
      const setting = settings[variable.name]
      return { ...variable, stored: setting === undefined ? null : String(setting) }
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
