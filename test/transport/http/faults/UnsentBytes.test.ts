import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Redacted, Schedule } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import * as NodeServer from "../../../../src/transport/http/NodeServer.ts"
import { UnsentBytes, UnsentLimits } from "../../../../src/transport/http/ResponseWatch.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { silentAt } from "../../../support/network/SilentClient.ts"
import { ask, isFailure, port } from "../../../support/Raw.ts"
import { beginSession } from "../../mcp/Requests.ts"

const megabyte = 1024 * 1024

const until = (isSo: () => boolean) =>
  Effect.asVoid(Effect.repeat(Effect.sync(isSo), { until: (so) => so, schedule: Schedule.spaced("5 millis") }))

const get = (path: string, address: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`

const post = (path: string, body: string, sent: { readonly as: Redacted.Redacted; readonly session: string }) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    "Accept: application/json, text/event-stream",
    `Authorization: Bearer ${Redacted.value(sent.as)}`,
    `Mcp-Session-Id: ${sent.session}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body
  ].join("\r\n")

const silentClient = (bytes: string) => Effect.flatMap(port, (port) => silentAt(port, bytes))

/** The connections that have closed. */
let closed = 0

const watchedServer = () =>
  NodeServer.make().on("connection", (socket) => {
    socket.once("close", () => {
      closed++
    })
  })

const limited = (limits: Partial<typeof UnsentLimits.Service>) =>
  community(Memory.layer, { TRUST_PROXY: "127.0.0.1" }, undefined, undefined, watchedServer).pipe(
    Layer.provide(
      Layer.succeed(UnsentLimits, {
        addressBytes: 1_000 * megabyte,
        allBytes: 1_000 * megabyte,
        stalledMillis: 600_000,
        ...limits
      })
    )
  )

layer(limited({}), { excludeTestServices: true })("UnsentBytes", (it) => {
  it.scoped("counts every kind of response that waits for its client, until the client reads it", () =>
    Effect.gen(function* () {
      const unsent = yield* UnsentBytes
      const { token } = yield* join()
      const session = yield* beginSession(token)
      const list = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" })
      for (const [request, times] of [
        [() => get("/api/diseases?limit=100", "192.0.2.1"), 400],
        [() => get("/docs", "192.0.2.1"), 10],
        [(id: number) => post("/api/mcp", list(id), { as: token, session }), 300]
      ] as const) {
        const client = yield* silentClient(Array.from({ length: times }, (_, index) => request(index + 10)).join(""))
        yield* until(() => unsent.count() > 0)
        client.resume()
        client.end()
        yield* until(() => unsent.count() === 0)
      }
    })
  )

  it.scoped("is the gauge http_unsent_bytes of the metrics", () =>
    Effect.gen(function* () {
      const unsent = yield* UnsentBytes
      yield* silentClient(get("/docs", "192.0.2.1").repeat(12))
      yield* until(() => unsent.count() > 0)
      const { text } = yield* ask("GET", "/metrics")
      assertTrue(/^http_unsent_bytes [1-9]\d*$/m.test(text))
    })
  )
})

layer(limited({ addressBytes: 16 * megabyte }), { excludeTestServices: true })(
  "A client for which too many bytes wait",
  (it) => {
    it.scoped("is answered 503 with Retry-After, and no other client is", () =>
      Effect.gen(function* () {
        const unsent = yield* UnsentBytes
        const stalled = yield* silentClient(get("/docs", "2001:db8:1:2::1").repeat(12))
        yield* until(() => unsent.count() > 16 * megabyte)
        const asked = (path: string, address: string) => ask("GET", path, { headers: { "x-forwarded-for": address } })
        for (const path of ["/api/posts", "/api//posts/", "/docs", "/api/mcp"]) {
          const refused = yield* asked(path, "2001:db8:1:2::99")
          strictEqual(refused.status, 503, path)
          isFailure(refused)
          assertTrue(Number(refused.headers["retry-after"]) >= 1)
        }
        strictEqual((yield* asked("/api/posts", "2001:db8:1:3::1")).status, 200)
        strictEqual((yield* asked("/api/posts", "192.0.2.1")).status, 200)
        stalled.destroy()
        yield* until(() => unsent.count() === 0)
        strictEqual((yield* asked("/api/posts", "2001:db8:1:2::99")).status, 200)
      })
    )
  }
)

layer(limited({ allBytes: 16 * megabyte }), { excludeTestServices: true })(
  "A server with too many unsent bytes",
  (it) => {
    it.scoped("answers 503 to every client, and what watches it", () =>
      Effect.gen(function* () {
        const unsent = yield* UnsentBytes
        yield* silentClient(get("/docs", "192.0.2.1").repeat(12))
        yield* until(() => unsent.count() > 16 * megabyte)
        strictEqual((yield* ask("GET", "/api/posts")).status, 503)
        for (const path of ["/health", "/ready", "/metrics"]) strictEqual((yield* ask("GET", path)).status, 200, path)
      })
    )
  }
)

layer(limited({ addressBytes: megabyte }), { excludeTestServices: true })("A burst of pipelined requests", (it) => {
  it.scoped("loses its connection when its responses pass twice the bound of its address", () =>
    Effect.gen(function* () {
      const unsent = yield* UnsentBytes
      const before = closed
      yield* silentClient(get("/docs", "192.0.2.1").repeat(12))
      yield* until(() => closed > before)
      strictEqual(unsent.count(), 0)
    })
  )
})
