import { describe, expect, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { join } from "../support/Members.ts"
import { proxyTo } from "../support/network/Proxy.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at } from "../support/Wire.ts"
import { agentAt } from "../transport/mcp/stateless/OfficialClient.ts"
import { onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, start } from "./Program.ts"

/** Calls a tool, which must succeed. Gives its structured result. */
const succeed = (
  { call }: Effect.Effect.Success<ReturnType<typeof agentAt>>,
  name: string,
  args: Record<string, unknown>
) =>
  Effect.map(call(name, args), ({ isError, structuredContent }): unknown => {
    expect(isError).toBeUndefined()
    return structuredContent
  })

describe("Two instances behind a proxy that takes turns (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined)(
    "serve an agent of MCP 2026-07-28 through its whole task, the confirmation of a deletion included",
    () =>
      Effect.gen(function* () {
        const variables = { ...unlimited, ...(yield* onServerOf(serverUrl ?? "")) }
        const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
        const maria = yield* Effect.provide(join(), clientOf(one.url))
        const paul = yield* Effect.provide(join(), clientOf(two.url))
        const { counts, url } = yield* proxyTo([one.url, two.url])
        const mcp = new URL("/api/mcp", url)

        const agent = yield* agentAt(mcp, maria.token)
        yield* Effect.promise(() => agent.client.listTools())
        const disease = at(yield* succeed(agent, "find_diseases", { search: "marfan syndrom" }), "data", 0, "id")
        const draft = { title: "Aortic root at 41 mm", content: "When was yours operated on?", diseaseId: disease }
        const postId = at(yield* succeed(agent, "create_post", draft), "id")
        const found = yield* succeed(agent, "search_community", { query: "aortic root" })
        expect(at(found, "data", 0, "id")).toBe(postId)

        const follow = { resourceSubscriptions: [`community://posts/${postId}`] }
        const followed = yield* Effect.promise(() => agent.client.listen(follow))
        const other = yield* agentAt(mcp, paul.token)
        yield* succeed(other, "reply_to_post", { postId, content: "At 45 mm, and it went well." })
        expect(yield* Queue.take(agent.updates)).toBe(`community://posts/${postId}`)
        const thread = yield* succeed(agent, "get_post", { postId })
        expect(at(thread, "comments", 0, "content")).toBe("At 45 mm, and it went well.")
        yield* Effect.promise(() => followed.close())

        expect(yield* succeed(agent, "delete_post", { postId })).toEqual({ deleted: true, id: postId })
        expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
      })
  )
})
