import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Deferred, Effect } from "effect"
import { ShutdownSignal } from "../../services/ShutdownSignal.ts"
import { endsWithStream } from "../wire/ResponseWriter.ts"
import { RouterListener } from "./CommunityHttp.ts"
import { makeEndpointRunner } from "./EndpointRunner.ts"
import { routed } from "./Endpoints.ts"
import { makeExchanges } from "./Exchanges.ts"
import { InFlight, UnsentBytes } from "./ResponseWatch.ts"

/**
 * Answers the requests of the server until the scope ends. It must come before the server listens: Node never answers a
 * request that finds no listener. The path decides: endpoints with admission have their runner. Platform's router answers
 * documents and unknown paths, and refuses requests of foreign hosts, and those that come while the server stops or too much
 * waits for clients.
 */
export const listen = Effect.fnUntraced(function* (server: Server) {
  const route = yield* RouterListener
  const inFlight = yield* InFlight
  const unsent = yield* UnsentBytes
  const shutdown = yield* ShutdownSignal
  const { answer, begin } = yield* makeExchanges
  const respond = yield* makeEndpointRunner
  let isStopping = false
  yield* Effect.forkScoped(
    Effect.map(Effect.interruptible(Deferred.await(shutdown)), () => {
      isStopping = true
    })
  )
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    // Nothing can follow an event stream without an end.
    if (endsWithStream(request)) return void request.socket.destroy()
    inFlight.begin(request, response)
    unsent.watch(response)
    if (!server.listening) response.setHeader("connection", "close")
    const isRefused = isStopping || !server.listening || unsent.isFull(request)
    const found = isRefused ? undefined : routed(request)
    const exchange = found === undefined ? undefined : begin(request, response, found)
    if (exchange === undefined) route(request, response)
    else answer(exchange, respond(exchange))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", dispatch)),
    () => Effect.sync(() => server.off("request", dispatch))
  )
})
