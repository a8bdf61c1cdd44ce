import { HttpApiBuilder, HttpApp, HttpServerRequest } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Clock, Deferred, Effect, identity, Option } from "effect"
import { type BadRequest, type Forbidden, ServiceUnavailable } from "../../api/WireErrors.ts"
import { ShutdownSignal } from "../../services/Operation.ts"
import { newRequestState, RequestContext, type RequestState } from "../wire/RequestContext.ts"
import { parseTarget, pathnameOf, unknownParameters } from "../wire/RequestTarget.ts"
import { endpointAt } from "./Endpoints.ts"
import { answerFailure } from "./Errors.ts"
import { HostGuard } from "./HostGuard.ts"
import { bodyBytesOf, RequestRecords } from "./RequestRecords.ts"
import { type RequestInfo, ResponseFinalizer } from "./ResponseFinalizer.ts"
import { UnsentBytes } from "./ResponseWatch.ts"

/**
 * The request for the router and the log: without the host of an absolute form, and with each `;` of the path escaped,
 * since the router would take it for the beginning of the query.
 */
const routable = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const { url } = request
  if (url.startsWith("/") && !url.includes(";")) return request
  const { target } = parseTarget(url)
  const pathname = pathnameOf(target)
  return request.modify({ url: (pathname.replaceAll(";", "%3B") || "/") + target.slice(pathname.length) })
}

/** Small answers by which the server is watched, also while too much waits for clients. */
const probes: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/** The path up to a `;`, behind which a client may have sent a credential. */
const loggedPath = (url: string) => pathnameOf(url).split("%3B", 1)[0] ?? ""

/** Notes the endpoint, and the parameters that it does not have. */
const noteEndpoint = (state: RequestState, method: string, url: string) => {
  const endpoint = endpointAt(method, pathnameOf(url))?.endpoint
  const start = url.indexOf("?")
  state.route = endpoint?.path
  if (endpoint === undefined || start === -1) return
  const unknown = unknownParameters(endpoint.parameters, new URLSearchParams(url.slice(start)).keys())
  if (unknown !== undefined) state.headers["x-unknown-parameters"] = unknown
}

/**
 * The edge of platform's pipeline. From the outside in, it gives each request its state, and each response its headers
 * and its line in the log; it answers failures, checks Host and Origin, refuses requests while the server stops or
 * too much waits for clients (503), and answers preflights.
 */
export const layer = HttpApiBuilder.middleware(
  Effect.gen(function* () {
    const shutdown = yield* ShutdownSignal
    const finalizer = yield* ResponseFinalizer
    const guard = yield* HostGuard
    const records = yield* RequestRecords
    const unsent = yield* UnsentBytes

    const checkHost = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void, BadRequest | Forbidden> =>
      guard.refusal(NodeHttpServerRequest.toIncomingMessage(request)) ?? Effect.void

    const checkShutdown = Effect.flatMap(
      Deferred.isDone(shutdown),
      (isStopping): Effect.Effect<void, ServiceUnavailable> =>
        isStopping ? new ServiceUnavailable({ message: "the server is stopping: send the request again" }) : Effect.void
    )

    const checkUnsent = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void, ServiceUnavailable> =>
      !probes.has(pathnameOf(request.url)) && unsent.isFull(NodeHttpServerRequest.toIncomingMessage(request))
        ? new ServiceUnavailable({
            message: "too many answers wait to be read: read them, then send the request again"
          })
        : Effect.void

    return (app: HttpApp.Default) =>
      Effect.gen(function* () {
        const request = routable(yield* HttpServerRequest.HttpServerRequest)
        const { headers, method, url } = request
        const info: RequestInfo = {
          method,
          pathname: loggedPath(url),
          origin: headers["origin"],
          ifNoneMatch: headers["if-none-match"],
          startedAt: yield* Clock.currentTimeMillis,
          source: request
        }
        const state = newRequestState(method, headers["accept-encoding"], headers["idempotency-key"])
        noteEndpoint(state, method, url)
        records.begin(info, state)

        yield* HttpApp.appendPreResponseHandler((_, response) => {
          const finished = finalizer.finish(info, state, response)
          records.count(info, state, finished.status)
          return Effect.as(records.log(info, state, finished.status, bodyBytesOf(state, finished)), finished)
        })

        const respond = Option.match(finalizer.preflight(request), { onNone: () => app, onSome: Effect.succeed })
        return yield* checkHost(request).pipe(
          Effect.zipRight(checkShutdown),
          Effect.zipRight(checkUnsent(request)),
          Effect.zipRight(respond),
          Effect.catchAllCause(answerFailure),
          state.span === undefined ? identity : Effect.withParentSpan(state.span),
          Effect.provideService(RequestContext, state),
          Effect.provideService(HttpServerRequest.HttpServerRequest, request)
        )
      })
  })
)
