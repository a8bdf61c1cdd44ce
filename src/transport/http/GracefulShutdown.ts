import type { Server } from "node:http"
import { Server as Listener } from "node:net"
import { Deferred, type Duration, Effect, Layer, Schedule } from "effect"
import { ShutdownSignal } from "../../services/Operation.ts"
import { InFlight } from "./ResponseWatch.ts"

/**
 * Closes the server gracefully: it accepts no new connections, answers 503 to requests on open ones, ends the streams,
 * lets the requests in flight finish for at most `grace`, then closes all connections. (Node's own `close` hangs up on
 * connections between two requests, and waits a minute for a browser's spare one.) It must be released before the
 * layer that serves.
 */
export const layer = (server: Server, grace: Duration.DurationInput) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const shutdown = yield* ShutdownSignal
      const inFlight = yield* InFlight
      const idle = Effect.repeat(Effect.sync(inFlight.count), {
        until: (requests) => requests === 0,
        schedule: Schedule.spaced("10 millis")
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
