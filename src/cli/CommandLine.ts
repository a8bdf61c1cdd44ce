import { CliConfig, Command, ValidationError } from "@effect/cli"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { ConfigError, Effect, Predicate } from "effect"
import { version } from "../domain/Version.ts"
import { admin } from "./Admin.ts"
import { backup, restore } from "./Backup.ts"
import { check } from "./Check.ts"
import { config } from "./Configuration.ts"
import { importDiseases } from "./ImportDiseases.ts"
import { importSigns } from "./ImportSigns.ts"
import { keys } from "./Keys.ts"
import { languages } from "./Languages.ts"
import { mail } from "./Mail.ts"
import { members } from "./Members.ts"
import { migrate } from "./Migrate.ts"
import { moderation } from "./Moderation.ts"
import { footer, logToStandardError, plainConsole } from "./Output.ts"

// Loaded when it is called: the server has most of the code.
const serve = Command.make("serve", {}, () =>
  Effect.flatMap(
    Effect.promise(() => import("./Serve.ts")),
    ({ serve }) => serve
  )
).pipe(Command.withDescription("Starts the server, as `npm start` does."))

const importing = Command.make("import").pipe(
  Command.withDescription("Fills the community from files."),
  Command.withSubcommands([importDiseases, importSigns])
)

const community = Command.make("rare-disease-community").pipe(
  Command.withDescription("Runs a community server. Variables of the environment configure it: see `config`."),
  Command.withSubcommands([
    serve,
    Command.provide(migrate, logToStandardError),
    Command.provide(importing, logToStandardError),
    Command.provide(admin, logToStandardError),
    Command.provide(keys, logToStandardError),
    Command.provide(moderation, logToStandardError),
    Command.provide(languages, logToStandardError),
    Command.provide(mail, logToStandardError),
    Command.provide(members, logToStandardError),
    Command.provide(backup, logToStandardError),
    Command.provide(restore, logToStandardError),
    Command.provide(check, logToStandardError),
    Command.provide(config, logToStandardError)
  ])
)

/** The words before the first flag, which name a command. */
const namedBy = (args: ReadonlyArray<string>) => {
  const flag = args.findIndex((argument) => argument.startsWith("-"))
  return args.slice(0, flag === -1 ? args.length : flag)
}

/** `npm run community -- …`, installed as `rare-disease-community`: the command line of the operator. */
export const commandLine = (args: ReadonlyArray<string>): Effect.Effect<void, unknown> => {
  const name = "rare-disease-community"
  const run = Command.run(community, { name, version, executable: name, footer: footer(namedBy(args)) })
  return plainConsole(namedBy(args))(run([process.execPath, name, ...args])).pipe(
    Effect.provide(CliConfig.layer({ showBuiltIns: false })),
    Effect.provide([NodeContext.layer, NodeHttpClient.layer])
  )
}

/** True for a failure that the parser of arguments has printed already. */
export const isPrinted = ValidationError.isValidationError

/** The exit codes that `--help` documents, by failure. */
export const exitCodeOf = (failure: unknown): number => {
  if (ConfigError.isConfigError(failure) || ValidationError.isValidationError(failure)) return 2
  switch (Predicate.hasProperty(failure, "_tag") ? failure._tag : undefined) {
    case "KeysUnclear":
    case "NoMailServer":
    case "PasswordRefused":
    case "PostsUndecided":
    case "WrongVariables":
      return 2
    case "DataFolderRefused":
      return 3
    case "DatabaseRefused":
    case "Unavailable":
      return 4
    default:
      return 1
  }
}
