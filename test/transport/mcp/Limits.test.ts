import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { join, send } from "../../support/Members.ts"
import { keyOf } from "./Clients.ts"
import { answerTo, beginSession, callTool, legacySession, ping } from "./Requests.ts"

const variables = { RATE_LIMIT_READ: "4", RATE_LIMIT_WRITE: "5", RATE_LIMIT_POST: "2", RATE_LIMIT_COMMENT: "1" }

const post = { title: "One", content: "of many" }

layer(community(Memory.layer, variables), { excludeTestServices: true })("Rate limits of MCP", (it) => {
  it.scoped("count a tool call as its REST twin, and answer with the seconds to wait", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const session = yield* beginSession(token)
      strictEqual((yield* send("GET", "/api/stats", { as: token })).status, 200)
      for (const name of ["get_community_stats", "list_posts", "browse_news"]) {
        strictEqual((yield* callTool(token, session, name)).isError, false)
      }
      const refused = yield* callTool(token, session, "get_notifications")
      strictEqual(refused.isError, true)
      const [, seconds] = /^too many reads: try again in (\d+) s$/.exec(refused.text) ?? []
      assertTrue(Number(seconds) >= 1 && Number(seconds) <= 60, refused.text)
      strictEqual((yield* send("GET", "/api/stats", { as: token })).status, 429)
      strictEqual((yield* callTool(token, session, "create_post", post)).isError, false)
    })
  )

  it.scoped("do not count messages that call no tool, nor the end of a session; opening a stream is one read", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { token } = maria
      const session = yield* beginSession(token)
      yield* Effect.forEach(Array(20), () => answerTo({ as: token, session, body: ping }))
      const { key } = yield* keyOf(maria)
      yield* legacySession(key)
      yield* answerTo({ as: token, session, method: "DELETE" })
      const { headers } = yield* send("GET", "/api/stats", { as: token })
      strictEqual(headers["ratelimit-remaining"], "2")
    })
  )

  it.scoped("count the read of a resource, and refuse it by a JSON-RPC error", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const session = yield* beginSession(token)
      const body = { jsonrpc: "2.0", id: 5, method: "resources/read", params: { uri: "community://notifications" } }
      yield* Effect.forEach(Array(4), () => answerTo({ as: token, session, body }))
      const refused = yield* callTool(token, session, "get_notifications")
      assertTrue(refused.text.startsWith("too many reads"))
    })
  )
})
