import { BlockList } from "node:net"
import { describe, it, layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, LogLevel, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { isPlainFrom } from "../../../../src/transport/wire/ClientAddresses.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { ask } from "../../../support/Raw.ts"
import { at } from "../../../support/Wire.ts"

const proxies = new BlockList()
proxies.addSubnet("10.0.0.0", 8, "ipv4")
proxies.addAddress("127.0.0.1", "ipv4")

describe("A request", () => {
  it("is plain from another machine, unless a trusted proxy says that it took HTTPS", () => {
    const forwarded = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" }
    for (const [remote, headers, expected] of [
      ["198.51.100.1", {}, true],
      ["2001:db8::1", {}, true],
      ["198.51.100.1", forwarded, true],
      ["10.0.0.1", {}, true],
      ["10.0.0.1", forwarded, false],
      ["::ffff:10.0.0.1", { ...forwarded, "x-forwarded-proto": "HTTPS, http" }, false],
      ["10.0.0.1", { ...forwarded, "x-forwarded-proto": "http" }, true],
      ["127.0.0.1", { "x-forwarded-for": "203.0.113.9" }, true],
      ["127.0.0.1", forwarded, false],
      ["127.0.0.1", {}, false],
      ["127.0.0.2", {}, false],
      ["::1", {}, false],
      ["::ffff:127.0.0.1", {}, false],
      ["unknown", {}, false]
    ] as const) {
      strictEqual(isPlainFrom(proxies, remote, headers), expected, `${remote} ${JSON.stringify(headers)}`)
    }
    strictEqual(isPlainFrom(undefined, "127.0.0.1", { "x-forwarded-for": "203.0.113.9" }), false)
    strictEqual(isPlainFrom(undefined, "198.51.100.1", { "x-forwarded-proto": "https" }), true)
  })
})

const warnings: Array<unknown> = []

const kept = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.jsonLogger, (line) => void warnings.push(JSON.parse(line)))
  ),
  Logger.minimumLogLevel(LogLevel.Warning)
)

const variables = { TRUST_PROXY: "127.0.0.1" }

layer(community(Memory.layer, variables, kept), { excludeTestServices: true })("An exposed key", (it) => {
  it.effect("is logged once, by its prefix, with and without a slash at the end", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const newKey = Effect.map(maria.client.auth.createApiKey({ payload: { name: "agent" } }), ({ key }) => key)
      const plain = { "x-forwarded-for": "203.0.113.9" }
      for (const path of ["/api/posts", "/api/mcp", "/api/notifications/stream", "/api/users/me"]) {
        const [key, safe] = [yield* newKey, yield* newKey]
        const body = undefined
        warnings.length = 0
        yield* ask("GET", path, { as: safe, headers: { ...plain, "x-forwarded-proto": "https" } })
        yield* ask("GET", path, { as: safe })
        yield* ask("GET", path, { as: maria.token, headers: plain })
        deepStrictEqual(warnings, [], path)
        yield* ask("GET", "/api/posts", { as: key })
        for (let time = 0; time < 3; time++) yield* ask("GET", path, { as: key, headers: plain, body })
        const [warning] = warnings
        strictEqual(warnings.length, 1, path)
        deepStrictEqual(at(warning, "annotations"), { key: Redacted.value(key).slice(0, 8), user: maria.user.id })
        assertTrue(!JSON.stringify(warnings).includes(Redacted.value(key).slice(8)))
      }
    })
  )
})
