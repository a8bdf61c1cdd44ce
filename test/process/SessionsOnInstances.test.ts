import { randomUUID } from "node:crypto"
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Queue, Redacted, Schedule } from "effect"
import { answer, publish } from "../support/Given.ts"
import { join } from "../support/Members.ts"
import { listening } from "../support/network/Listening.ts"
import { proxyTo } from "../support/network/Proxy.ts"
import { serverAt } from "../support/network/ServerAt.ts"
import { speak } from "../support/Raw.ts"
import { onServer } from "../support/Templates.ts"
import { toolRows } from "../support/ToolRows.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at } from "../support/Wire.ts"
import { type Connected, connect, generations, keyOf } from "../transport/mcp/Clients.ts"
import { answerTo, initialize, legacySession, ping, type Sent, stream } from "../transport/mcp/Requests.ts"
import { onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, logged, metricOf, start, type Variables } from "./Program.ts"

const server = serverUrl ?? ""

/** Two instances on one database. */
const two = (variables: Variables = {}) =>
  Effect.gen(function* () {
    const storage = yield* onServerOf(server)
    const all = { ...unlimited, ...variables, ...storage }
    const [one, other] = yield* Effect.all([start(all), start(all)], { concurrency: 2 })
    return { one, other, all, database: storage["DATABASE_URL"] ?? "" }
  })

const memberOf = (url: string) => Effect.provide(join(), clientOf(url))

/** A Streamable session that begins at an instance. */
const begunAt = (url: string, as: Redacted.Redacted) =>
  Effect.map(Effect.provide(answerTo({ as, body: initialize }), serverAt(url)), ({ headers }) =>
    String(headers.get("mcp-session-id"))
  )

const answerAt = (url: string, sent: Sent) => Effect.provide(answerTo(sent), serverAt(url))

const statusAt = (url: string, sent: Sent) => Effect.map(answerAt(url, sent), ({ status }) => status)

