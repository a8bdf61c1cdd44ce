import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { command, dataDir, folder, launch, start, unlimited, type Variables } from "./Program.ts"

const fixtures = fileURLToPath(new URL("../catalogue/fixtures/", import.meta.url))

/** Runs the command to its end. */
const imported = (variables: Variables, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const program = yield* launch(variables, command("import", ...args))
    const { code } = yield* program.ended
    return { code, stdout: yield* program.stdout, stderr: yield* program.stderr }
  })

/** An address that answers every request with this. */
const address = (status: number, body: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((_, response) => response.writeHead(status).end(body))
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => {
      const at = server.address()
      return `http://127.0.0.1:${typeof at === "object" ? at?.port : at}/mondo_subsets.csv`
    }
  )

describe("npm run import -- diseases", () => {
  it.scoped(
    "brings files, folders and addresses in, says what it did, and a second time changes nothing",
    () =>
      Effect.gen(function* () {
        const variables = { DATA_DIR: yield* dataDir }
        const report = join(yield* folder, "report.tsv")
        const url = yield* address(200, readFileSync(join(fixtures, "mondo_subsets.csv"), "utf8"))
        const first = yield* imported(variables, "diseases", fixtures, url, "--report", report)
        expect(first).toMatchObject({ code: 0 })
        expect(first.stdout).toMatch(/^6 added, 0 changed, 0 unchanged, 0 retired, \d+ conflicts, [\d.]+ seconds\n$/)
        expect(first.stderr).toContain("LICENSE: of no kind that is imported, passed over")
        expect(first.stderr).toContain("saving 100 % (6 of 6)")
        expect(readFileSync(report, "utf8")).toContain("\nobsolete\tMONDO:9000003\t")
        const second = yield* imported(variables, "diseases", "--dry-run", fixtures)
        expect(second.stdout).toMatch(/^dry run, nothing was kept: 0 added, 0 changed, 6 unchanged, 0 retired/)

        const { url: server } = yield* start({ ...variables, ...unlimited })
        const answer = yield* Effect.promise(() => fetch(`${server}/api/diseases/MONDO:9000001`))
        expect(yield* Effect.promise(() => answer.json())).toMatchObject({
          name: "Amber syndrome",
          onset: ["Neonatal", "Childhood"]
        })
        const third = yield* imported(variables, "diseases", fixtures)
        expect(third).toMatchObject({ code: 1, stdout: "" })
        expect(third.stderr).toMatch(/DATA_DIR .* is in use by another process: stop that one/)
      }),
    180_000
  )

  it.scoped(
    "imports nothing, and says why, when a source is not there or broken",
    () =>
      Effect.gen(function* () {
        const variables = { DATA_DIR: yield* dataDir }
        const absent = yield* address(404, "")
        const answers = yield* Effect.forEach([[fixtures, absent], ["LICENSE"], []], (paths) =>
          imported(variables, "diseases", ...paths)
        )
        expect(answers.map(({ code, stdout }) => [code, stdout])).toEqual(answers.map(() => [1, expect.anything()]))
        const [gone, other, nothing] = answers.map(({ stderr }) => stderr)
        expect(gone).toContain(`nothing was imported: ${absent}: it answers with 404`)
        expect(other).toMatch(
          /of no kind that is imported, passed over[\s\S]*none of the files says which diseases are rare/
        )
        expect(nothing).toContain("Missing argument <PATH>")
      }),
    180_000
  )
})
