import type { Server } from "node:http"
import { Server as Listener } from "node:net"
import type { Duration } from "effect"
import { Deferred, Effect, Layer, Schedule } from "effect"
import { Closing } from "../services/Closing.ts"
import { InFlight } from "./InFlight.ts"

/**
 * Closes the server as a client would wish: it accepts nobody new, answers 503 to what still comes on open connections,
 * ends the streams, lets the requests in flight finish for at most `grace`, then hangs up.
 * (Node's own `close` hangs up on connections between two requests, and waits a minute for a browser's spare one.)
 * To be provided with the layer that serves, so that it is released before it.
 */
export const layer = (server: Server, grace: Duration.DurationInput) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const closing = yield* Closing
      const inFlight = yield* InFlight
      server.prependListener("request", (request, response) => {
        inFlight.begin(request, response)
        if (!server.listening) response.setHeader("connection", "close")
      })
      const idle = Effect.repeat(Effect.sync(inFlight.count), {
        until: (requests) => requests === 0,
        schedule: Schedule.spaced("10 millis")
      })
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => Listener.prototype.close.call(server)).pipe(
          Effect.zipRight(Deferred.succeed(closing, undefined)),
          Effect.zipRight(Effect.timeoutOption(Effect.interruptible(idle), grace)),
          Effect.zipRight(Effect.sync(() => server.closeAllConnections()))
        )
      )
    })
  )
