import { execFile } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { folder } from "./Program.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const patience = 60_000

/** A project of a few lines, with the script that runs the programs of this one. */
const project = Effect.tap(folder, (path) =>
  Effect.sync(() => {
    for (const file of ["src/cli/run.mjs", "package-lock.json"]) cpSync(join(root, file), join(path, file))
    symlinkSync(join(root, "node_modules"), join(path, "node_modules"))
    const programs = [
      "main",
      "cli/import",
      "cli/migrate",
      "cli/openapi",
      "system/FeedReaderWorker",
      "system/MarkdownWorker"
    ]
    for (const program of programs)
      write(path, `${program}.ts`, `console.log("${program}", process.argv.slice(2).join())`)
  })
)

const write = (path: string, file: string, text: string) => {
  mkdirSync(dirname(join(path, "src", file)), { recursive: true })
  writeFileSync(join(path, "src", file), text)
}

const run = (path: string, ...args: ReadonlyArray<string>) =>
  Effect.async<string>((resume) => {
    execFile(process.execPath, [join(path, "src/cli/run.mjs"), ...args], (_, stdout, stderr) =>
      resume(Effect.succeed(stdout + stderr))
    )
  })

const bundles = (path: string) => readdirSync(join(path, "dist"))

describe("A program", () => {
  it.scopedLive(
    "is bundled once when two of them start together, and has the arguments that were meant for it",
    () =>
      Effect.gen(function* () {
        const path = yield* project
        const said = yield* Effect.all([run(path, "main"), run(path, "import", "news", "--dry-run")], {
          concurrency: 2
        })
        expect(said).toEqual(["main \n", "cli/import news,--dry-run\n"])
        expect(bundles(path)).toHaveLength(1)
        yield* run(path)
        expect(bundles(path)).toHaveLength(1)
      }),
    patience
  )

  it.scopedLive(
    "is the one of the sources as they are now; a few of those before are kept, for who still runs them",
    () =>
      Effect.gen(function* () {
        const path = yield* project
        for (let change = 0; change < 7; change++) {
          write(path, "domain/Change.ts", `export const change = ${change} as const`)
          write(path, "main.ts", `import { change } from "./domain/Change.ts"\nconsole.log("change", change)`)
          expect(yield* run(path, "main")).toBe(`change ${change}\n`)
        }
        expect(bundles(path)).toHaveLength(5)
      }),
    patience
  )

  it.scopedLive(
    "says in the stack of an error where that is in the sources",
    () =>
      Effect.gen(function* () {
        const path = yield* project
        write(path, "main.ts", `interface Nothing {}\n\nsetTimeout(() => {\n  throw new Error("here")\n}, 1)`)
        expect(yield* run(path, "main")).toMatch(/Error: here\n +at .*\/src\/main\.ts:4:9/)
      }),
    patience
  )

  it.scopedLive(
    "is not run when its sources cannot be read, and what is wrong is told; nothing half made is left",
    () =>
      Effect.gen(function* () {
        const path = yield* project
        write(path, "main.ts", "const = 1")
        expect(yield* run(path, "main")).toContain("src/main.ts:1:6")
        expect(bundles(path)).toEqual([])
      }),
    patience
  )
})
