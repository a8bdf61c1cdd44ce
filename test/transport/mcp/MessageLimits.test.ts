import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { Sessions } from "../../../src/transport/mcp/Sessions.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { countingStores } from "../../support/redis/CountingStores.ts"
import { keyOf, sessionsBecome } from "./Clients.ts"
import { answerTo, beginSession, initialize, legacySession, ping, request } from "./Requests.ts"

const initialized = { jsonrpc: "2.0", method: "notifications/initialized" }
const response = { jsonrpc: "2.0", id: 99, result: {} }
const pings = (count: number) => Array.makeBy(count, (id) => ({ ...ping, id }))

const leftOf = ({ headers }: { readonly headers: Headers }) => headers.get("ratelimit-remaining")

const limit = 6
for (const { counted, name } of countingStores) {
  const withLimit = (RATE_LIMIT_MCP: string) => community(Memory.layer, { RATE_LIMIT_MCP }, undefined, counted())

  layer(withLimit(String(limit)), { excludeTestServices: true })(`RATE_LIMIT_MCP (${name})`, (it) => {
    it.scoped("admits exactly the allowed number of messages of a member, with initialize, then answers 429", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const session = yield* beginSession(maria.token)
        const send = (body: unknown) => answerTo({ as: maria.token, session, body })
        const answers = yield* Effect.forEach([initialized, response, ping, ping, ping], send)
        deepStrictEqual(
          answers.map(({ status }) => status),
          [202, 202, 200, 200, 200]
        )
        deepStrictEqual(answers.map(leftOf), ["4", "3", "2", "1", "0"])
        const { body, headers, status } = yield* send(ping)
        strictEqual(status, 429)
        deepStrictEqual(Object.keys(Object(body)), ["error"])
        deepStrictEqual([headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")], [String(limit), "0"])
        const [wait, reset] = [Number(headers.get("retry-after")), Number(headers.get("ratelimit-reset"))]
        assertTrue(wait >= 1 && wait <= 60 && wait === reset, `${wait} ${reset}`)
        strictEqual((yield* answerTo({ as: bob.token, body: initialize })).status, 200)
      })
    )

    it.scoped("counts the messages of a batch, and refuses the whole batch if one is too many", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const session = yield* beginSession(token)
        const send = (body: unknown) => answerTo({ as: token, session, body })
        strictEqual(leftOf(yield* send([...pings(2), initialized])), "2")
        const refused = yield* send(pings(3))
        deepStrictEqual([refused.status, leftOf(refused)], [429, "2"])
        const fitting = yield* send(pings(2))
        deepStrictEqual([fitting.status, leftOf(fitting)], [200, "0"])
        strictEqual((yield* send(ping)).status, 429)
      })
    )

    it.scoped("counts a body that is not valid, and one for an unknown session, as one message", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const statuses = yield* Effect.forEach(
          [
            { text: "{" },
            { body: {} },
            { body: pings(21) },
            { body: ping },
            { body: ping, session: "unknown" },
            { body: ping, query: { sessionId: "unknown" } },
            { text: "{" }
          ],
          (sent) => Effect.map(answerTo({ as: token, ...sent }), ({ status }) => status)
        )
        deepStrictEqual(statuses, [400, 400, 400, 400, 404, 404, 429])
      })
    )

    it.scoped("counts messages over HTTP+SSE without a credential for the member of the session", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { key } = yield* keyOf(maria)
        const { id } = yield* legacySession(key)
        const send = (body: unknown) => answerTo({ query: { sessionId: id }, body })
        const answers = yield* Effect.forEach([initialize, initialized, response, ping, ping, ping], send)
        deepStrictEqual(
          answers.map((answer) => [answer.status, leftOf(answer)]),
          ["5", "4", "3", "2", "1", "0"].map((left) => [202, left])
        )
        strictEqual((yield* send(ping)).status, 429)
        strictEqual((yield* answerTo({ as: maria.token, body: initialize })).status, 429)
      })
    )

    it.scoped("counts an initialize, and begins no session for a refused one", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const sessions = yield* Sessions
        const before = yield* sessions.count
        const open = (as: Redacted.Redacted) => Effect.map(answerTo({ as, body: initialize }), ({ status }) => status)
        const statuses = yield* Effect.replicateEffect(open(token), limit + 20)
        deepStrictEqual(statuses, [...Array.replicate(200, limit), ...Array.replicate(429, 20)])
        yield* sessionsBecome(before + limit)
      })
    )
  })

  layer(withLimit("0"), { excludeTestServices: true })(`RATE_LIMIT_MCP of 0 (${name})`, (it) => {
    it.scoped("admits any number of messages, at most twenty in a batch, and answers each", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const session = yield* beginSession(token)
        for (let batch = 0; batch < 15; batch++) {
          const answer = yield* request({ as: token, session, body: pings(20) })
          const text = yield* Effect.promise(() => answer.text())
          deepStrictEqual([answer.status, answer.headers.get("ratelimit-limit")], [200, null])
          strictEqual(text.match(/"result":\{\}/g)?.length, 20)
        }
        strictEqual((yield* answerTo({ as: token, session, body: pings(21) })).status, 400)
        strictEqual((yield* answerTo({ as: token, session, body: [] })).status, 400)
      })
    )
  })
}
