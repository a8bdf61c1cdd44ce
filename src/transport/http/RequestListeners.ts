import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"
import { Context, Deferred, Effect, type Option } from "effect"
import { type BadRequest, type Forbidden, ServiceUnavailable } from "../../api/WireErrors.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { ShutdownSignal } from "../../services/Operation.ts"
import { endsWithStream } from "../wire/ResponseWriter.ts"
import { makeEndpointRunner } from "./EndpointRunner.ts"
import { type Exchange, makeExchanges } from "./Exchanges.ts"
import { HostGuard } from "./HostGuard.ts"
import { InFlight, UnsentBytes } from "./ResponseWatch.ts"
import { makeRouter, type Routes } from "./Router.ts"

/** Answers the requests of an endpoint, or of a page. */
export interface Responder {
  readonly respond: (exchange: Exchange) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>
  /** The credential of a page's cookie. */
  readonly secretOf?: (request: IncomingMessage) => Option.Option<Secret>
}

/** The pages for people, which `transport/web/` provides. */
export class Pages extends Context.Tag("transport/http/Pages")<Pages, Routes<Responder>>() {}

const stopping = new ServiceUnavailable({ message: "the server is stopping: send the request again" })
const tooMuchUnsent = new ServiceUnavailable({
  message: "too many answers wait to be read: read them, then send the request again"
})

/** Small answers by which the server is watched, also while too much waits for clients. */
const probes: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/**
 * Answers the requests of the server until the scope ends. It must come before the server listens: Node never answers a
 * request that finds no listener. The router finds what answers: endpoints have their runner, and pages have theirs,
 * which also shows browsers the page of an unknown path.
 */
export const listen = Effect.fnUntraced(function* (server: Server) {
  const guard = yield* HostGuard
  const inFlight = yield* InFlight
  const unsent = yield* UnsentBytes
  const shutdown = yield* ShutdownSignal
  const { answer, begin } = yield* makeExchanges
  const route = makeRouter<Responder>(yield* makeEndpointRunner, yield* Pages)
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
    const { answer: responder, routed } = route(request)
    const exchange = begin(request, response, routed, responder.secretOf?.(request))
    answer(exchange, refusalOf(request, routed.pathname) ?? responder.respond(exchange))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", dispatch)),
    () => Effect.sync(() => server.off("request", dispatch))
  )
})
