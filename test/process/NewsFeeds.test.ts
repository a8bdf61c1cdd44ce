import { createServer, type RequestListener } from "node:http"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { listening } from "../support/network/Listening.ts"
import { unlimited } from "../support/Unlimited.ts"
import { dataDir, launch, logged, start } from "./Program.ts"

/** A server on this machine with a feed. */
const serving = (listener: RequestListener) =>
  Effect.map(listening(createServer(listener)), (origin) => ({ url: `${origin}/feed?key=topsecret` }))

const newsOf = (server: string) => Effect.promise(async () => (await fetch(`${server}/api/news?limit=100`)).text())

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
