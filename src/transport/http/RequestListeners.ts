import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"
import { Context, Deferred, Effect, type Option } from "effect"
import { type BadRequest, type Forbidden, ServiceUnavailable } from "../../api/WireErrors.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { ShutdownSignal } from "../../services/Operation.ts"
import { endsWithStream } from "../wire/ResponseWriter.ts"
import { makeEndpointRunner } from "./EndpointRunner.ts"
import { type RoutedRequest, routed } from "./Endpoints.ts"
import { type Exchange, makeExchanges } from "./Exchanges.ts"
import { HostGuard } from "./HostGuard.ts"
import { InFlight, UnsentBytes } from "./ResponseWatch.ts"

interface PageRequest {
  readonly routed: RoutedRequest
  /** The credential of its cookie. */
  readonly secret: Option.Option<Secret>
  readonly respond: (exchange: Exchange) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>
}

/** The pages for people, which `transport/web/` provides. */
export class PageListener extends Context.Tag("transport/http/PageListener")<
  PageListener,
  {
    /** The page of a request; undefined for one that is not for a page. */
    readonly find: (request: IncomingMessage) => PageRequest | undefined
  }
>() {}

const stopping = new ServiceUnavailable({ message: "the server is stopping: send the request again" })
const tooMuchUnsent = new ServiceUnavailable({
  message: "too many answers wait to be read: read them, then send the request again"
})

/** Small answers by which the server is watched, also while too much waits for clients. */
const probes: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/**
 * Answers the requests of the server until the scope ends. It must come before the server listens: Node never answers a
 * request that finds no listener. The path decides, and `Accept` at `/` and at unknown paths: endpoints have their runner, and
 * pages have theirs, which also shows browsers the page of an unknown path.
 */
export const listen = Effect.fnUntraced(function* (server: Server) {
  const guard = yield* HostGuard
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

  /** Refuses requests of foreign hosts, and those that come while the server stops or too much waits for clients. */
  const refusalOf = (
    request: IncomingMessage,
    pathname: string
  ): BadRequest | Forbidden | ServiceUnavailable | undefined => {
    const foreign = guard.refusal(request)
    if (foreign !== undefined) return foreign
    if (isStopping || !server.listening) return stopping
    return unsent.isFull(request) && !probes.has(pathname) ? tooMuchUnsent : undefined
  }

  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    // Nothing can follow an event stream without an end.
    if (endsWithStream(request)) return void request.socket.destroy()
    inFlight.begin(request, response)
    unsent.watch(response)
    if (!server.listening) response.setHeader("connection", "close")
    const page = request.url?.startsWith("/api/") ? undefined : pages.find(request)
    const found = page?.routed ?? routed(request)
    const exchange = begin(request, response, found, page?.secret)
    const refused = refusalOf(request, found.pathname)
    answer(exchange, refused ?? (page === undefined ? respond(exchange) : page.respond(exchange)))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", dispatch)),
    () => Effect.sync(() => server.off("request", dispatch))
  )
})
