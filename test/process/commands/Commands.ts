import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { folder, launch, type Variables } from "../Program.ts"

/** Runs a command to its end, a file of these words on its standard input. */
export const ran = (variables: Variables, words: ReadonlyArray<string>, input: string | Uint8Array = "") =>
  Effect.gen(function* () {
    const file = join(yield* folder, "input")
    writeFileSync(file, input)
    const script = ["bash", "-c", `exec "$@" < "$0"`, file, process.execPath, "dist/server/community.mjs"] as const
    const program = yield* launch(variables, [...script, ...words])
    const { code } = yield* program.ended
    return { code, stdout: yield* program.stdout, stderr: yield* program.stderr }
  })

/** The document that a command prints with `--json`. */
export const answerOf = (variables: Variables, words: ReadonlyArray<string>, input?: string) =>
  Effect.map(ran(variables, [...words, "--json"], input), ({ code, stderr, stdout }): unknown => {
    expect({ code, stderr }).toEqual({ code: 0, stderr })
    return JSON.parse(stdout)
  })
