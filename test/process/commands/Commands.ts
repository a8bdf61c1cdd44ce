import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@effect/vitest"
import { Cause, ConfigProvider, Console, Effect, Exit } from "effect"
import { commandLine, exitCodeOf, isPrinted } from "../../../src/cli/CommandLine.ts"
import { messageOf } from "../../../src/cli/RunMain.ts"
import { folder, launch, type Variables } from "../Program.ts"

/** Launches a command and waits for its end, with a file of these words on its standard input. */
export const launched = (variables: Variables, words: ReadonlyArray<string>, input: string | Uint8Array = "") =>
  Effect.gen(function* () {
    const file = join(yield* folder, "input")
    writeFileSync(file, input)
    const script = ["bash", "-c", `exec "$@" < "$0"`, file, process.execPath, "dist/server/community.mjs"] as const
    const program = yield* launch(variables, [...script, ...words])
    const { code } = yield* program.ended
    return { code, stdout: yield* program.stdout, stderr: yield* program.stderr }
  })

/** Runs a command in this process, which has no standard input for it, and gives what a launched one would give. */
export const ran = (variables: Variables, words: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const written = { log: "", error: "" }
    const to =
      (stream: "log" | "error") =>
      (...texts: ReadonlyArray<unknown>) =>
        Effect.sync(() => {
          written[stream] += `${texts.join(" ")}\n`
        })
    const exit = yield* Console.consoleWith((console) =>
      Effect.withConsole(commandLine(words), { ...console, log: to("log"), error: to("error") })
    ).pipe(
      Effect.withConfigProvider(
        ConfigProvider.fromMap(new Map(Object.entries({ CATALOGUE: "starter", ...variables })))
      ),
      Effect.exit
    )
    const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    const reason = failure === undefined || isPrinted(failure) ? "" : `rare-disease-community: ${messageOf(failure)}\n`
    const code = failure === undefined ? 0 : exitCodeOf(failure)
    return { code, stdout: written.log, stderr: `${written.error}${reason}` }
  })

/** The document that a command prints with `--json`. */
export const answerOf = (variables: Variables, words: ReadonlyArray<string>, input?: string) =>
  Effect.map(
    input === undefined ? ran(variables, [...words, "--json"]) : launched(variables, [...words, "--json"], input),
    ({ code, stderr, stdout }): unknown => {
      expect({ code, stderr }).toEqual({ code: 0, stderr })
      return JSON.parse(stdout)
    }
  )
