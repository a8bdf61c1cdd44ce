import { connect } from "node:net"
import { describe, it, layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Redacted, Schedule, Scope } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { ShutdownSignal } from "../../../../src/services/Operation.ts"
import { InFlight } from "../../../../src/transport/http/ResponseWatch.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { People } from "../../../support/People.ts"
import { ask, isFailure, port } from "../../../support/Raw.ts"
import { initialize } from "../../mcp/Requests.ts"

interface RawConnection {
  readonly write: (text: string) => Effect.Effect<void>
  /** Waits until the server has sent a text, and gives all that it has sent. `<closed>` is the end of the connection. */
  readonly received: (text: string) => Effect.Effect<string>
  readonly close: Effect.Effect<void>
}

/** A connection to the server, for bytes that no HTTP client would send. */
const rawConnection = Effect.flatMap(port, (port) =>
  Effect.acquireRelease(
    Effect.async<RawConnection, Error>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(connection)))
      let all = ""
      const listeners = new Set<() => void>()
      const append = (text: string) => {
        all += text
        for (const listener of listeners) listener()
      }
      socket.on("data", (chunk) => append(chunk.toString("latin1")))
      socket.on("close", () => append("<closed>"))
      socket.on("error", (error) => resume(Effect.fail(error)))
      const connection: RawConnection = {
        write: (text) => Effect.sync(() => void socket.write(text)),
        received: (text) =>
          Effect.async<string>((resume) => {
            const listener = () => {
              if (!all.includes(text)) return
              listeners.delete(listener)
              resume(Effect.succeed(all))
            }
            listeners.add(listener)
            listener()
          }),
        close: Effect.sync(() => void socket.destroy())
      }
    }),
    ({ close }) => close
  )
)

const login = '{"email":"nobody@example.org","password":"wrong horse"}'
const head =
  `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${login.length}\r\n` +
  "Expect: 100-continue\r\n\r\n"

const host = "Host: localhost\r\n"
const health = `GET /health HTTP/1.1\r\n${host}\r\n`

/** A server, and the effect that stops it. */
const stoppable = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const services = yield* Layer.buildWithScope(community(Memory.layer), scope)
  return { services, stop: Scope.close(scope, Exit.void) }
})

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "GracefulShutdown",
  (it) => {
    it.scoped("answers new requests on an open connection 503 with Retry-After, and ends streams", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const open = yield* rawConnection
        yield* open.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield* open.received('{"status":"ok"}')
        strictEqual((yield* ask("GET", "/api/posts")).status, 200)
        yield* Deferred.succeed(yield* ShutdownSignal, undefined)
        yield* open.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assertTrue((yield* open.received("stopping")).includes("HTTP/1.1 503"))
        for (const [method, path] of [
          ["GET", "/api/posts"],
          ["POST", "/api/posts"],
          ["GET", "/ready"],
          ["GET", "/api/nowhere"]
        ] as const) {
          const refused = yield* ask(method, path, { as: user.token })
          strictEqual(refused.status, 503, path)
          assertTrue(isFailure(refused).includes("stopping"))
          assertTrue(Number(refused.headers["retry-after"]) >= 1)
        }
      })
    )
  }
)

describe("A server that stops", () => {
  it.scopedLive(
    "finishes requests in flight, answers new ones on open connections 503, and refuses new connections",
    () =>
      Effect.gen(function* () {
        const { services, stop } = yield* stoppable
        const inFlight = yield* Effect.provide(rawConnection, services)
        yield* inFlight.write(head)
        yield* inFlight.received("100 Continue")
        const stopping = yield* Effect.fork(stop)
        yield* Deferred.await(Context.get(services, ShutdownSignal))
        strictEqual((yield* Effect.either(Effect.provide(rawConnection, services)))._tag, "Left")
        yield* inFlight.write(`${login}GET /api/posts HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        const responses = yield* inFlight.received("<closed>")
        deepStrictEqual(
          Array.from(responses.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status),
          ["100", "401", "503"]
        )
        yield* Fiber.join(stopping)
      })
  )

  it.scopedLive("stops at once though clients sent requests behind a stream", () =>
    Effect.gen(function* () {
      const { services, stop } = yield* stoppable
      const inFlight = Context.get(services, InFlight)
      const nothingInFlight = Effect.repeat(Effect.sync(inFlight.count), {
        until: (count) => count === 0,
        schedule: Schedule.spaced("5 millis")
      })
      yield* Effect.gen(function* () {
        const { token } = yield* join()
        const begun = yield* ask("POST", "/api/mcp", { as: token, body: JSON.stringify(initialize) })
        const session = `Mcp-Session-Id: ${begun.headers["mcp-session-id"]}\r\n`
        for (const [path, more] of [
          ["/api/notifications/stream", ""],
          ["/api/mcp", ""],
          ["/api/mcp", session]
        ] as const) {
          const streamRequest = `GET ${path} HTTP/1.1\r\n${host}Authorization: Bearer ${Redacted.value(token)}\r\n${more}\r\n`
          for (const behind of [health, health + health + health, "GET /hea"]) {
            const atOnce = yield* rawConnection
            if (behind.endsWith("\r\n")) {
              yield* atOnce.write(streamRequest + behind)
              assertTrue(!(yield* atOnce.received("<closed>")).includes('{"status":"ok"}'), path)
            }
            const later = yield* rawConnection
            yield* later.write(streamRequest)
            yield* later.received("text/event-stream")
            yield* later.write(behind)
            yield* later.received("<closed>")
          }
        }
        yield* nothingInFlight
      }).pipe(Effect.provide(services))
      yield* Effect.timeout(stop, "7 seconds")
    })
  )
})