/** An instance that is nothing but an address in the database, and answers as `listener` does. Gives a session of it. */
const pretended = (database: string, listener: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.gen(function* () {
    const url = yield* listening(createServer(listener))
    const id = `pretended${new URL(url).port}`
    yield* onServer(database, `insert into instances values ('${id}', now(), '${url}', 'its secret')`)
    return `rds_session.${id}`
  })

type Instance = Effect.Effect.Success<ReturnType<typeof start>>

/** The requests that an instance has forwarded, by what came of them. */
const forwarded = (instance: Instance, outcome: "answered" | "unanswered" | "unreached") =>
  metricOf(instance, `mcp_forwarded_requests_total{outcome="${outcome}"}`)

/** The status of a ping from one of this machine's addresses. */
const pingFrom = (from: string, url: string, as: Redacted.Redacted, headers: Readonly<Record<string, string>>) =>
  Effect.async<number | undefined, Error>((resume) => {
    const authorization = `Bearer ${Redacted.value(as)}`
    const accept = "application/json, text/event-stream"
    const sent = ask(new URL("/api/mcp", url), {
      method: "POST",
      localAddress: from,
      headers: { accept, authorization, "content-type": "application/json", ...headers }
    })
    sent.once("response", (response) => resume(Effect.succeed(response.resume().statusCode)))
    sent.once("error", (error) => resume(Effect.fail(error)))
    sent.end(JSON.stringify(ping))
  })

const inbox = "community://notifications"

/** Ends the session of an agent as its generation does. */
const end = ({ client, transport }: Connected) =>
  Effect.promise(() => ("terminateSession" in transport ? transport.terminateSession() : client.close()))

describe.skipIf(serverUrl === undefined)("MCP sessions of three instances on one database (server)", () => {
  for (const generation of generations) {
    it.scopedLive(
      `over ${generation}, behind a proxy that takes turns: every tool is called, resources are followed, sessions end`,
      () =>
        Effect.gen(function* () {
          const { all, one, other } = yield* two()
          const instances = [one, other, yield* start(all)]
          const { counts, url } = yield* proxyTo(instances.map((instance) => instance.url))
          const [maria, bob] = [yield* memberOf(one.url), yield* memberOf(other.url)]
          const { id: foreignId } = yield* publish(bob)

          const authorization = `Bearer ${Redacted.value(maria.token)}`
          const agent = yield* Effect.provide(connect(generation, { authorization }), serverAt(url))
          const { tools } = yield* Effect.promise(() => agent.client.listTools())
          // Sessions have every tool but `delete_post`, which asks for a confirmation.
          expect(tools).toHaveLength(Object.keys(toolRows).length - 1)
          for (const { name } of tools) {
            const { id: postId } = yield* publish(maria)
            const args = toolRows[name]?.succeeds({ postId, foreignId, usedKey: "" }) ?? {}
            const { isError, text } = yield* agent.call(name, { ...args })
            expect([name, isError ? text : ""]).toEqual([name, ""])
          }
          expect(Math.min(...counts)).toBeGreaterThan(3)

          yield* Effect.promise(() => agent.client.subscribeResource({ uri: inbox }))
          const { id } = yield* publish(maria)
          for (const { url } of instances) {
            yield* Queue.takeAll(agent.updates)
            yield* answer(yield* memberOf(url), id)
            expect(yield* Effect.timeout(Queue.take(agent.updates), "5 seconds")).toBe(inbox)
          }
          yield* end(agent)
          for (const { stdout } of instances) expect(yield* stdout).not.toContain("rds_")
        }),
      120_000
    )
  }

  it.scopedLive(
    "answer every kind of request as the instance that holds the session does, and count it once",
    () =>
      Effect.gen(function* () {
        const { one, other } = yield* two({ RATE_LIMIT_MCP: "20" })
        const [maria, eve] = [yield* memberOf(one.url), yield* memberOf(other.url)]
        const session = yield* begunAt(one.url, maria.token)
        const tell = (sent: Sent) => answerAt(other.url, { session, as: maria.token, ...sent })
        const left = ({ headers }: { readonly headers: Headers }) => headers.get("ratelimit-remaining")

        const initialized = { jsonrpc: "2.0", method: "notifications/initialized" }
        const before = yield* tell({ body: initialized })
        expect([before.status, left(before)]).toEqual([202, "18"])
        const batch = yield* tell({ body: [ping, { ...ping, id: 3 }, { ...ping, id: 4 }] })
        expect([batch.status, left(batch)]).toEqual([200, "15"])
        const chunked = yield* tell({ text: `${" ".repeat(100_000)}${JSON.stringify(ping)}` })
        expect([chunked.status, left(chunked)]).toEqual([200, "14"])
        expect(yield* statusAt(other.url, { session, as: maria.token, text: " ".repeat(300_000) })).toBe(413)
        expect((yield* tell({ text: "no JSON" })).status).toBe(400)
        expect((yield* tell({ method: "HEAD" })).status).toBe(200)

        expect(yield* statusAt(other.url, { session, body: ping })).toBe(401)
        expect(yield* statusAt(other.url, { session, as: eve.token, body: ping })).toBe(404)
        expect(yield* statusAt(other.url, { session, as: eve.token, method: "DELETE" })).toBe(404)
        expect(yield* statusAt(other.url, { session: `${session}0`, as: maria.token, body: ping })).toBe(404)

        yield* Effect.scoped(
          Effect.gen(function* () {
            const opened = yield* stream({ session, as: maria.token })
            expect([opened.status, opened.headers.get("connection")]).toEqual([200, "close"])
            yield* opened.until("ping")
            expect((yield* tell({ method: "GET" })).status).toBe(409)
          })
        ).pipe(Effect.provide(serverAt(other.url)))
        // The end of the client's connection has reached the instance of the session.
        const reopened = Effect.scoped(Effect.map(stream({ session, as: maria.token }), ({ status }) => status))
        yield* Effect.repeat(Effect.provide(reopened, serverAt(other.url)), {
          until: (status) => status === 200,
          schedule: Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(100))
        })
        expect((yield* tell({ method: "DELETE" })).status).toBe(200)
        expect((yield* tell({ body: ping })).status).toBe(404)
        expect(yield* statusAt(one.url, { session, as: maria.token, body: ping })).toBe(404)
      }),
    60_000
  )

  it.scopedLive(
    "take a message over HTTP+SSE at any instance without a credential, and tell of their end as of an unknown session",
    () =>
      Effect.gen(function* () {
        const { one, other } = yield* two()
        const [maria, eve] = [yield* memberOf(one.url), yield* memberOf(other.url)]
        const { key } = yield* keyOf(maria)
        const opened = yield* Effect.provide(legacySession(key), serverAt(one.url))
        const query = { sessionId: opened.id }
        expect(yield* statusAt(other.url, { query, body: initialize })).toBe(202)
        yield* opened.until('"serverInfo"')
        expect(yield* statusAt(other.url, { query, as: eve.token, body: ping })).toBe(404)
        expect(yield* statusAt(other.url, { query, body: [ping] })).toBe(400)

        const session = yield* begunAt(one.url, maria.token)
        yield* one.kill("SIGKILL")
        yield* opened.ended
        yield* one.gone
        expect(yield* statusAt(other.url, { query, body: ping })).toBe(404)
        expect(yield* statusAt(other.url, { session, as: maria.token, body: ping })).toBe(404)
        const next = yield* begunAt(other.url, maria.token)
        expect(yield* statusAt(other.url, { session: next, as: maria.token, body: ping })).toBe(200)
      }),
    60_000
  )

  it.scopedLive(
    "see the client's address in forwarded requests, which nobody else can claim",
    () =>
      Effect.gen(function* () {
        const { one, other } = yield* two({ TRUST_PROXY: "127.0.0.9" })
        const maria = yield* memberOf(one.url)
        const session = yield* begunAt(one.url, maria.token)
        /** The status of a message from an address, and the address in the log of the instance that answers it. */
        const seen = (
          from: string,
          to: Instance,
          answering: Instance,
          headers: Readonly<Record<string, string>> = {}
        ) =>
          Effect.gen(function* () {
            const agent = randomUUID()
            const all = { ...headers, "user-agent": agent, "mcp-session-id": session }
            const status = yield* pingFrom(from, to.url, maria.token, all)
            const line = Effect.map(answering.stdout, (text) =>
              logged(text.slice(0, text.lastIndexOf("\n"))).find((entry) => at(entry, "annotations", "agent") === agent)
            )
            yield* Effect.repeat(line, {
              until: (entry) => entry !== undefined,
              schedule: Schedule.spaced("10 millis")
            })
            return [status, at(yield* line, "annotations", "address")]
          })
        const claimed = { "x-forwarded-for": "198.51.100.7" }
        expect(yield* seen("127.0.0.5", other, one)).toEqual([200, "127.0.0.5"])
        expect(yield* seen("127.0.0.5", other, one, claimed)).toEqual([200, "127.0.0.5"])
        expect(yield* seen("127.0.0.9", other, one, claimed)).toEqual([200, "198.51.100.7"])
        // A request that says to be forwarded is not forwarded, and gains nothing by it.
        const forged = { ...claimed, "community-forwarding-secret": "a guess" }
        expect(yield* seen("127.0.0.5", one, one, forged)).toEqual([200, "127.0.0.5"])
        expect(yield* seen("127.0.0.5", other, other, forged)).toEqual([404, "127.0.0.5"])
      }),
    60_000
  )

  it.scopedLive(
    "reach each other on every address of the machine, and at INSTANCE_URL",
    () =>
      Effect.gen(function* () {
        for (const host of [{ HOST: "0.0.0.0" }, { INSTANCE_URL: "http://127.0.0.1:1" }]) {
          const { one, other } = yield* two(host)
          const maria = yield* memberOf(one.url)
          const session = yield* begunAt(one.url, maria.token)
          // Nobody listens at that INSTANCE_URL.
          const status = yield* statusAt(other.url, { session, as: maria.token, body: ping })
          expect(status).toBe("HOST" in host ? 200 : 404)
          expect(yield* forwarded(other, "HOST" in host ? "answered" : "unreached")).toBe(1)
        }
      }),
    60_000
  )

  it.scopedLive(
    "answer 503 to a message that an instance may have taken, pass redirects on, and forward no body without a frame",
    () =>
      Effect.gen(function* () {
        const { database, other } = yield* two()
        const maria = yield* memberOf(other.url)
        const dying = yield* pretended(
          database,
          (request) => void request.resume().once("end", () => request.socket.destroy())
        )
        const message = yield* answerAt(other.url, { session: dying, as: maria.token, body: ping })
        expect([message.status, message.headers.get("retry-after")]).toEqual([503, "2"])
        expect(yield* forwarded(other, "unanswered")).toBe(1)

        const received: Array<IncomingMessage> = []
        const moved = yield* pretended(database, (request, response) => {
          received.push(request)
          const isFirst = received.length === 1
          request.resume().once("end", () => response.writeHead(isFirst ? 307 : 200, { location: "/elsewhere" }).end())
        })
        const headers = ["Host: localhost", `Authorization: Bearer ${Redacted.value(maria.token)}`]
        const smuggled = "POST /smuggled HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
        const bytes = [
          `DELETE /api/mcp HTTP/1.1`,
          ...headers,
          `Mcp-Session-Id: ${moved}`,
          "Connection: close, X-Forwarded-For, Community-Forwarding-Secret",
          "Transfer-Encoding: chunked",
          "",
          smuggled.length.toString(16),
          `${smuggled}`,
          "0",
          "",
          ""
        ].join("\r\n")
        const { headers: answered, status } = yield* Effect.provide(speak(bytes), serverAt(other.url))
        expect([status, answered["location"]]).toEqual([307, "/elsewhere"])
        expect(yield* statusAt(other.url, { session: moved, as: maria.token, method: "DELETE" })).toBe(200)
        expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(["DELETE /api/mcp", "DELETE /api/mcp"])
        expect(received.map(({ headers }) => headers["community-forwarding-secret"])).toEqual([
          "its secret",
          "its secret"
        ])
        expect(received[0]?.headers["x-forwarded-for"]).toBe("127.0.0.1")
      }),
    60_000
  )
})
