import { createServer, type RequestListener } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { bytesOf, rss, rssItem } from "../../packages/feeds/test/Documents.ts"
import { listening } from "../support/network/Listening.ts"
import { unlimited } from "../support/Unlimited.ts"
import { command, dataDir, launch, logged, start, type Variables } from "./Program.ts"

const fixtures = fileURLToPath(new URL("../../packages/feeds/test/fixtures/", import.meta.url))

/** Runs the command to its end. */
const imported = (variables: Variables, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const program = yield* launch(variables, command("import", "news", ...args))
    const { code } = yield* program.ended
    return { code, stdout: yield* program.stdout, stderr: yield* program.stderr }
  })

/** A server on this machine with a feed. */
const serving = (listener: RequestListener) =>
  Effect.map(listening(createServer(listener)), (origin) => ({ url: `${origin}/feed?key=topsecret` }))

const newsOf = (server: string) => Effect.promise(async () => (await fetch(`${server}/api/news?limit=100`)).text())

describe("npm run import -- news", () => {
  it.scoped("imports files, folders and URLs, prints a summary, and changes nothing the second time", () =>
    Effect.gen(function* () {
      const variables = { DATA_DIR: yield* dataDir }
      const { url } = yield* serving((_, response) => response.end(bytesOf(rss(rssItem("1", "Fetched from here")))))
      const file = join(fixtures, "not-a-feed.html")
      const first = yield* imported(variables, "--allow-private", fixtures, url)
      expect(first.code).toBe(1)
      expect(first.stdout).toMatch(/^.*rss2-regulator\.xml: 3 added, 0 changed, 0 unchanged$/m)
      expect(first.stdout).toMatch(/^.*truncated\.xml: 1 added, 0 changed, 0 unchanged \(the document was cut off\)$/m)
      expect(first.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/feed: 1 added, 0 changed, 0 unchanged$/m)
      expect(first.stdout).toMatch(/^together: 12 added, 0 changed, 0 unchanged\n$/m)
      expect(first.stderr).toMatch(/malicious-xxe\.xml: it declares entities of its own/)
      expect(first.stderr).toMatch(/1 of 9 feeds could not be imported/)
      expect(first.stdout + first.stderr).not.toContain("topsecret")

      const second = yield* imported(variables, join(fixtures, "rss2-regulator.xml"), url, file, "/nowhere/feed.xml")
      expect(second.code).toBe(1)
      expect(second.stdout).toMatch(/^together: 0 added, 0 changed, 3 unchanged\n$/m)
      expect(second.stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/feed: its address is not public/m)
      expect(second.stderr).toMatch(/not-a-feed\.html: it is an HTML page, not a feed$/m)
      expect(second.stderr).toMatch(/^\/nowhere\/feed\.xml: it cannot be read$/m)

      const third = yield* imported(variables, "--json", file, join(fixtures, "truncated.xml"))
      expect(JSON.parse(third.stdout)).toMatchObject([{ added: 0, unchanged: 1, isWhole: false }])
      expect(third.stdout).toContain('truncated.xml"')

      const { url: server } = yield* start({ ...variables, ...unlimited })
      const listed = yield* newsOf(server)
      for (const title of ["Fetched from here", "Enfermedad de Niño Inventado aprobada", "Sample: "]) {
        expect(listed).toContain(`"title":"${title}`)
      }
    })
  )
})

describe("A server with NEWS_FEEDS", () => {
  it.scoped("serves at once, never fetches from its own machine, warns once, and stops while a feed hangs", () =>
    Effect.gen(function* () {
      let asked = 0
      const { url } = yield* serving(() => asked++)
      const feeds = `${url},http://ana:topsecret@169.254.169.254/latest/meta-data?key=topsecret`
      const program = yield* start({ DATA_DIR: yield* dataDir, ...unlimited, NEWS_FEEDS: feeds })
      expect(yield* newsOf(program.url)).toContain('"title":"Sample: ')
      const warnings = Effect.map(program.stdout, (stdout) =>
        logged(stdout).filter(({ message }) => String(message).startsWith("a news feed cannot be read"))
      )
      const told = yield* Effect.repeat(warnings, { until: (lines) => lines.length === 2 })
      expect(told.map(({ annotations }) => annotations)).toEqual(
        expect.arrayContaining([{ feed: "http://169.254.169.254/latest/meta-data" }])
      )
      yield* program.kill("SIGTERM")
      expect(yield* program.ended).toEqual({ code: 0, signal: null })
      expect(yield* program.stdout).not.toContain("topsecret")
      expect(asked).toBe(0)
    })
  )

  it.scoped("does not start with invalid news rules, and prints the reason", () =>
    Effect.gen(function* () {
      const NEWS_RULES = fileURLToPath(new URL("../../package.json", import.meta.url))
      const program = yield* launch({ DATA_DIR: yield* dataDir, NEWS_RULES })
      expect(yield* program.ended).toEqual({ code: 1, signal: null })
      expect(yield* program.stderr).toMatch(
        /^rare-disease-community: NEWS_RULES must be a JSON file .*; rules: is missing\n$/
      )
    })
  )
})
