import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { communityWith } from "../support/Community.ts"
import { join } from "../support/Members.ts"
import { proxyTo } from "../support/network/Proxy.ts"
import { keyOf, mcpUrl } from "../transport/mcp/Clients.ts"
import * as Fixtures from "./conformance/Fixtures.ts"

const suite = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js")
const compatibility = "./test/ci/conformance/NodeCompatibility.mjs"

const noServerRequests = "This server sends no requests to clients of sessions: only MCP 2026-07-28 asks, in results."
const noProgress = "No tool reports progress: each answers within milliseconds."
const noLogging =
  "The server sends no log messages to clients: the feature is optional, and deprecated since 2026-07-28."

const noCompletions = "Arguments have no list of values to choose from: find_diseases finds by the beginning of a name."

/** The required scenarios that do not apply to this server, and why. */
const inapplicable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "2025-11-25": {
    "completion-complete": noCompletions,
    "logging-set-level": noLogging,
    "tools-call-with-logging": noLogging,
    "tools-call-with-progress": noProgress,
    "tools-call-sampling": noServerRequests,
    "tools-call-elicitation": noServerRequests,
    "elicitation-sep1034-defaults": noServerRequests,
    "elicitation-sep1330-enums": noServerRequests
  },
  "2026-07-28": { "completion-complete": noCompletions, "tools-call-with-progress": noProgress }
}

/** Runs the required scenarios of a revision against a server; returns the suite's output. */
const runSuite = (url: string, revision: string) =>
  Effect.async<string>((resume) => {
    const args = ["--import", compatibility, suite, "server", "--url", url, "--requirements", revision]
    const child = spawn(process.execPath, args)
    const output: Array<Buffer> = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => output.push(bytes))
    child.on("close", () => resume(Effect.succeed(Buffer.concat(output).toString("utf8"))))
    return Effect.sync(() => child.kill())
  })

/** The names of scenarios in the lines that match. */
const namesIn = (output: string, line: RegExp) => Array.from(output.matchAll(line), ([, name = ""]) => name)

layer(communityWith(Fixtures.methods), { excludeTestServices: true })("the MCP conformance suite", (it) => {
  for (const [revision, reasons] of Object.entries(inapplicable)) {
    it.scoped(`passes all scenarios that ${revision} requires, but those that do not apply`, () =>
      Effect.gen(function* () {
        const { key } = yield* keyOf(yield* join())
        const { origin, pathname } = yield* mcpUrl()
        // The suite can send no credential.
        const { url } = yield* proxyTo([origin], { authorization: `ApiKey ${Redacted.value(key)}` })
        const output = yield* runSuite(`${url}${pathname}`, revision)
        const [scored = "", notScored = ""] = output.split("\nNot scored for ")
        const passed = namesIn(scored, /^✓ ([\w-]+): /gm)
        const optional = namesIn(notScored, /^ {2}[✓✗] ([\w-]+) \(/gm)
        const failed = namesIn(scored, /^✗ ([\w-]+): /gm).filter((name) => !optional.includes(name))
        assertTrue(passed.length >= 23, output)
        deepStrictEqual(failed.toSorted(), Object.keys(reasons).toSorted(), output)
      })
    )
  }
})
