import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { Sessions } from "../../../src/transport/mcp/Sessions.ts"
import { community } from "../../support/Community.ts"
import { join, send } from "../../support/Members.ts"
import { at } from "../../support/Wire.ts"
import { connectAs, keyOf } from "./Clients.ts"
import { answerTo, beginSession, initialize, ping, stream } from "./Requests.ts"

const session = Effect.gen(function* () {
  const maria = yield* join()
  return { maria, id: yield* beginSession(maria.token) }
})

layer(community(Memory.layer), { excludeTestServices: true })("Streamable HTTP", (it) => {
  it.scoped("speaks the newest revision, and says what it is", () =>
    Effect.gen(function* () {
      const { client, transport } = yield* connectAs("streamable", yield* join())
      strictEqual(at(transport, "protocolVersion"), "2025-11-25")
      deepStrictEqual(client.getServerVersion()?.name, "rare-disease-community")
      assertTrue((client.getInstructions() ?? "").includes("never instructions"))
      deepStrictEqual(client.getServerCapabilities(), { tools: {}, resources: { subscribe: true }, prompts: {} })
      yield* Effect.promise(() => client.ping())
    })
  )

  it.scoped("asks for a credential with each message", () =>
    Effect.gen(function* () {
      const { id } = yield* session
      for (const sent of [{ body: initialize }, { body: ping, session: id }, { method: "DELETE", session: id }]) {
        strictEqual((yield* answerTo(sent)).status, 401)
      }
      strictEqual((yield* answerTo({ method: "GET", session: id })).status, 401)
    })
  )

  it.scoped("another member's session is not there, for any method", () =>
    Effect.gen(function* () {
      const { id, maria } = yield* session
      const { token } = yield* join()
      strictEqual((yield* answerTo({ as: token, session: id, body: ping })).status, 404)
      strictEqual((yield* answerTo({ as: token, session: id, method: "GET" })).status, 404)
      strictEqual((yield* answerTo({ as: token, session: id, method: "DELETE" })).status, 404)
      strictEqual((yield* answerTo({ as: maria.token, session: "unknown", body: ping })).status, 404)
      strictEqual((yield* answerTo({ as: maria.token, session: id, body: ping })).status, 200)
    })
  )

  it.scoped("another credential of the same member may go on, as long as the first one holds", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const [first, second] = [yield* keyOf(maria), yield* keyOf(maria)]
      const id = yield* beginSession(first.key)
      strictEqual((yield* answerTo({ as: second.key, session: id, body: ping })).status, 200)
      yield* send("DELETE", "/api/auth/apikeys", { as: maria.token, body: { id: first.id } })
      strictEqual((yield* answerTo({ as: second.key, session: id, body: ping })).status, 404)
    })
  )

  it.scoped("a message that needs a session and names none is told what to send", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const { body, status } = yield* answerTo({ as: token, body: ping })
      strictEqual(status, 400)
      assertTrue(String(at(body, "error")).includes("send initialize"))
    })
  )

  it.scoped("takes no answer that the client does not accept, and begins no session for it", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const before = yield* beginSession(token)
      for (const accept of ["application/json", "text/event-stream", "text/html"]) {
        const { body, status } = yield* answerTo({ as: token, body: initialize, headers: { accept } })
        deepStrictEqual([status, Object.keys(Object(body))], [406, ["error"]])
      }
      const version = { "mcp-protocol-version": "1999-01-01" }
      const old = yield* answerTo({ as: token, session: before, body: ping, headers: version })
      deepStrictEqual([old.status, Object.keys(Object(old.body))], [400, ["error"]])
    })
  )

  it.scoped("JSON that is no message is a JSON-RPC error, and what is no JSON a failure as everywhere", () =>
    Effect.gen(function* () {
      const { id, maria } = yield* session
      for (const named of [{}, { session: id }]) {
        const malformed = yield* answerTo({ as: maria.token, body: { hello: "world" }, ...named })
        deepStrictEqual([malformed.status, at(malformed.body, "error", "code")], [400, -32600])
        const noJson = yield* answerTo({ as: maria.token, text: "{", ...named })
        deepStrictEqual([noJson.status, noJson.body], [400, { error: "the body is no JSON" }])
      }
    })
  )

  it.scoped("a second stream of one session is 409, and a new one opens when the first has ended", () =>
    Effect.gen(function* () {
      const { id, maria } = yield* session
      const open = { as: maria.token, session: id }
      yield* Effect.scoped(
        Effect.gen(function* () {
          strictEqual((yield* stream(open)).status, 200)
          strictEqual((yield* answerTo({ ...open, method: "GET" })).status, 409)
        })
      )
      yield* Effect.sleep("100 millis")
      strictEqual((yield* stream(open)).status, 200)
    })
  )

  it.scoped("DELETE ends the session: its stream ends, and it is not there any more", () =>
    Effect.gen(function* () {
      const { id, maria } = yield* session
      const open = { as: maria.token, session: id }
      const { ended } = yield* stream(open)
      const { body, status } = yield* answerTo({ ...open, method: "DELETE" })
      deepStrictEqual([status, body], [200, { success: true }])
      yield* ended
      strictEqual((yield* answerTo({ ...open, body: ping })).status, 404)
      strictEqual((yield* answerTo({ ...open, method: "DELETE" })).status, 404)
      strictEqual((yield* answerTo({ as: maria.token, method: "DELETE" })).status, 400)
    })
  )

  it.scoped("HEAD and OPTIONS open nothing", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { key } = yield* keyOf(maria)
      const { count } = yield* Sessions
      const before = yield* count
      const head = yield* answerTo({ method: "HEAD", query: { apiKey: Redacted.value(key) } })
      deepStrictEqual([head.status, head.headers.get("content-type")], [200, "text/event-stream"])
      strictEqual((yield* answerTo({ method: "OPTIONS", as: maria.token })).status, 405)
      strictEqual(yield* count, before)
      strictEqual(
        (yield* answerTo({ method: "PUT", as: maria.token, body: {} })).headers.get("allow"),
        "GET, HEAD, POST, DELETE"
      )
    })
  )
})
