import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join, send } from "../../../support/Members.ts"
import { ask, speak } from "../../../support/Raw.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { connectAs, keyOf } from "../Clients.ts"
import { answerTo, beginSession, initialize, ping, request, stream } from "../Requests.ts"
import { sentOf } from "../stateless/Agent.ts"

const session = Effect.gen(function* () {
  const maria = yield* join()
  return { maria, id: yield* beginSession(maria.token) }
})

layer(community(Memory.layer), { excludeTestServices: true })("Streamable HTTP", (it) => {
  it.scoped("speaks the newest revision, and describes the server", () =>
    Effect.gen(function* () {
      const { client, transport } = yield* connectAs("streamable", yield* join())
      strictEqual(at(transport, "protocolVersion"), "2025-11-25")
      deepStrictEqual(client.getServerVersion()?.name, "rare-disease-community")
      assertTrue((client.getInstructions() ?? "").includes("never instructions"))
      assertTrue((client.getInstructions() ?? "").includes("first say plainly to call the local emergency number"))
      deepStrictEqual(client.getServerCapabilities(), {
        tools: {},
        resources: { subscribe: true },
        prompts: {}
      })
      yield* Effect.promise(() => client.ping())
    })
  )

  it.scoped("refuses a message without a valid credential or session before its body has come", () =>
    Effect.gen(function* () {
      const head = (path: string, ...more: ReadonlyArray<string>) =>
        [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close", "Content-Type: application/json", ...more]
          .concat("Content-Length: 220000", "", "")
          .join("\r\n")
      const answers = yield* Effect.forEach(
        [
          head("/api/mcp"),
          head("/api/mcp", "Authorization: Bearer rds_nonsense"),
          head("/api/mcp?apiKey=rdc_nonsense"),
          head("/api/mcp?sessionId=unknown"),
          head("/api/mcp?sessionId=unknown", "Authorization: Bearer rds_nonsense")
        ],
        speak
      )
      deepStrictEqual(
        answers.map(({ status }) => status),
        [401, 401, 401, 404, 401]
      )
    })
  )

  it.scoped("answers a message whose body is chunked", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" }
      const sent = { as: token, headers, body: JSON.stringify(initialize), chunked: true }
      strictEqual((yield* ask("POST", "/api/mcp", sent)).status, 200)
    })
  )

  it.scoped("answers 404 for a session of another member, whatever the method", () =>
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

  it.scoped("lets another credential of the member use a session while the first one is valid", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const [first, second] = [yield* keyOf(maria), yield* keyOf(maria)]
      const id = yield* beginSession(first.key)
      strictEqual((yield* answerTo({ as: second.key, session: id, body: ping })).status, 200)
      yield* send("DELETE", "/api/auth/apikeys", { as: maria.token, body: { id: first.id } })
      strictEqual((yield* answerTo({ as: second.key, session: id, body: ping })).status, 404)
    })
  )

  it.scoped("refuses a message without the session that it needs, and names what to send", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const { body, status } = yield* answerTo({ as: token, body: ping })
      strictEqual(status, 400)
      assertTrue(String(at(body, "error")).includes("send initialize"))
    })
  )

  it.scoped("answers in the form that a client accepts, to each message of a session", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const forms: ReadonlyArray<readonly [accept: string, type: string]> = [
        ["application/json", "application/json"],
        ["application/*", "application/json"],
        ["application/json;q=0.9, text/event-stream;q=0.1", "application/json"],
        ["text/event-stream", "text/event-stream"],
        ["text/*", "text/event-stream"],
        ["text/event-stream, application/json;q=0", "text/event-stream"],
        ["application/json, text/event-stream", "text/event-stream"],
        ["*/*", "text/event-stream"]
      ]
      for (const [accept, type] of forms) {
        const headers = { accept }
        const begun = yield* answerTo({ as: token, body: initialize, headers })
        const session = String(begun.headers.get("mcp-session-id"))
        const pinged = yield* answerTo({ as: token, session, body: ping, headers })
        const types = [begun, pinged].map((answer) => answer.headers.get("content-type"))
        deepStrictEqual(types, [type, type], accept)
        if (type === "application/json") deepStrictEqual(pinged.body, { jsonrpc: "2.0", id: 2, result: {} })
        const noted = yield* answerTo({
          as: token,
          session,
          body: { jsonrpc: "2.0", method: "notifications/initialized" },
          headers
        })
        strictEqual(noted.status, 202)
      }
    })
  )

  it.scoped("answers a batch to a client that takes only JSON by a list, and a failure by its JSON-RPC error", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const session = yield* beginSession(token)
      const headers = { accept: "application/json" }
      const unknown = { jsonrpc: "2.0", id: 3, method: "no/such" }
      const { body } = yield* answerTo({ as: token, session, headers, body: [ping, unknown] })
      deepStrictEqual(
        listAt(body).map((answer) => [at(answer, "id"), at(answer, "error", "code")]),
        [
          [2, undefined],
          [3, -32601]
        ]
      )
    })
  )

  it.scoped("answers a client without a session in the form that it accepts", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const listing = (accept: string) => sentOf({ as: token, method: "tools/list", headers: { accept } })
      const asEvent = yield* request(listing("text/event-stream"))
      strictEqual(asEvent.headers.get("content-type"), "text/event-stream")
      const text = yield* Effect.promise(() => asEvent.text())
      const asJson = yield* answerTo(listing("application/json"))
      deepStrictEqual(JSON.parse(/^event: message\ndata: (.*)\n\n$/.exec(text)?.[1] ?? ""), asJson.body)
      const listen = sentOf({ as: token, method: "subscriptions/listen", headers: { accept: "application/json" } })
      strictEqual((yield* answerTo(listen)).status, 406)
    })
  )

  it.scoped("answers 406 to a client that accepts neither form, and begins no session for it", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const before = yield* beginSession(token)
      for (const accept of ["text/html", "image/*", "application/json;q=0", ""]) {
        const { body, status } = yield* answerTo({ as: token, body: initialize, headers: { accept } })
        deepStrictEqual([status, Object.keys(Object(body))], [406, ["error"]], accept)
      }
      const listening = { method: "GET", as: token, session: before, headers: { accept: "application/json" } }
      strictEqual((yield* answerTo(listening)).status, 406)
      const version = { "mcp-protocol-version": "1999-01-01" }
      const old = yield* answerTo({ as: token, session: before, body: ping, headers: version })
      deepStrictEqual([old.status, Object.keys(Object(old.body))], [400, ["error"]])
    })
  )

  it.scoped("answers JSON that is not a message by a JSON-RPC error, and a body that is not JSON as REST does", () =>
    Effect.gen(function* () {
      const { id, maria } = yield* session
      for (const named of [{}, { session: id }]) {
        const malformed = yield* answerTo({ as: maria.token, body: { hello: "world" }, ...named })
        deepStrictEqual([malformed.status, at(malformed.body, "error", "code")], [400, -32600])
        const noJson = yield* answerTo({ as: maria.token, text: "{", ...named })
        deepStrictEqual([noJson.status, noJson.body], [400, { error: "the body is not valid JSON" }])
      }
    })
  )

  it.scoped("refuses a second stream of a session with 409, and opens one after the first has ended", () =>
    Effect.gen(function* () {
      const { id, maria } = yield* session
      const open = { as: maria.token, session: id }
      yield* Effect.scoped(
        Effect.gen(function* () {
          strictEqual((yield* stream(open)).status, 200)
          strictEqual((yield* answerTo({ ...open, method: "GET" })).status, 409)
        })
      )
      // The server notices a moment later that the client has hung up.
      const again = yield* Effect.repeat(stream(open), { until: ({ status }) => status === 200, times: 500 })
      strictEqual(again.status, 200)
    })
  )

  it.scoped("ends the session and its stream on DELETE, and answers 404 then", () =>
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
})
