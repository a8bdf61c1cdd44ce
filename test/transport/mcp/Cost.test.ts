import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { countTokens as countOld } from "gpt-tokenizer/encoding/cl100k_base"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { at } from "../../support/Wire.ts"
import { connect, connectAs, keyOf, mcpUrl } from "./Clients.ts"
import { answerTo, initialize, request } from "./Requests.ts"
import { called, resultOf, sentOf } from "./stateless/Agent.ts"

const sentence = "Has anybody with this disease been told to wait before an operation on the aorta, and for how long? "

layer(community(Memory.layer), { excludeTestServices: true })("What an agent pays", (it) => {
  it.effect("for the list of tools is at most 4,500 tokens, with all schemas of results", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const tools = at(yield* resultOf({ as: token, method: "tools/list" }), "tools")
      const json = JSON.stringify(tools)
      assertTrue(countTokens(json) <= 4_500, `${countTokens(json)} tokens`)
      assertTrue(countOld(json) <= 4_500, `${countOld(json)} tokens of the older alphabet`)
      strictEqual(json.match(/"outputSchema"/g)?.length, 14)
    })
  )

  it.effect("to find, read and reply is at most 3 calls and 2,500 tokens, the list of these tools included", () =>
    Effect.gen(function* () {
      const [maria, paul] = [yield* join(), yield* join()]
      const posts = yield* Effect.forEach(Array.range(1, 30), (number) =>
        publish(paul, { title: `Aortic root, question ${number}`, content: sentence.repeat(6) })
      )
      for (const { id } of posts) yield* answer(maria, id, sentence.repeat(2))
      const names = "search_community,get_post,reply_to_post"
      const sent = sentOf({ as: maria.token, method: "tools/list" })
      const { body } = yield* answerTo({ ...sent, query: { tools: names } })
      const costs = [JSON.stringify(at(body, "result", "tools"))]
      const call = (name: string, args: object) =>
        Effect.map(called(maria.token, name, args), (result) => {
          costs.push(JSON.stringify({ name, arguments: args }), String(at(result, "content", 0, "text")))
          return at(result, "structuredContent")
        })
      const found = yield* call("search_community", { query: "aortic root", limit: 5 })
      const postId = at(found, "data", 0, "id")
      yield* call("get_post", { postId })
      yield* call("reply_to_post", { postId, content: sentence })
      const tokens = countTokens(costs.join("\n"))
      assertTrue(tokens <= 2_500, `${tokens} tokens`)
    })
  )
})

layer(community(Memory.layer), { excludeTestServices: true })("The choice of tools in the URL", (it) => {
  const tools = "get_post, get_community_stats"

  it.scoped("limits the list and the calls of clients of each generation", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { key } = yield* keyOf(maria)
      const url = yield* mcpUrl({ tools, apiKey: Redacted.value(key) })
      for (const generation of ["legacy", "streamable"] as const) {
        const agent = yield* connect(generation, { apiKey: key, query: { tools } })
        const listed = yield* Effect.promise(() => agent.client.listTools())
        deepStrictEqual(
          listed.tools.map(({ name }) => name),
          ["get_post", "get_community_stats"]
        )
        strictEqual((yield* agent.call("get_community_stats")).isError, false)
        assertTrue((yield* Effect.exit(agent.call("list_posts", {})))._tag === "Failure", String(url))
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

  it.scoped("is refused where it names no tool", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const query = { tools: "get_post,no_such" }
      strictEqual((yield* answerTo({ as: token, query, body: initialize })).status, 400)
      strictEqual((yield* answerTo({ ...sentOf({ as: token, method: "tools/list" }), query })).status, 400)
      strictEqual((yield* request({ as: token, method: "GET", query })).status, 400)
    })
  )
})
