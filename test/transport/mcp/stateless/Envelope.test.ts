import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { Sessions } from "../../../../src/transport/mcp/Sessions.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"
import { answerTo } from "../Requests.ts"
import { asked, called, resultOf, revision, sentOf } from "./Agent.ts"

const meta = "io.modelcontextprotocol/"

layer(community(Memory.layer), { excludeTestServices: true })("A request of MCP 2026-07-28", (it) => {
  it.effect("is answered without a session, by the server that names itself", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const { body, headers, status } = yield* asked({ as: token, method: "server/discover" })
      deepStrictEqual([status, headers.get("mcp-session-id"), at(body, "id")], [200, null, 1])
      const result = at(body, "result")
      deepStrictEqual(at(result, "resultType"), "complete")
      strictEqual(at(result, "supportedVersions", 0), revision)
      strictEqual(at(result, "_meta", `${meta}serverInfo`, "name"), "rare-disease-community")
      deepStrictEqual([at(result, "cacheScope"), Number(at(result, "ttlMs")) > 0], ["public", true])
      const sessions = yield* Sessions
      strictEqual(yield* sessions.count, 0)
    })
  )

  it.effect("needs a credential", () =>
    Effect.gen(function* () {
      strictEqual((yield* asked({ method: "server/discover" })).status, 401)
    })
  )

  it.effect("needs the revision and the capabilities in its _meta, but no name of the client", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const complete = sentOf({ as: token, method: "tools/list" })
      const withMeta = (_meta: object | undefined) =>
        answerTo({ ...complete, body: { ...complete.body, params: { _meta } } })
      const version = { [`${meta}protocolVersion`]: revision }
      const capabilities = { [`${meta}clientCapabilities`]: {} }
      for (const _meta of [undefined, {}, version, { ...version, [`${meta}clientCapabilities`]: [] }]) {
        const { body, status } = yield* withMeta(_meta)
        deepStrictEqual([status, at(body, "error", "code"), at(body, "id")], [400, -32602, 1])
      }
      strictEqual((yield* withMeta({ ...version, ...capabilities })).status, 200)
    })
  )

  it.effect("is refused where a header says something else than its body", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const params = { name: "get_community_stats" }
      const refused = [
        { "mcp-protocol-version": "2025-11-25" },
        { "mcp-method": "tools/list" },
        { "mcp-method": "TOOLS/CALL" },
        { "mcp-name": "create_post" },
        { "mcp-name": "=?base64?not base64?=" }
      ]
      for (const headers of refused) {
        const { body, status } = yield* asked({ as: token, method: "tools/call", params, headers })
        deepStrictEqual([status, at(body, "error", "code")], [400, -32020], JSON.stringify(headers))
      }
      const encoded = { "mcp-name": `=?base64?${Buffer.from(params.name).toString("base64")}?=` }
      strictEqual((yield* asked({ as: token, method: "tools/call", params, headers: encoded })).status, 200)
    })
  )

  it.effect("of another revision gets the list of those that the server speaks", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const { body, status } = yield* asked({
        as: token,
        method: "tools/list",
        headers: { "mcp-protocol-version": "2030-01-01" },
        params: { _meta: { [`${meta}protocolVersion`]: "2030-01-01", [`${meta}clientCapabilities`]: {} } }
      })
      deepStrictEqual([status, at(body, "error", "code")], [400, -32022])
      deepStrictEqual(at(body, "error", "data", "requested"), "2030-01-01")
      assertTrue(JSON.stringify(at(body, "error", "data", "supported")).startsWith(`["${revision}","2025-11-25"`))
    })
  )

  it.effect("with an unknown method is 404, also with those that only sessions have", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      for (const method of [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "completion/complete",
        "no/such"
      ]) {
        const { body, status } = yield* asked({ as: token, method })
        deepStrictEqual([status, at(body, "error", "code")], [404, -32601], method)
      }
    })
  )

  it.effect("comes alone: a batch, a notification and a response are refused", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const { body: message, ...sent } = sentOf({ as: token, method: "tools/list" })
      const { id: _, ...notification } = message
      for (const body of [[message, message], notification, { jsonrpc: "2.0", id: 1, result: {} }]) {
        strictEqual((yield* answerTo({ ...sent, body })).status, 400)
      }
    })
  )

  it.effect("lists the tools in the same order each time, and lets a client keep the list for an hour", () =>
    Effect.gen(function* () {
      const [one, other] = [(yield* join()).token, (yield* join()).token]
      const first = yield* resultOf({ as: one, method: "tools/list" })
      deepStrictEqual(yield* resultOf({ as: other, method: "tools/list" }), first)
      deepStrictEqual([at(first, "ttlMs"), at(first, "cacheScope")], [3_600_000, "public"])
    })
  )

  it.effect("calls tools, also while an old session id is sent", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const headers = { "mcp-session-id": "of another server" }
      const result = yield* called(token, "get_community_stats", {}, { headers })
      deepStrictEqual([at(result, "resultType"), at(result, "isError")], ["complete", undefined])
      strictEqual(typeof at(result, "structuredContent", "posts"), "number")
      const unknown = yield* asked({ as: token, method: "tools/call", params: { name: "no_such_tool" } })
      deepStrictEqual([unknown.status, at(unknown.body, "error", "code")], [200, -32602])
    })
  )

  it.effect("that reads a resource which does not exist gets -32602 with its URI", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const uri = "community://posts/2000000000"
      const { body } = yield* asked({ as: token, method: "resources/read", params: { uri } })
      deepStrictEqual([at(body, "error", "code"), at(body, "error", "data", "uri")], [-32602, uri])
    })
  )
})

layer(community(Memory.layer, { RATE_LIMIT_MCP: "2", RATE_LIMIT_READ: "1" }), { excludeTestServices: true })(
  "The limits of MCP 2026-07-28",
  (it) => {
    it.effect("count each request as a message, and a resource as a read", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const read = asked({ as: token, method: "resources/read", params: { uri: "community://notifications" } })
        strictEqual(at((yield* read).body, "error"), undefined)
        const second = yield* read
        strictEqual(at(second.body, "error", "code"), 429)
        assertTrue(Number(at(second.body, "error", "data", "retryAfterSeconds")) > 0)
        strictEqual((yield* read).status, 429)
      })
    )
  }
)
