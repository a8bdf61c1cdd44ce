import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Queue, type Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { Sessions } from "../../../../src/transport/mcp/Sessions.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"
import { mcpUrl } from "../Clients.ts"
import { agentAt } from "./OfficialClient.ts"

const connect = (as: Redacted.Redacted, isAgreed = true) =>
  Effect.flatMap(mcpUrl(), (url) => agentAt(url, as, isAgreed))

layer(community(Memory.layer), { excludeTestServices: true })("The official client of MCP 2026-07-28", (it) => {
  it.scoped("discovers the server, and reads and writes without a session", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { client } = yield* connect(maria.token)
      deepStrictEqual(client.getServerVersion()?.name, "rare-disease-community")
      const { tools } = yield* Effect.promise(() => client.listTools())
      assertTrue(tools.some(({ name }) => name === "delete_post"))
      const content = "Has anybody heard of it?"
      const created = yield* Effect.promise(() =>
        client.callTool({ name: "create_post", arguments: { title: "A question", content } })
      )
      const postId = at(created.structuredContent, "id")
      const read = yield* Effect.promise(() => client.callTool({ name: "get_post", arguments: { postId } }))
      strictEqual(at(read.structuredContent, "content"), content)
      const { contents } = yield* Effect.promise(() => client.readResource({ uri: `community://posts/${postId}` }))
      strictEqual(at(JSON.parse(String(at(contents, 0, "text"))), "title"), "A question")
      const prompt = yield* Effect.promise(() =>
        client.getPrompt({ name: "summarise_thread", arguments: { postId: String(postId) } })
      )
      assertTrue(JSON.stringify(prompt).includes(`Read post ${postId}`))
      const sessions = yield* Sessions
      strictEqual(yield* sessions.count, 0)
    })
  )

  it.scoped("asks its user before a post is deleted", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const remove = { name: "delete_post", arguments: { postId: id } }
      const [hesitant, agreed] = [yield* connect(maria.token, false), yield* connect(maria.token)]
      strictEqual((yield* Effect.promise(() => hesitant.client.callTool(remove))).isError, true)
      strictEqual((yield* send("GET", `/api/posts/${id}`)).status, 200)
      const { structuredContent } = yield* Effect.promise(() => agreed.client.callTool(remove))
      deepStrictEqual(structuredContent, { deleted: true, id })
      deepStrictEqual([hesitant.questions.length, agreed.questions.length], [1, 1])
    })
  )

  it.scoped("hears of comments on a thread that it follows", () =>
    Effect.gen(function* () {
      const [maria, paul] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      const { client, updates } = yield* connect(maria.token)
      const uri = `community://posts/${id}`
      const followed = yield* Effect.promise(() => client.listen({ resourceSubscriptions: [uri] }))
      yield* answer(paul, id)
      strictEqual(yield* Queue.take(updates), uri)
      yield* Effect.promise(() => followed.close())
    })
  )
})
