import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"
import { keyOf } from "../Clients.ts"
import { answerTo, beginSession, initialize, legacySession, ping, request } from "../Requests.ts"

const session = Effect.gen(function* () {
  const maria = yield* join()
  const { key } = yield* keyOf(maria)
  return { maria, key, ...(yield* legacySession(key)) }
})

layer(community(Memory.layer), { excludeTestServices: true })("HTTP+SSE", (it) => {
  it.scoped("sends the path for messages first, and it does not hold the key", () =>
    Effect.gen(function* () {
      const { first, headers, id, key, status } = yield* session
      deepStrictEqual([status, headers.get("content-type")], [200, "text/event-stream"])
      strictEqual(first, `event: endpoint\ndata: /api/mcp?sessionId=${id}\n\n`)
      assertTrue(id.length >= 32, "fewer than 128 bits") // base62: 5.95 bits each
      assertTrue(!first.includes(Redacted.value(key)))
      strictEqual(headers.get("cache-control"), "no-store")
    })
  )

  it.scoped("takes a message without a credential with 202, and answers it on the stream", () =>
    Effect.gen(function* () {
      const { id, until } = yield* session
      const sent = yield* request({ query: { sessionId: id }, body: initialize })
      deepStrictEqual([sent.status, yield* Effect.promise(() => sent.text())], [202, "Accepted"])
      const text = yield* until('"serverInfo"')
      assertTrue(/event: message\ndata: \{.*"id":1/.test(text), text)
    })
  )

  it.scoped("answers 404 for a session that is not open, and for one of the other transport", () =>
    Effect.gen(function* () {
      const { id, key, maria } = yield* session
      const other = yield* beginSession(maria.token)
      for (const sessionId of ["unknown", `${id}0`, other]) {
        for (const proof of [{}, { as: key }]) {
          const { body, status } = yield* answerTo({ query: { sessionId }, body: ping, ...proof })
          strictEqual(status, 404)
          deepStrictEqual(Object.keys(Object(body)), ["error"])
        }
      }
      strictEqual((yield* answerTo({ as: maria.token, session: id, body: ping })).status, 404)
    })
  )

  it.scoped("answers 404 to a message with another member's credential", () =>
    Effect.gen(function* () {
      const { id } = yield* session
      const eve = yield* join()
      const { key } = yield* keyOf(eve)
      const query = { sessionId: id }
      strictEqual((yield* answerTo({ query, as: eve.token, body: ping })).status, 404)
      strictEqual((yield* answerTo({ query: { ...query, apiKey: Redacted.value(key) }, body: ping })).status, 404)
      strictEqual((yield* answerTo({ query, as: Redacted.make("nonsense"), body: ping })).status, 401)
    })
  )

  it.scoped(
    "takes messages with a credential of its member that may do as much, and answers 404 to a narrower one",
    () =>
      Effect.gen(function* () {
        const { id, maria } = yield* session
        const reader = yield* maria.client.auth.createApiKey({ payload: { name: "reader", scopes: ["read"] } })
        const other = yield* keyOf(maria)
        const statusAs = (as: Redacted.Redacted) =>
          Effect.map(answerTo({ query: { sessionId: id }, as, body: ping }), ({ status }) => status)
        deepStrictEqual(
          [yield* statusAs(reader.key), yield* statusAs(other.key), yield* statusAs(maria.token)],
          [404, 202, 202]
        )
      })
  )

  it.scoped("answers 400 to a bad body: as REST does if it is not JSON, else by a JSON-RPC error", () =>
    Effect.gen(function* () {
      const { id } = yield* session
      const query = { sessionId: id }
      for (const text of ["{", "", "nothing"]) {
        const { body, status } = yield* answerTo({ query, text })
        deepStrictEqual([status, body], [400, { error: "the body is not valid JSON" }])
      }
      for (const message of [{}, [], [ping], { jsonrpc: "1.0", id: 1, method: "ping" }, "ping", null]) {
        const { body, status } = yield* answerTo({ query, body: message })
        deepStrictEqual([status, at(body, "error", "code"), at(body, "id")], [400, -32600, null])
      }
    })
  )

  it.scoped("demands a credential, and takes no token in the query", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      for (const query of [
        {},
        { apiKey: "rdc_nonsense" },
        { apiKey: Redacted.value(token) },
        { token: Redacted.value(token) }
      ]) {
        const { body, status } = yield* answerTo({ method: "GET", query })
        strictEqual(status, 401)
        deepStrictEqual(Object.keys(Object(body)), ["error"])
      }
    })
  )
})
