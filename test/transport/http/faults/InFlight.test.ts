import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Schedule } from "effect"
import { InFlight } from "../../../../src/transport/http/ResponseWatch.ts"

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** A server that answers nothing by itself, and what it was asked. */
const silent = Effect.gen(function* () {
  const inFlight = yield* InFlight
  const responses: Array<ServerResponse> = []
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createServer((request, response) => {
        inFlight.begin(request, response)
        responses.push(response)
      })
    ),
    (server) => Effect.sync(() => server.close())
  )
  yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const connection = Effect.acquireRelease(
    Effect.sync(() => connect(port, "127.0.0.1")),
    (socket) => Effect.sync(() => socket.destroy())
  )
  const until = (isSo: () => boolean) =>
    Effect.repeat(Effect.sync(isSo), { until: (so) => so, schedule: Schedule.spaced("5 millis") })
  return { connection, inFlight, responses, until }
})

describe("InFlight", () => {
  it.scopedLive("counts a request until it is answered, and knows the newest of a connection", () =>
    Effect.gen(function* () {
      const { connection, inFlight, responses, until } = yield* silent
      const socket = yield* connection
      socket.write(get("/a") + get("/b"))
      yield* until(() => responses.length === 2)
      strictEqual(inFlight.count(), 2)
      deepStrictEqual(
        responses.map(({ req }) => inFlight.isNewest(req)),
        [false, true]
      )
      for (const response of responses) response.end()
      yield* until(() => inFlight.count() === 0)
    }).pipe(Effect.provide(InFlight.layer))
  )

  it.scopedLive("forgets all requests of a connection that closes, pipelined ones too", () =>
    Effect.gen(function* () {
      const { connection, inFlight, responses, until } = yield* silent
      const [socket, other] = [yield* connection, yield* connection]
      other.write(get("/other"))
      socket.write(get("/a") + get("/b") + get("/c"))
      yield* until(() => responses.length === 4)
      socket.destroy()
      yield* until(() => inFlight.count() === 1)
      other.destroy()
      yield* until(() => inFlight.count() === 0)
      for (const response of responses) response.end()
      yield* Effect.promise(() => new Promise(setImmediate))
      strictEqual(inFlight.count(), 0)
    }).pipe(Effect.provide(InFlight.layer))
  )
})
