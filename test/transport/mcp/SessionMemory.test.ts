import { PassThrough } from "node:stream"
import { describe, layer, it as plain } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { McpEventStream } from "../../../src/transport/mcp/McpEventStream.ts"
import { Sessions } from "../../../src/transport/mcp/Sessions.ts"
import { StreamableClient } from "../../../src/transport/mcp/StreamableHttp.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { at } from "../../support/Wire.ts"
import { connectAs, keyOf, protocolError, sessionsBecome } from "./Clients.ts"
import { answerTo, beginSession, initialize, legacySession, ping } from "./Requests.ts"

const long = "x".repeat(201)

const initializeWith = (params: object) => ({ ...initialize, params: { ...initialize.params, ...params } })

/** Each has a param that is too long, or lacks one. */
const refusedOpenings = [
  initializeWith({ clientInfo: { name: long, version: "1" } }),
  initializeWith({ clientInfo: { name: "test", version: long } }),
  initializeWith({ clientInfo: { name: "test", version: "1", title: long } }),
  initializeWith({ clientInfo: { name: "test", version: "1", description: "x".repeat(100_000) } }),
  initializeWith({ clientInfo: { name: "test" } }),
  initializeWith({ capabilities: { experimental: { a: { b: "x".repeat(100_000) } } } }),
  initializeWith({ protocolVersion: long })
]

layer(community(Memory.layer), { excludeTestServices: true })("A request of excessive size", (it) => {
  it.scoped("that initializes Streamable HTTP is 400 with -32602, and begins no session", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      for (const body of refusedOpenings) {
        const answer = yield* answerTo({ as: token, body })
        deepStrictEqual([answer.status, at(answer.body, "error", "code"), at(answer.body, "id")], [400, -32602, 1])
        strictEqual(answer.headers.get("mcp-session-id"), null)
        strictEqual(yield* (yield* Sessions).count, 0)
      }
    })
  )

  it.scoped("that initializes HTTP+SSE is 400 with -32602, and ends the session", () =>
    Effect.gen(function* () {
      const { key } = yield* keyOf(yield* join())
      for (const body of refusedOpenings.slice(0, 2)) {
        const { ended, id } = yield* legacySession(key)
        const answer = yield* answerTo({ query: { sessionId: id }, body })
        deepStrictEqual([answer.status, at(answer.body, "error", "code")], [400, -32602])
        yield* ended
      }
      yield* sessionsBecome(0)
    })
  )

  it.scoped("with a long id or progress token is 400 with -32600, with a long session id 404", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const session = yield* beginSession(token)
      for (const body of [
        { ...ping, id: long },
        [ping, { ...ping, id: long }],
        { ...ping, params: { _meta: { progressToken: long } } }
      ]) {
        const answer = yield* answerTo({ as: token, session, body })
        deepStrictEqual([answer.status, at(answer.body, "error", "code"), at(answer.body, "id")], [400, -32600, null])
      }
      strictEqual((yield* answerTo({ as: token, session: "x".repeat(8_000), body: ping })).status, 404)
      strictEqual((yield* answerTo({ as: token, session, body: { ...ping, id: "x".repeat(200) } })).status, 200)
      const again = yield* answerTo({ as: token, session, body: initialize })
      deepStrictEqual([again.status, at(again.body, "error", "code")], [400, -32600])
    })
  )

  it.scoped("for a prompt is refused, and an error repeats a part of a long URI only", () =>
    Effect.gen(function* () {
      const { client } = yield* connectAs("streamable", yield* join())
      const prompt = { name: "find_my_disease", arguments: { description: "x".repeat(2_001) } }
      const get = Effect.tryPromise({ try: () => client.getPrompt(prompt), catch: protocolError })
      strictEqual((yield* Effect.flip(get)).code, -32602)
      const uri = `community://posts/${"1".repeat(100_000)}`
      const read = Effect.tryPromise({ try: () => client.readResource({ uri }), catch: (error) => error })
      const error = yield* Effect.flip(read)
      deepStrictEqual([at(error, "code"), String(at(error, "data", "uri")).length], [-32002, 200])
    })
  )
})

describe("StreamableClient", () => {
  const opened = () => {
    const body = new PassThrough()
    return { body, stream: new McpEventStream(body, { add: () => undefined, remove: () => undefined }) }
  }

  plain("forgets a cancelled request, and ends its stream when the others of its batch are answered", () => {
    const client = new StreamableClient()
    const { body, stream } = opened()
    client.expect([1, "two"], stream)
    strictEqual(client.inFlight, 2)
    assertTrue(client.hasInFlight(["two"]))
    client.skip("two")
    deepStrictEqual([client.inFlight, body.writableEnded], [1, false])
    client.sendResult(1, "{}")
    deepStrictEqual([client.inFlight, body.writableEnded], [0, true])
  })

  plain("forgets the requests of a client that hangs up, and drops their answers", () => {
    const client = new StreamableClient()
    const { body, stream } = opened()
    client.expect([1], stream)
    body.emit("close")
    strictEqual(client.inFlight, 0)
    client.sendResult(1, "{}")
    strictEqual(client.inFlight, 0)
  })
})

layer(community(Memory.layer), { excludeTestServices: true })("A batch", (it) => {
  it.scoped("with two requests of one id is refused with -32600", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const session = yield* beginSession(token)
      const answer = yield* answerTo({ as: token, session, body: [ping, ping] })
      deepStrictEqual([answer.status, at(answer.body, "error", "code")], [400, -32600])
    })
  )
})
