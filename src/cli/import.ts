import { Command, ValidationError } from "@effect/cli"
import * as Runtime from "@effect/platform/Runtime"
import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Effect } from "effect"
import { importDiseases } from "./ImportDiseases.ts"
import { importNews } from "./ImportNews.ts"
import { exitOnFailure } from "./StartFailure.ts"

/** `npm run import -- diseases PATH…` and `npm run import -- news FEED…`: fills the community from files. */
const program = Command.run(
  Command.make("import").pipe(
    Command.withDescription("Fills the community from files."),
    Command.withSubcommands([importDiseases, importNews])
  ),
  { name: "import", version: "0.1.0", executable: "npm run import --" }
)

/** The parser of arguments has printed the mistake and the usage already. */
const misused = Effect.sync(() => {
  process.exitCode = 1
})

/** The exit codes that a shell expects of a program that a signal ended. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const

let exitCode: number | undefined
for (const [signal, code] of Object.entries(signals)) process.once(signal, () => (exitCode ??= code))

/** Exits with the code of the signal, after the batch that is being saved. */
const teardown: Runtime.Teardown = (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(exitCode ?? code))

NodeRuntime.runMain(
  Effect.suspend(() => program(process.argv)).pipe(
    Effect.catchIf(ValidationError.isValidationError, () => misused),
    Effect.provide([NodeContext.layer, NodeHttpClient.layer]),
    exitOnFailure
  ),
  { disablePrettyLogger: true, teardown }
)
