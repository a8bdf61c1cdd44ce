import type { Server } from "node:http"
import { Server as Listener } from "node:net"
import { Deferred, type Duration, Effect, Layer, Schedule } from "effect"
import { ShutdownSignal } from "../../services/Operation.ts"
import { refuseConnection } from "../wire/ResponseWriter.ts"
import { countRequest } from "./RequestRecords.ts"
import { InFlight, makeServer } from "./ResponseWatch.ts"

/** `HostGuard` refuses a request without a Host: Node would answer without a body. */
const options = {
  /** The longest time for the head of a request, against slow senders. */
  headersTimeout: 15_000,
  /** The longest time for a whole request, against slow senders. */
  requestTimeout: 30_000,
  /** The idle time after which a connection is closed, longer than that of proxies. */
  keepAliveTimeout: 65_000,
  requireHostHeader: false
}

const refusals: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive"]
}

/** Makes Node's server. It answers bytes that are not HTTP in the form of every other failure. */
export const make = (): Server => {
  const server = makeServer(options)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const [status, message] = refusals[error.code ?? ""] ?? [400, "this is not an HTTP request"]
    countRequest(undefined, "other", status, 0)
    // A response that waits would wait no longer than this one.
    if (socket.writable && socket.writableLength === 0) refuseConnection(socket, status, message)
    else socket.destroy()
  })
  server.on("connect", (_, socket) => refuseConnection(socket, 400, "this server is not a proxy"))
  // Node would answer 417 to an unknown expectation, which a server may ignore (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  return server
}

/** The interval at which a stopping server checks if all requests in flight have their responses. */
const idleCheckEvery = Schedule.spaced("10 millis")

/**
 * Closes the server gracefully: it accepts no new connections, answers 503 to requests on open ones, ends the streams,
 * lets the requests in flight finish for at most `grace`, then closes all connections. (Node's own `close` hangs up on
 * connections between two requests, and waits a minute for a browser's spare one.) It must be released before the
 * layer that serves.
 */
export const gracefulShutdown = (server: Server, grace: Duration.DurationInput) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const shutdown = yield* ShutdownSignal
      const inFlight = yield* InFlight
      const idle = Effect.repeat(Effect.sync(inFlight.count), {
        until: (requests) => requests === 0,
        schedule: idleCheckEvery
      })
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => Listener.prototype.close.call(server)).pipe(
          Effect.zipRight(Deferred.succeed(shutdown, undefined)),
          Effect.zipRight(Effect.timeoutOption(Effect.interruptible(idle), grace)),
          Effect.zipRight(Effect.sync(() => server.closeAllConnections()))
        )
      )
    })
  )
