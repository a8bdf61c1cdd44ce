import { execFile } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { folder } from "./Program.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const write = (path: string, file: string, text: string) => {
  mkdirSync(dirname(join(path, file)), { recursive: true })
  writeFileSync(join(path, file), text)
}

const entries = [
  "main",
  "cli/community",
  "cli/openapi",
  "adapters/node/news/FeedReaderWorker",
  "adapters/node/posts/MarkdownWorker",
  "adapters/node/phenotypes/PhenotypeFilesWorker",
  "cli/prepare"
]

/** A project of a few lines, with the script that builds this one. */
const project = Effect.tap(folder, (path) =>
  Effect.sync(() => {
    mkdirSync(join(path, "scripts"))
    for (const file of ["operations/build.cjs", "package.json", "package-lock.json"])
      cpSync(join(root, file), join(path, file))
    symlinkSync(join(root, "node_modules"), join(path, "node_modules"))
    for (const entry of entries) write(path, `src/${entry}.ts`, `console.log("${entry}", process.argv.slice(2).join())`)
    write(path, "src/transport/web/files/style/base.css", "body {}")
  })
)

interface Run {
  readonly code: unknown
  readonly said: string
}

const node = (...args: ReadonlyArray<string>) =>
  Effect.async<Run>((resume) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resume(Effect.succeed({ code: error === null ? 0 : error.code, said: stdout + stderr }))
    )
  })

const build = (path: string, ...args: ReadonlyArray<string>) => node(join(path, "operations/build.cjs"), ...args)
const ran = (path: string, program: string, ...args: ReadonlyArray<string>) =>
  node(join(path, `dist/server/${program}.mjs`), ...args)
const quiet = { code: 0, said: "" }

/** The time at which the bundle of the server was written, in nanoseconds. */
const writtenAt = (path: string) => statSync(join(path, "dist/server/main.mjs"), { bigint: true }).mtimeNs

describe("operations/build.cjs", () => {
  it.scopedLive("builds complete bundles in two concurrent builds, and leaves no temporary files", () =>
    Effect.gen(function* () {
      const path = yield* project
      const both = yield* Effect.all([build(path, "--if-stale"), build(path, "--if-stale")], { concurrency: 2 })
      expect(both).toEqual([quiet, quiet])
      expect(readdirSync(join(path, "dist"))).toEqual(["server"])
      expect(yield* ran(path, "community", "news", "--dry-run")).toEqual({
        code: 0,
        said: "cli/community news,--dry-run\n"
      })
      expect(yield* ran(path, "main")).toEqual({ code: 0, said: "main \n" })
    })
  )

  it.scopedLive(
    "builds with --if-stale only if a source or the lock file has changed, or a build was interrupted",
    () =>
      Effect.gen(function* () {
        const path = yield* project
        yield* build(path, "--if-stale")
        const before = writtenAt(path)
        yield* build(path, "--if-stale")
        expect(writtenAt(path)).toBe(before)

        write(path, "src/domain/Change.ts", "export const change = 1 as const")
        write(path, "src/main.ts", `import { change } from "./domain/Change.ts"\nconsole.log("change", change)`)
        yield* build(path, "--if-stale")
        expect(yield* ran(path, "main")).toEqual({ code: 0, said: "change 1\n" })

        rmSync(join(path, "dist/server/sources.sha256"))
        const interrupted = writtenAt(path)
        yield* build(path, "--if-stale")
        expect(writtenAt(path)).not.toBe(interrupted)
      })
  )

  it.scopedLive("keeps the existing bundle if a source has a syntax error, and prints its place", () =>
    Effect.gen(function* () {
      const path = yield* project
      yield* build(path)
      write(path, "src/main.ts", "const = 1")
      const { code, said } = yield* build(path, "--if-stale")
      expect(code).toBe(1)
      expect(said).toContain("src/main.ts:1:6")
      expect(yield* ran(path, "main")).toEqual({ code: 0, said: "main \n" })
      expect(readdirSync(join(path, "dist"))).toEqual(["server"])
    })
  )

  it.scopedLive("makes programs that tell an older Node in one line which one is needed, and load nothing there", () =>
    Effect.gen(function* () {
      const path = yield* project
      yield* build(path)
      const { engines } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
      const needed = String(engines.node).replace(">=", "")
      for (const version of ["18.20.8", "16.0.0", "20.9.0", "20.18.0", "20.18.1", "20.19.0", "22.0.0", "24.11.1"]) {
        write(path, "as.cjs", `Object.defineProperty(process.versions, "node", { value: "${version}" })`)
        const isOld = /^1|^20\.(9|18\.0)/.test(version)
        const said = `rare-disease-community: Node ${needed} or later is needed; this is Node ${version}\n`
        for (const program of ["main", "community"]) {
          const run = yield* node("--require", join(path, "as.cjs"), join(path, `dist/server/${program}.mjs`))
          if (isOld) expect(run).toEqual({ code: 1, said })
          else expect(run.code).toBe(0)
        }
      }
      // An older Node reads a whole file before it runs anything of it.
      expect(readFileSync(join(path, "dist/server/main.mjs"), "utf8")).not.toMatch(/^import|\?\.|\?\?|#/m)
    })
  )

  it.scopedLive("prints in one line that `npm ci` is missing, or which Node is needed", () =>
    Effect.gen(function* () {
      const path = yield* project
      rmSync(join(path, "node_modules"))
      expect(yield* build(path, "--if-stale")).toEqual({
        code: 1,
        said: "rare-disease-community: the dependencies are not installed: run `npm ci` first\n"
      })
      const manifest = readFileSync(join(path, "package.json"), "utf8")
      writeFileSync(join(path, "package.json"), manifest.replace(/"node": ">=[^"]*"/, '"node": ">=99.1.0"'))
      expect(yield* build(path, "--if-stale")).toEqual({
        code: 1,
        said: `rare-disease-community: Node 99.1.0 or later is needed; this is Node ${process.versions.node}\n`
      })
    })
  )
})
