import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { listening } from "../support/network/Listening.ts"
import { unlimited } from "../support/Unlimited.ts"
import { command, dataDir, folder, launch, start, type Variables } from "./Program.ts"

const fixtures = fileURLToPath(new URL("../../packages/catalogue/test/fixtures/", import.meta.url))

/** Terms of an ontology: rare diseases of ten batches. */
const rareTerms = Array.from(
  { length: 5_000 },
  (_, index) => `[Term]\nid: MONDO:${9_200_000 + index}\nname: invented syndrome ${index}\nsubset: rare\n`
)

/** Runs the command to its end. */
const imported = (variables: Variables, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const program = yield* launch(variables, command("import", ...args))
    const { code } = yield* program.ended
    return { code, stdout: yield* program.stdout, stderr: yield* program.stderr }
  })

/** An address whose server answers every request alike, or never, and the moment of the first request. */
const address = (status?: number, body?: string) =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const server = createServer((_, response) => {
      Deferred.unsafeDone(asked, Effect.void)
      if (status !== undefined) response.writeHead(status).end(body)
    })
    return { asked: Deferred.await(asked), url: `${yield* listening(server)}/mondo_subsets.csv` }
  })

describe("npm run import -- diseases", () => {
  it.scoped(
    "imports files, folders and URLs, prints a summary, and changes nothing the second time, beside a running server too",
    () =>
      Effect.gen(function* () {
        const variables = { DATA_DIR: yield* dataDir }
        const report = join(yield* folder, "report.tsv")
        const { url } = yield* address(200, readFileSync(join(fixtures, "mondo_subsets.csv"), "utf8"))
        const first = yield* imported(variables, "diseases", fixtures, url, "--report", report)
        expect(first).toMatchObject({ code: 0 })
        expect(first.stdout).toMatch(/^6 added, 0 changed, 0 unchanged, 0 retired, \d+ conflicts, [\d.]+ seconds\n$/)
        expect(first.stderr).toContain("LICENSE: not a file that can be imported: skipped")
        expect(first.stderr).toContain("saving 100 % (6 of 6)")
        expect(readFileSync(report, "utf8")).toContain("\nobsolete\tMONDO:9000003\t")
        const second = yield* imported(variables, "diseases", "--dry-run", fixtures)
        expect(second.stdout).toMatch(/^dry run, nothing was kept: 0 added, 0 changed, 6 unchanged, 0 retired/)
        const parsed = yield* imported(variables, "diseases", "--dry-run", "--json", fixtures)
        expect(JSON.parse(parsed.stdout)).toMatchObject({ dryRun: true, added: 0, unchanged: 6 })

        const { url: server } = yield* start({ ...variables, ...unlimited })
        const answer = yield* Effect.promise(() => fetch(`${server}/api/diseases/MONDO:9000001`))
        expect(yield* Effect.promise(() => answer.json())).toMatchObject({
          name: "Amber syndrome",
          onset: ["Neonatal", "Childhood"]
        })
        const beside = yield* imported(variables, "diseases", fixtures)
        expect(beside).toMatchObject({ code: 0 })
        expect(beside.stdout).toMatch(/^0 added, 0 changed, 6 unchanged, 0 retired/)
      })
  )

  it.scopedLive("stops at a signal with its exit code, and prints how much is saved and that a rerun continues", () =>
    Effect.gen(function* () {
      const stopped = (signal: "SIGINT" | "SIGTERM") =>
        Effect.gen(function* () {
          const hanging = yield* address()
          const program = yield* launch({ DATA_DIR: yield* dataDir }, command("import", "diseases", hanging.url))
          yield* hanging.asked
          yield* program.kill(signal)
          const { code } = yield* program.ended
          return { code, stderr: yield* program.stderr }
        })
      const told = /stopped: nothing was saved; run the same command again to continue\n$/
      expect(yield* stopped("SIGINT")).toEqual({ code: 130, stderr: expect.stringMatching(told) })
      expect(yield* stopped("SIGTERM")).toEqual({ code: 143, stderr: expect.stringMatching(told) })
    })
  )

  it.scopedLive(
    "stops after the batch at hand at Ctrl-C on a terminal, with exit code 130, and a rerun saves the rest",
    () =>
      Effect.gen(function* () {
        const variables = { DATA_DIR: yield* dataDir }
        const file = join(yield* folder, "mondo.obo")
        writeFileSync(file, ["format-version: 1.2\nontology: mondo\n", ...rareTerms].join("\n"))
        const program = yield* launch(variables, ["npm", "run", "--silent", "import", "--", "diseases", file])
        yield* Effect.repeat(Effect.delay(program.stderr, "2 millis"), { until: (text) => text.includes("saving ") })
        yield* program.ctrlC
        expect(yield* program.ended).toEqual({ code: 130, signal: null })
        const [, saved = ""] =
          /\nstopped: (\d+) of 5000 diseases are saved; run the same command again to continue\n$/.exec(
            yield* program.stderr
          ) ?? []
        expect(Number(saved)).toBeGreaterThan(0)
        expect(Number(saved)).toBeLessThan(rareTerms.length)
        expect((yield* imported(variables, "diseases", file)).stdout).toMatch(
          new RegExp(`^${rareTerms.length - Number(saved)} added, 0 changed, ${saved} unchanged, 0 retired`)
        )
      })
  )

  it.scoped("imports nothing, and prints the reason, if a source is missing or broken", () =>
    Effect.gen(function* () {
      const variables = { DATA_DIR: yield* dataDir }
      const { url: absent } = yield* address(404, "")
      const answers = yield* Effect.forEach([[fixtures, absent], ["LICENSE"], []], (paths) =>
        imported(variables, "diseases", ...paths)
      )
      expect(answers.map(({ code }) => code)).toEqual([1, 1, 2])
      const [gone, other, nothing] = answers.map(({ stderr }) => stderr)
      expect(gone).toContain(`nothing was imported: ${absent}: it answers with a failure (404)`)
      expect(other).toMatch(
        /not a file that can be imported: skipped[\s\S]*none of the files says which diseases are rare/
      )
      expect(nothing).toContain("Missing argument <PATH>")
    })
  )
})
