import { HttpServer } from "@effect/platform"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { at } from "../../support/Wire.ts"
import { keyOf } from "../mcp/Clients.ts"
import { beginSession, legacySession, request } from "../mcp/Requests.ts"
import { sentOf } from "../mcp/stateless/Agent.ts"
import { cookieFor } from "../web/support/Browse.ts"

/** Line ends for many programs, and plain characters in JSON. */
const separators = "one\u2028two\u2029three"

const lineEnds = /[\u0085\u2028\u2029]/

const getPost = (postId: number) => ({
  jsonrpc: "2.0",
  id: 9,
  method: "tools/call",
  params: { name: "get_post", arguments: { postId } }
})

/** Opens a stream of events until the scope ends, and gives the function that reads until its text includes a part. */
const listen = (path: string, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const controller = new AbortController()
    yield* Effect.addFinalizer(() => Effect.sync(() => controller.abort()))
    const url = yield* HttpServer.addressFormattedWith((address) => Effect.succeed(new URL(path, address)))
    const response = yield* Effect.promise(() => fetch(url, { headers, signal: controller.signal }))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    return (part: string) =>
      Effect.promise(async () => {
        while (!text.includes(part)) {
          const next = await reader?.read()
          if (next?.done !== false) break
          text += next.value
        }
        return text
      })
  })

layer(community(Memory.layer), { excludeTestServices: true })("JSON that clients read by lines", (it) => {
  it.scoped("has U+2028 and U+2029 of a post escaped in MCP's answers to each generation of clients", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria, { content: separators })
      const { key } = yield* keyOf(maria)
      const legacy = yield* legacySession(key)
      yield* request({ query: { sessionId: legacy.id }, body: getPost(id) })
      const session = yield* beginSession(maria.token)
      const text = (sent: Parameters<typeof request>[0]) =>
        Effect.flatMap(request(sent), (response) => Effect.promise(() => response.text()))
      const answers = [
        /^data: (\{.*"id":9.*)$/m.exec(yield* legacy.until("structuredContent"))?.[1] ?? "",
        /^data: (.*)$/m.exec(yield* text({ as: maria.token, session, body: getPost(id) }))?.[1] ?? "",
        yield* text(sentOf({ as: maria.token, ...getPost(id) }))
      ]
      for (const json of answers) {
        assertTrue(!lineEnds.test(json), json)
        deepStrictEqual(at(JSON.parse(json), "result", "structuredContent", "content"), separators)
      }
    })
  )

  it.scoped("has them escaped in the events of a thread, in the export and in the lines of RPC", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria, { content: separators })
      const headers = { cookie: cookieFor(maria), "sec-fetch-site": "same-origin" }
      const live = yield* listen(`/live?postId=${id}`, headers)
      yield* live("connected")
      yield* answer(bob, id, separators)
      const call = { _tag: "Request", id: "1", tag: "get_post", payload: { postId: id }, headers: [] }
      const rpc = { body: `${JSON.stringify(call)}\n`, headers: { "content-type": "application/ndjson" } }
      const texts = [
        yield* live("event: comment\n"),
        (yield* ask("GET", "/api/users/me/export", { as: maria.token })).text,
        (yield* ask("POST", "/api/rpc", { as: maria.token, ...rpc })).text
      ]
      for (const text of texts) assertTrue(!lineEnds.test(text) && text.includes("\\u2028"), text)
    })
  )
})
