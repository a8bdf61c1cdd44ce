import { connect } from "node:net"
import { describe, it, layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Redacted, Schedule, Scope } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { ShutdownSignal } from "../../../../src/services/ShutdownSignal.ts"
import { InFlight } from "../../../../src/transport/http/InFlight.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { People } from "../../../support/People.ts"
import { ask, isFailure, port } from "../../../support/Raw.ts"
import { initialize } from "../../mcp/Requests.ts"

/** A connection on which one says and hears what one likes. */
const conversation = Effect.flatMap(port, (port) =>
  Effect.acquireRelease(
    Effect.async<Conversation, Error>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(talk)))
      let heard = ""
      const listeners = new Set<() => void>()
      const tell = () => {
        for (const listener of listeners) listener()
      }
      socket.on("data", (chunk) => {
        heard += chunk.toString("latin1")
        tell()
      })
      socket.on("close", () => {
        heard += "<closed>"
        tell()
      })
      socket.on("error", (error) => resume(Effect.fail(error)))
      const talk: Conversation = {
        say: (text) => Effect.sync(() => void socket.write(text)),
        hear: (text) =>
          Effect.async<string>((resume) => {
            const listener = () => {
              if (!heard.includes(text)) return
              listeners.delete(listener)
              resume(Effect.succeed(heard))
            }
            listeners.add(listener)
            listener()
          }),
        hangUp: Effect.sync(() => void socket.destroy())
      }
    }),
    ({ hangUp }) => hangUp
  )
)

interface Conversation {
  readonly say: (text: string) => Effect.Effect<void>
  /** All that was heard, once this was among it. */
  readonly hear: (text: string) => Effect.Effect<string>
  readonly hangUp: Effect.Effect<void>
}

const login = '{"email":"nobody@example.org","password":"wrong horse"}'
const head =
  `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${login.length}\r\n` +
  "Expect: 100-continue\r\n\r\n"

const host = "Host: localhost\r\n"
const health = `GET /health HTTP/1.1\r\n${host}\r\n`

/** A server that is stopped by closing the scope that comes with it. */
const stoppable = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const services = yield* Layer.buildWithScope(community(Memory.layer), scope)
  return { services, stop: Scope.close(scope, Exit.void) }
})

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "When the server is closing",
  (it) => {
    it.scoped("new requests on an open connection are 503 with the seconds to wait, and streams end", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const open = yield* conversation
        yield* open.say("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield* open.hear('{"status":"ok"}')
        strictEqual((yield* ask("GET", "/api/posts")).status, 200)
        yield* Deferred.succeed(yield* ShutdownSignal, undefined)
        yield* open.say("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assertTrue((yield* open.hear("stopping")).includes("HTTP/1.1 503"))
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

describe("A server that is told to stop", () => {
  it.scopedLive("finishes what is in flight, answers what still comes 503, accepts nobody new, and is gone then", () =>
    Effect.gen(function* () {
      const { services, stop } = yield* stoppable
      const inFlight = yield* Effect.provide(conversation, services)
      yield* inFlight.say(head)
      yield* inFlight.hear("100 Continue")
      const stopping = yield* Effect.fork(stop)
      yield* Deferred.await(Context.get(services, ShutdownSignal))
      strictEqual((yield* Effect.either(Effect.provide(conversation, services)))._tag, "Left")
      yield* inFlight.say(`${login}GET /api/posts HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const heard = yield* inFlight.hear("<closed>")
      deepStrictEqual(
        Array.from(heard.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status),
        ["100", "401", "503"]
      )
      yield* Fiber.join(stopping)
    })
  )

  it.scopedLive("ends at once though clients sent requests behind a stream", () =>
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
          const asked = `GET ${path} HTTP/1.1\r\n${host}Authorization: Bearer ${Redacted.value(token)}\r\n${more}\r\n`
          for (const behind of [health, health + health + health, "GET /hea"]) {
            const atOnce = yield* conversation
            if (behind.endsWith("\r\n")) {
              yield* atOnce.say(asked + behind)
              assertTrue(!(yield* atOnce.hear("<closed>")).includes('{"status":"ok"}'), path)
            }
            const later = yield* conversation
            yield* later.say(asked)
            yield* later.hear("text/event-stream")
            yield* later.say(behind)
            yield* later.hear("<closed>")
          }
        }
        yield* nothingInFlight
      }).pipe(Effect.provide(services))
      yield* Effect.timeout(stop, "4 seconds")
    })
  )
})
