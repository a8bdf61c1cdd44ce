import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"
import { Context, Deferred, Effect, type Option } from "effect"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { ShutdownSignal } from "../../services/Operation.ts"
import { endsWithStream } from "../wire/ResponseWriter.ts"
import { RouterListener } from "./CommunityHttp.ts"
import { makeEndpointRunner } from "./EndpointRunner.ts"
import { type RoutedRequest, routed } from "./Endpoints.ts"
import { type Exchange, makeExchanges } from "./Exchanges.ts"
import { InFlight, UnsentBytes } from "./ResponseWatch.ts"

/** A request of a page. */
interface PageRequest {
  readonly routed: RoutedRequest
  /** The credential of its cookie. */
  readonly secret: Option.Option<Secret>
  readonly respond: (exchange: Exchange) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>
}

/** The pages for people, which `transport/web/` provides. */
export class PageListener extends Context.Tag("transport/http/RequestListeners/PageListener")<
  PageListener,
  {
    /** The page of a request; undefined for one that is not for a page. */
    readonly find: (request: IncomingMessage) => PageRequest | undefined
  }
>() {}

/**
 * Answers the requests of the server until the scope ends. It must come before the server listens: Node never answers a
 * request that finds no listener. The path decides: endpoints with admission have their runner, and pages have theirs.
 * Platform's router answers documents and unknown paths, and refuses requests of foreign hosts, and those that come while the
 * server stops or too much waits for clients.
 */
export const listen = Effect.fnUntraced(function* (server: Server) {
  const route = yield* RouterListener
  const pages = yield* PageListener
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
    if (isRefused) return route(request, response)
    const page = request.url?.startsWith("/api/") ? undefined : pages.find(request)
    const found = page?.routed ?? routed(request)
    const exchange = found === undefined ? undefined : begin(request, response, found, page?.secret)
    if (exchange === undefined) route(request, response)
    else answer(exchange, page === undefined ? respond(exchange) : page.respond(exchange))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", dispatch)),
    () => Effect.sync(() => server.off("request", dispatch))
  )
})
