import { request } from "node:http"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { ask, port } from "../../support/Raw.ts"

const headers = { "content-type": "application/ndjson" }

const call = (id: number, tag = "get_community_stats", payload: unknown = {}) =>
  `${JSON.stringify({ _tag: "Request", id: String(id), tag, payload, headers: [] })}\n`

const calls = (count: number, tag?: string, payload?: unknown) =>
  Array.from({ length: count }, (_, id) => call(id, tag, payload)).join("")

const post = (as: Redacted.Redacted, body: string) => ask("POST", "/api/rpc", { as, body, headers })

const statusOf = (as: Redacted.Redacted, body: string) => Effect.map(post(as, body), ({ status }) => status)

/** The status that answers headers alone: the body that they announce never comes. */
const statusWithoutBody = (path: string) =>
  Effect.flatMap(port, (port) =>
    Effect.async<number, Error>((resume) => {
      const asking = request({
        host: "127.0.0.1",
        port,
        method: "POST",
        path,
        headers: { ...headers, "content-length": "200000" }
      })
      asking.once("response", (response) => {
        resume(Effect.succeed(response.statusCode ?? 0))
        asking.destroy()
      })
      asking.once("error", (error) => resume(Effect.fail(error)))
      asking.flushHeaders()
      return Effect.sync(() => asking.destroy())
    })
  )

layer(community(Memory.layer), { excludeTestServices: true })("The guard of RPC", (it) => {
  it.effect("refuses a body of more than twenty calls with 400", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      deepStrictEqual([yield* statusOf(token, calls(20)), yield* statusOf(token, calls(21))], [200, 400])
    })
  )

  it.effect("refuses a request without a credential before its body has come", () =>
    Effect.gen(function* () {
      strictEqual(yield* statusWithoutBody("/api/rpc"), 401)
    })
  )
})

const limited = community(Memory.layer, { RATE_LIMIT_MCP: "6" })

layer(limited, { excludeTestServices: true })("The guard of RPC with a limit of six messages", (it) => {
  it.effect("counts each call in the limit of MCP messages, also one that cannot be decoded", () =>
    Effect.gen(function* () {
      for (const [tag, payload] of [
        ["get_community_stats", {}],
        ["get_post", { postId: "x" }],
        ["drop_tables", {}]
      ] as const) {
        const { token } = yield* join()
        const left = [yield* post(token, calls(4, tag, payload)), yield* post(token, calls(2, tag, payload))]
        deepStrictEqual(
          left.map(({ headers, status }) => [status, headers["ratelimit-remaining"]]),
          [
            [200, "2"],
            [200, "0"]
          ]
        )
        strictEqual(yield* statusOf(token, calls(1, tag, payload)), 429)
      }
    })
  )

  it.effect("counts a body that holds no call, too many of them, or what is not JSON as one message", () =>
    Effect.gen(function* () {
      for (const body of ["\n\n", calls(21), "nonsense"]) {
        const { token } = yield* join()
        for (let sent = 0; sent < 6; sent++) strictEqual(yield* statusOf(token, body), 400)
        strictEqual(yield* statusOf(token, body), 429)
      }
    })
  )

  it.effect("refuses a body with more calls than are left as a whole, and makes none of them", () =>
    Effect.gen(function* () {
      const { client, token } = yield* join()
      const create = { title: "Only once?", content: "Or never." }
      strictEqual(yield* statusOf(token, calls(4)), 200)
      const refused = yield* post(token, calls(3, "create_post", create))
      strictEqual(refused.status, 429)
      strictEqual(refused.headers["retry-after"] !== undefined, true)
      const { data } = yield* client.posts.list({ urlParams: { search: "once" } })
      deepStrictEqual(data, [])
      strictEqual(yield* statusOf(token, calls(2)), 200)
    })
  )

  it.effect("counts the messages of MCP and the calls of RPC of a member together", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      strictEqual(yield* statusOf(token, calls(6)), 200)
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })
      strictEqual((yield* ask("POST", "/api/mcp", { as: token, body })).status, 429)
    })
  )
})
