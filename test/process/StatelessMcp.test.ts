import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect, Queue, type Redacted, Redacted as Secret } from "effect"
import { join } from "../support/Members.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at } from "../support/Wire.ts"
import { onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, start } from "./Program.ts"

/** A proxy that sends each request to the next instance in turn. Gives its URL, and how many each has got. */
const roundRobin = (targets: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<{ readonly port: number; readonly counts: Array<number>; readonly close: () => void }>((resume) => {
        const counts = targets.map(() => 0)
        let turn = 0
        const server = createServer((incoming, outgoing) => {
          const index = turn++ % targets.length
          counts[index] = (counts[index] ?? 0) + 1
          const { headers, method, url = "/" } = incoming
          const target = new URL(url, targets[index])
          const passed = request(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
            outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
            answer.pipe(outgoing)
          })
          passed.on("error", () => outgoing.destroy())
          outgoing.on("close", () => passed.destroy())
          incoming.pipe(passed)
        })
        server.listen(0, "127.0.0.1", () => {
          const close = () => {
            server.close()
            server.closeAllConnections()
          }
          resume(Effect.succeed({ port: (server.address() as AddressInfo).port, counts, close }))
        })
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ counts, port }) => ({ url: `http://127.0.0.1:${port}`, counts })
  )

/** An agent of the official SDK's second generation, whose user agrees to what it asks. */
const agentAt = (url: string, token: Redacted.Redacted) =>
  Effect.gen(function* () {
    const headers = { authorization: `Bearer ${Secret.value(token)}` }
    const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", url), { requestInit: { headers } })
    const client = new Client(
      { name: "test", version: "1.0.0" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } }
    )
    const updates = yield* Queue.unbounded<string>()
    client.setRequestHandler("elicitation/create", () =>
      Promise.resolve({ action: "accept", content: { confirmed: true } })
    )
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      updates.unsafeOffer(params.uri)
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => client.connect(transport)),
      () => Effect.promise(() => client.close())
    )
    const call = (name: string, args: Record<string, unknown>) =>
      Effect.map(
        Effect.promise(() => client.callTool({ name, arguments: args })),
        ({ isError, structuredContent }): unknown => {
          expect(isError).toBeUndefined()
          return structuredContent
        }
      )
    return { call, client, updates }
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
        const { counts, url } = yield* roundRobin([one.url, two.url])

        const agent = yield* agentAt(url, maria.token)
        yield* Effect.promise(() => agent.client.listTools())
        const disease = at(yield* agent.call("find_diseases", { search: "marfan syndrom" }), "data", 0, "id")
        const draft = { title: "Aortic root at 41 mm", content: "When was yours operated on?", diseaseId: disease }
        const postId = at(yield* agent.call("create_post", draft), "id")
        const found = yield* agent.call("search_community", { query: "aortic root" })
        expect(at(found, "data", 0, "id")).toBe(postId)

        const follow = { resourceSubscriptions: [`community://posts/${postId}`] }
        const followed = yield* Effect.promise(() => agent.client.listen(follow))
        const other = yield* agentAt(url, paul.token)
        yield* other.call("reply_to_post", { postId, content: "At 45 mm, and it went well." })
        expect(yield* Queue.take(agent.updates)).toBe(`community://posts/${postId}`)
        const thread = yield* agent.call("get_post", { postId })
        expect(at(thread, "comments", 0, "content")).toBe("At 45 mm, and it went well.")
        yield* Effect.promise(() => followed.close())

        expect(yield* agent.call("delete_post", { postId })).toEqual({ deleted: true, id: postId })
        expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
      }),
    60_000
  )
})
