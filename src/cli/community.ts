#!/usr/bin/env node
import { Command, ValidationError } from "@effect/cli"
import * as Runtime from "@effect/platform/Runtime"
import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { ConfigError, Effect, Predicate } from "effect"
import { admin } from "./Admin.ts"
import { backup, restore } from "./Backup.ts"
import { check } from "./Check.ts"
import { importDiseases } from "./ImportDiseases.ts"
import { importNews } from "./ImportNews.ts"
import { keys } from "./Keys.ts"
import { migrate } from "./Migrate.ts"
import { footer, logToStandardError } from "./Output.ts"
import { config } from "./ShowConfig.ts"
import { exitOnFailure } from "./StartFailure.ts"

// Loaded when it is called: the server has most of the code.
const serve = Command.make("serve", {}, () =>
  Effect.flatMap(
    Effect.promise(() => import("./Serve.ts")),
    ({ serve }) => serve
  )
).pipe(Command.withDescription("Starts the server, as `npm start` does."))

const importing = Command.make("import").pipe(
  Command.withDescription("Fills the community from files."),
  Command.withSubcommands([importDiseases, importNews])
)

const [, , ...args] = process.argv

/** `npm run community -- …`, installed as `rare-disease-community`: the command line of the operator. */
const program = Command.run(
  Command.make("rare-disease-community").pipe(
    Command.withDescription("Runs a community server. Variables of the environment configure it: see `config`."),
    Command.withSubcommands([
      serve,
      Command.provide(migrate, logToStandardError),
      Command.provide(importing, logToStandardError),
      Command.provide(admin, logToStandardError),
      Command.provide(keys, logToStandardError),
      Command.provide(backup, logToStandardError),
      Command.provide(restore, logToStandardError),
      Command.provide(check, logToStandardError),
      Command.provide(config, logToStandardError)
    ])
  ),
  { name: "rare-disease-community", version: "0.1.0", executable: "rare-disease-community", footer: footer(args) }
)

/** The exit codes that `--help` documents, by failure. */
const exitCodeOf = (failure: unknown): number => {
  if (ConfigError.isConfigError(failure) || ValidationError.isValidationError(failure)) return 2
  switch (Predicate.hasProperty(failure, "_tag") ? failure._tag : undefined) {
    case "KeysUnclear":
    case "PasswordRefused":
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

/** The parser of arguments has printed the mistake already. */
const misused = (error: ValidationError.ValidationError) =>
  Effect.sync(() => {
    process.exitCode = exitCodeOf(error)
  })

/** The exit codes that a shell expects of a program that a signal ended. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const

let exitCode: number | undefined
if (args[0] !== "serve")
  for (const [signal, code] of Object.entries(signals)) process.once(signal, () => (exitCode ??= code))

/** Exits with the code of the signal, after the batch that is being saved. */
const teardown: Runtime.Teardown = (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(exitCode ?? code))

NodeRuntime.runMain(
  Effect.suspend(() => program(process.argv)).pipe(
    Effect.catchIf(ValidationError.isValidationError, misused),
    Effect.provide([NodeContext.layer, NodeHttpClient.layer]),
    (running) => exitOnFailure(running, exitCodeOf)
  ),
  { disablePrettyLogger: true, teardown }
)
