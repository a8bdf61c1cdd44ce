import { connect } from "node:net"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Exit, Layer, Random, Redacted, Schedule, Scope } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { Sessions } from "../../../src/transport/mcp/Sessions.ts"
import { community } from "../../support/Community.ts"
import { publish } from "../../support/Given.ts"
import { listenersCounted } from "../../support/Listeners.ts"
import { join, send } from "../../support/Members.ts"
import { port } from "../../support/Raw.ts"
import { at } from "../../support/Wire.ts"
import { connectAs, generations, keyOf, sessionsBecome } from "./Clients.ts"
import { answerTo, beginSession, initialize, legacySession, ping, stream } from "./Requests.ts"

const { counted, listeners } = listenersCounted()

const held = Effect.map(ConnectionQuota, (open) => open.count("sessions"))

layer(community(Memory.layer, {}, undefined, counted), { excludeTestServices: true })("An MCP session", (it) => {
  it.scoped("ends when its key is revoked: the streams of both transports close, and the next message is refused", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id, key } = yield* keyOf(maria)
      const legacy = yield* legacySession(key)
      const session = yield* beginSession(key)
      const open = yield* stream({ as: key, session })
      const other = yield* beginSession(maria.token)
      yield* send("DELETE", "/api/auth/apikeys", { as: maria.token, body: { id } })
      yield* Effect.all([legacy.ended, open.ended])
      strictEqual((yield* answerTo({ query: { sessionId: legacy.id }, body: ping })).status, 404)
      strictEqual((yield* answerTo({ as: key, session, body: ping })).status, 401)
      strictEqual((yield* answerTo({ as: maria.token, session, body: ping })).status, 404)
      strictEqual((yield* answerTo({ as: maria.token, session: other, body: ping })).status, 200)
    })
  )

  it.scoped("ends when its token is logged out", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { key } = yield* keyOf(maria)
      const session = yield* beginSession(maria.token)
      const open = yield* stream({ as: maria.token, session })
      yield* send("POST", "/api/auth/logout", { as: maria.token })
      yield* open.ended
      strictEqual((yield* answerTo({ as: key, session, body: ping })).status, 404)
    })
  )

  it.scoped("does not outlive a key that is revoked while it begins", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const race = Effect.gen(function* () {
        const { id, key } = yield* keyOf(maria)
        const revoke = send("DELETE", "/api/auth/apikeys", { as: maria.token, body: { id } })
        const [opened] = yield* Effect.all([stream({ query: { apiKey: Redacted.value(key) } }), revoke], {
          concurrency: 2
        })
        if (opened.status === 200) yield* opened.ended
        else strictEqual(opened.status, 401)
      })
      yield* Effect.all(Array.replicate(race, 30), { concurrency: 10, discard: true })
    })
  )

  it.scoped("ends when its client does not read", () =>
    Effect.gen(function* () {
      const { key } = yield* keyOf(yield* join())
      const address = yield* port
      const socket = yield* Effect.acquireRelease(
        Effect.sync(() => connect(address, "127.0.0.1")),
        (socket) => Effect.sync(() => socket.destroy())
      )
      socket.write(`GET /api/mcp?apiKey=${Redacted.value(key)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const first = yield* Effect.async<string>((resume) => {
        socket.on("data", (chunk) => {
          if (!/sessionId=\w+\n/.test(String(chunk))) return
          socket.pause()
          resume(Effect.succeed(String(chunk)))
        })
      })
      const sessionId = /sessionId=(\w+)/.exec(first)?.[1] ?? ""
      const list = { query: { sessionId }, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }
      const refused = yield* Effect.repeat(answerTo(list), {
        until: ({ status }) => status !== 202,
        times: 2_000
      })
      strictEqual(refused.status, 404)
    })
  )
})

layer(community(Memory.layer, {}, undefined, counted), { excludeTestServices: true })(
  "50 MCP connects that are interrupted at any moment",
  (it) => {
    it.scoped("leave nothing behind", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const post = yield* publish(maria)
        const { key } = yield* keyOf(maria)
        const sessions = yield* Sessions
        const left = Effect.map(Effect.all([sessions.count, held]), (counts) => [...counts, listeners()])
        const before = yield* left
        const visit = Effect.gen(function* () {
          const generation = (yield* Random.nextBoolean) ? generations[0] : generations[1]
          const agent = yield* connectAs(generation, maria)
          yield* Effect.promise(() => agent.client.subscribeResource({ uri: `community://posts/${post.id}` }))
          if (generation === "streamable")
            yield* answerTo({ as: key, session: String(at(agent.transport, "sessionId")), method: "DELETE" })
        }).pipe(Effect.scoped)
        const cutOff = Effect.gen(function* () {
          const after = `${yield* Random.nextIntBetween(0, 30)} millis` as const
          yield* Effect.timeoutOption(Effect.scoped(legacySession(key)), after)
        })
        yield* Effect.all([...Array.replicate(visit, 10), ...Array.replicate(cutOff, 40)], {
          concurrency: 10,
          discard: true
        })
        yield* sessionsBecome(Number(before[0]))
        // The server notices a moment later that a client has hung up.
        yield* Effect.repeat(left, {
          until: (counts) => counts.join() === before.join(),
          schedule: Schedule.intersect(Schedule.spaced("10 millis"), Schedule.recurs(500))
        })
        deepStrictEqual(yield* left, before)
      })
    )
  }
)

layer(community(Memory.layer, { STREAMS_PER_USER: "2" }), { excludeTestServices: true })("Sessions.begin", (it) => {
  it.scoped("begins as many sessions of a member as STREAMS_PER_USER allows, then answers 429 until one ends", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { key } = yield* keyOf(maria)
      const first = yield* beginSession(maria.token)
      yield* legacySession(key)
      for (const sent of [
        { as: key, body: initialize },
        { method: "GET", query: { apiKey: Redacted.value(key) } }
      ]) {
        const { body, headers, status } = yield* answerTo(sent)
        strictEqual(status, 429)
        assertTrue(Number(headers.get("retry-after")) >= 1)
        deepStrictEqual(Object.keys(Object(body)), ["error"])
      }
      strictEqual((yield* answerTo({ as: bob.token, body: initialize })).status, 200)
      yield* answerTo({ as: maria.token, session: first, method: "DELETE" })
      strictEqual((yield* answerTo({ as: key, body: initialize })).status, 200)
    })
  )
})

layer(Layer.empty, { excludeTestServices: true })("Sessions of a server that stops", (it) => {
  it.scoped("end, and it waits for none of their clients", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const running = yield* Layer.buildWithScope(community(Memory.layer), scope)
      const open = yield* Effect.provide(
        Effect.gen(function* () {
          const maria = yield* join()
          const { key } = yield* keyOf(maria)
          const session = yield* beginSession(key)
          return [yield* stream({ as: key, session }), yield* legacySession(key)]
        }),
        running
      )
      yield* Effect.timeout(Scope.close(scope, Exit.void), "7 seconds")
      for (const { ended } of open) yield* ended
    })
  )
})
