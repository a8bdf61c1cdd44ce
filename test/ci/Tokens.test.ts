import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { countTokens as countOld } from "gpt-tokenizer/encoding/cl100k_base"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { answer, publish } from "../support/Given.ts"
import { join } from "../support/Members.ts"
import { ask } from "../support/Raw.ts"
import { at } from "../support/Wire.ts"
import { connectAs } from "../transport/mcp/Clients.ts"
import { splitFences } from "../transport/mcp/Fences.ts"
import { answerTo } from "../transport/mcp/Requests.ts"
import { called, resultOf, sentOf } from "../transport/mcp/stateless/Agent.ts"

const sentence = "Has anybody with this disease been told to wait before an operation on the aorta, and for how long? "

layer(community(Memory.layer), { excludeTestServices: true })("The cost for an agent", (it) => {
  it.effect("of the list of tools is at most 4,500 tokens, with all schemas of results", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const tools = at(yield* resultOf({ as: token, method: "tools/list" }), "tools")
      const json = JSON.stringify(tools)
      assertTrue(countTokens(json) <= 4_500, `${countTokens(json)} tokens`)
      assertTrue(countOld(json) <= 4_500, `${countOld(json)} tokens of the older alphabet`)
      strictEqual(json.match(/"outputSchema"/g)?.length, 15)
    })
  )

  it.effect(
    "of finding, reading and replying is at most 3 calls and 2,500 tokens, the list of these tools included",
    () =>
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

  it.effect("of the guides is at most 900 tokens for /skill.md and 400 for /llms.txt", () =>
    Effect.gen(function* () {
      const [guide, overview] = [yield* ask("GET", "/skill.md"), yield* ask("GET", "/llms.txt")]
      assertTrue(countTokens(guide.text) <= 900, `${countTokens(guide.text)} tokens`)
      assertTrue(countTokens(overview.text) <= 400, `${countTokens(overview.text)} tokens`)
    })
  )

  it.scoped("of one page of the longest thread is less than 9,000 tokens", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const post = yield* publish(maria, { content: "z".repeat(20_000) })
      yield* Effect.forEach(Array.range(1, 25), () => answer(maria, post.id, "y".repeat(3_000)))
      const agent = yield* connectAs("legacy", maria)
      const { text } = yield* agent.call("get_post", { postId: post.id })
      assertTrue(countTokens(text) < 9_000, `${countTokens(text)} tokens`)
    })
  )
})

const paragraph =
  "We waited six years for a name, and then the reference network answered within a week. What helped you to find " +
  "somebody who had seen this before, and would you go the same way again? I would like to hear about it."

const long: ReadonlyArray<readonly [string, string, string]> = [
  ["English", "How did you find a specialist who knows about it, and how long did it take you?", paragraph],
  [
    "German",
    "Überweisung an die Fachärztin für Humangenetik: wie lange mussten Sie warten?",
    "Äußerst ungewöhnliche Störungen. ".repeat(10)
  ],
  ["Chinese", "我们等了六年才知道名字，你们是怎么找到专家的？".repeat(4), "我们等了六年才知道名字。".repeat(20)],
  ["emoji", "🧬🦓💙".repeat(40), "🧬🦓💙".repeat(100)],
  ["Thai", "เราใช้เวลาหกปีกว่าจะรู้ชื่อโรคนี้".repeat(5), "เราใช้เวลาหกปีกว่าจะรู้ชื่อโรคนี้ ".repeat(9)]
]

for (const [name, title, content] of long) {
  layer(community(Memory.layer), { excludeTestServices: true })(`In ${name}`, (it) => {
    it.scoped("a list of twenty posts has at most 1,200 tokens, and names each", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const diseaseId = (yield* maria.client.diseases.list({ urlParams: {} })).data[0]?.id
        const post = { title, content, category: "experience", diseaseId } as const
        yield* Effect.forEach(Array.range(1, 25), () => publish(maria, post))
        const agent = yield* connectAs("legacy", maria)
        const { json, text } = yield* agent.call("list_posts", {})
        const [tokens, old] = [countTokens(text), countOld(text)]
        assertTrue(tokens <= 1200, `${tokens} tokens`)
        if (name === "English") assertTrue(old <= 1200, `${old} tokens of the older alphabet`)
        strictEqual(splitFences(text).count, 20)
        for (const index of Array.range(0, 19)) assertTrue(text.includes(`#${at(json, "data", index, "id")} `))
        assertTrue(text.includes("Next: page 2"))
      })
    )
  })
}
