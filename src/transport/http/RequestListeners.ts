import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Deferred, Effect } from "effect"
import { ShutdownSignal } from "../../services/ShutdownSignal.ts"
import { RouterListener } from "./CommunityHttp.ts"
import { InFlight } from "./InFlight.ts"
import { UnsentBytes } from "./UnsentBytes.ts"

/** Answers a request and returns true, or leaves it untouched and returns false. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers the requests of the server until the scope ends. It must come before the server listens: Node never answers a request
 * that finds no listener. The first listener that takes a request answers it. Platform's router
 * answers all others, and those that come while the server stops or too much waits for clients.
 */
export const listen = Effect.fnUntraced(function* (server: Server, listeners: ReadonlyArray<RequestListener>) {
  const route = yield* RouterListener
  const inFlight = yield* InFlight
  const unsent = yield* UnsentBytes
  const shutdown = yield* ShutdownSignal
  let isStopping = false
  yield* Effect.forkScoped(
    Effect.map(Effect.interruptible(Deferred.await(shutdown)), () => {
      isStopping = true
    })
  )
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    inFlight.begin(request, response)
    unsent.watch(response)
    if (!server.listening) response.setHeader("connection", "close")
    const isTaken =
      !isStopping && server.listening && !unsent.isFull(request) && listeners.some((takes) => takes(request, response))
    if (!isTaken) route(request, response)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", dispatch)),
    () => Effect.sync(() => server.off("request", dispatch))
  )
})
