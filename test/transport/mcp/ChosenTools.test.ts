import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { at } from "../../support/Wire.ts"
import { connect, connectAs, generations, keyOf } from "./Clients.ts"
import { answerTo, initialize, request } from "./Requests.ts"
import { sentOf } from "./stateless/Agent.ts"

layer(community(Memory.layer), { excludeTestServices: true })("The choice of tools in the URL", (it) => {
  const tools = "get_post, get_community_stats"

  it.scoped("limits the tools that clients of each generation can list and call", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { key } = yield* keyOf(maria)
      for (const generation of ["legacy", "streamable"] as const) {
        const agent = yield* connect(generation, { apiKey: key, query: { tools } })
        const listed = yield* Effect.promise(() => agent.client.listTools())
        deepStrictEqual(
          listed.tools.map(({ name }) => name),
          ["get_post", "get_community_stats"]
        )
        strictEqual((yield* agent.call("get_community_stats")).isError, false)
        assertTrue((yield* Effect.exit(agent.call("list_posts", {})))._tag === "Failure")
      }
      const chosen = (method: string, params: object) =>
        answerTo({ ...sentOf({ as: maria.token, method, params: { ...params } }), query: { tools } })
      const listed = yield* chosen("tools/list", {})
      strictEqual(JSON.stringify(at(listed.body, "result", "tools")).match(/"inputSchema"/g)?.length, 2)
      strictEqual(at((yield* chosen("tools/call", { name: "list_posts" })).body, "error", "code"), -32602)
      const allowed = yield* chosen("tools/call", { name: "get_community_stats" })
      strictEqual(at(allowed.body, "result", "resultType"), "complete")
      const all = yield* connectAs("streamable", maria)
      strictEqual((yield* Effect.promise(() => all.client.listTools())).tools.length, 13)
    })
  )

  it.scoped("offers what only newer clients have to clients with sessions too, where it names them", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { key } = yield* keyOf(maria)
      const [own, foreign] = [yield* publish(maria), yield* publish(bob)]
      for (const generation of generations) {
        const agent = yield* connect(generation, {
          apiKey: key,
          query: { tools: "report_content,delete_post,get_post" }
        })
        const listed = yield* Effect.promise(() => agent.client.listTools())
        deepStrictEqual(listed.tools.map(({ name }) => name).sort(), ["delete_post", "get_post", "report_content"])
      }
      const agent = yield* connect("legacy", { apiKey: key, query: { tools: "report_content,delete_post" } })
      const reported = yield* agent.call("report_content", {
        target: { type: "post", id: foreign.id },
        reason: "danger"
      })
      assertTrue(!reported.isError && reported.text.includes("call for help"), reported.text)
      const refused = yield* agent.call("delete_post", { postId: foreign.id })
      strictEqual(refused.isError, true)
      const removed = yield* agent.call("delete_post", { postId: own.id })
      deepStrictEqual(removed.json, { deleted: true, id: own.id })
    })
  )

  it.scoped("is refused with 400 where one of its names is that of no tool", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const query = { tools: "get_post,no_such" }
      strictEqual((yield* answerTo({ as: token, query, body: initialize })).status, 400)
      strictEqual((yield* answerTo({ ...sentOf({ as: token, method: "tools/list" }), query })).status, 400)
      strictEqual((yield* request({ as: token, method: "GET", query })).status, 400)
    })
  )
})
