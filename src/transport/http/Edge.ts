import { FileSystem, HttpApiBuilder, HttpApp, HttpIncomingMessage, HttpServerRequest } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Clock, Deferred, Effect, Option } from "effect"
import { type BadRequest, type Forbidden, ServiceUnavailable } from "../../api/WireErrors.ts"
import { corsOrigins } from "../../Config.ts"
import { ShutdownSignal } from "../../services/ShutdownSignal.ts"
import { maxBodyBytes, withoutIdleContentType } from "../wire/Body.ts"
import { newRequestState, RequestContext } from "../wire/RequestContext.ts"
import { parseTarget, pathnameOf } from "../wire/RequestTarget.ts"
import { preflight } from "./Cors.ts"
import { answerFailures } from "./Errors.ts"
import { HostGuard } from "./HostGuard.ts"
import { ResponseFinalizer } from "./ResponseFinalizer.ts"
import { noteUnknownParametersOf } from "./UnknownParameters.ts"

/**
 * Platform hangs up on a body that is too large. A client that is still sending would never read the answer, so the
 * rest is passed over instead, as Node does with any body that nobody reads.
 */
const answerBeforeHangingUp = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.sync(() => {
    const source = NodeHttpServerRequest.toIncomingMessage(request)
    const destroy = source.destroy.bind(source)
    source.destroy = (error) => {
      if (error !== undefined || source.complete) return destroy(error)
      source.removeAllListeners("data")
      return source.resume()
    }
  })

/**
 * The request as the router and the log see it: without the host of an absolute form, and with each `;` of the path
 * escaped, since the router would take it for the beginning of the query.
 */
const routable = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const { url } = request
  if (url.startsWith("/") && !url.includes(";")) return request
  const { target } = parseTarget(url)
  const pathname = pathnameOf(target)
  return request.modify({ url: (pathname.replaceAll(";", "%3B") || "/") + target.slice(pathname.length) })
}

/** The path up to a `;`: a client may send a credential as a parameter of the path. */
const loggedPath = (url: string) => pathnameOf(url).split("%3B", 1)[0] ?? ""

/**
 * The edge of platform's pipeline. From the outside in, every request passes: its state (request id, log line, headers),
 * the answer to every failure, the check of Host and Origin, the refusal while the server stops, and preflights.
 */
export const layer = HttpApiBuilder.middleware(
  Effect.gen(function* () {
    const closing = yield* ShutdownSignal
    const origins = yield* corsOrigins
    const answering = yield* ResponseFinalizer
    const guard = yield* HostGuard

    const fromKnownHost = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void, BadRequest | Forbidden> =>
      guard.refusal(NodeHttpServerRequest.toIncomingMessage(request)) ?? Effect.void

    const refusedWhenClosing = Effect.flatMap(
      Deferred.isDone(closing),
      (isClosing): Effect.Effect<void, ServiceUnavailable> =>
        isClosing ? new ServiceUnavailable({ message: "the server is stopping: send the request again" }) : Effect.void
    )

    return (app: HttpApp.Default) =>
      Effect.gen(function* () {
        const request = withoutIdleContentType(routable(yield* HttpServerRequest.HttpServerRequest))
        const { headers, method, url } = request
        const asked = {
          method,
          pathname: loggedPath(url),
          origin: headers["origin"],
          ifNoneMatch: headers["if-none-match"],
          startedAt: yield* Clock.currentTimeMillis
        }
        const record = newRequestState(method, headers["accept-encoding"])
        noteUnknownParametersOf(record, method, url)

        yield* HttpApp.appendPreResponseHandler((_, response) => {
          const answer = answering.finish(asked, record, response)
          return Effect.as(answering.log(asked, record, answer.status), answer)
        })
        yield* answerBeforeHangingUp(request)

        const answered = Option.match(preflight(origins, request), { onNone: () => app, onSome: Effect.succeed })
        return yield* answerFailures(
          Effect.zipRight(Effect.zipRight(fromKnownHost(request), refusedWhenClosing), answered)
        ).pipe(
          Effect.provideService(RequestContext, record),
          Effect.provideService(HttpServerRequest.HttpServerRequest, request),
          HttpIncomingMessage.withMaxBodySize(Option.some(FileSystem.Size(maxBodyBytes)))
        )
      })
  })
)
