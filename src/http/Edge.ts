import { FileSystem, HttpApiBuilder, HttpApp, HttpIncomingMessage, HttpServerRequest } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Clock, Deferred, Effect, Option, Runtime } from "effect"
import { type BadRequest, type Forbidden, ServiceUnavailable } from "../api/WireErrors.ts"
import { corsOrigins } from "../Config.ts"
import { Closing } from "../services/Closing.ts"
import { Answering, type Asked } from "./Answering.ts"
import { maxBodyBytes, plainlyTyped } from "./Body.ts"
import { preflight } from "./Cors.ts"
import { pathnameOf } from "./Endpoints.ts"
import { answerFailures } from "./Errors.ts"
import { handedOver } from "./HandOver.ts"
import { HostGuard } from "./HostGuard.ts"
import { InFlight } from "./InFlight.ts"
import { type Learnt, RequestRecord, unknownRequest } from "./RequestRecord.ts"
import { unknownParametersOf } from "./UnknownParameters.ts"

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
 * The target that the router and the log see: without the scheme, user and host of an absolute form, and with each `;`
 * of the path escaped, since the router would take it for the beginning of the query.
 */
const routable = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const { url } = request
  if (url.startsWith("/") && !url.includes(";")) return request
  const target = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "")
  const pathname = pathnameOf(target)
  return request.modify({ url: (pathname.replaceAll(";", "%3B") || "/") + target.slice(pathname.length) })
}

/** What follows a `;` may be a credential that somebody sends as a parameter of the path. */
const loggedPath = (url: string) => pathnameOf(url).split("%3B", 1)[0] ?? ""

/**
 * What every request passes, from the outside in: its record (request id, log line, headers), the check of its Host and
 * Origin, the stop of new requests when the server closes, preflights, and the last stop of every failure.
 */
export const layer = HttpApiBuilder.middleware(
  Effect.gen(function* () {
    const closing = yield* Closing
    const origins = yield* corsOrigins
    const answering = yield* Answering
    const guard = yield* HostGuard
    const inFlight = yield* InFlight
    const runFork = Runtime.runFork(yield* Effect.runtime())

    /** Made apart from the request, which a stream would hold for as long as it is open. */
    const ended = (asked: Asked, record: Learnt) => {
      record.take = undefined
      return (status: number) => void runFork(answering.log(asked, record, status))
    }

    const fromKnownHost = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void, BadRequest | Forbidden> =>
      guard.refusal(NodeHttpServerRequest.toIncomingMessage(request)) ?? Effect.void

    const refusedWhenClosing = Effect.flatMap(
      Deferred.isDone(closing),
      (isClosing): Effect.Effect<void, ServiceUnavailable> =>
        isClosing ? new ServiceUnavailable({ message: "the server is stopping: send the request again" }) : Effect.void
    )

    return (app: HttpApp.Default) =>
      Effect.gen(function* () {
        const request = plainlyTyped(routable(yield* HttpServerRequest.HttpServerRequest))
        const { headers, method, url } = request
        const asked = {
          method,
          pathname: loggedPath(url),
          origin: headers["origin"],
          ifNoneMatch: headers["if-none-match"],
          startedAt: yield* Clock.currentTimeMillis
        }
        const record = unknownRequest(method, headers["accept-encoding"])
        record.unknownParameters = unknownParametersOf(method, url)

        yield* HttpApp.appendPreResponseHandler((_, response) => {
          const answer = answering.finish(asked, record, response)
          const { status } = answer
          return record.take === undefined || status !== 200
            ? Effect.as(answering.log(asked, record, status), answer)
            : Effect.as(handedOver(request, answer, record.take, inFlight.isNewest, ended(asked, record)), answer)
        })
        yield* answerBeforeHangingUp(request)

        const answered = Option.match(preflight(origins, request), { onNone: () => app, onSome: Effect.succeed })
        return yield* answerFailures(
          Effect.zipRight(Effect.zipRight(fromKnownHost(request), refusedWhenClosing), answered)
        ).pipe(
          Effect.provideService(RequestRecord, record),
          Effect.provideService(HttpServerRequest.HttpServerRequest, request),
          HttpIncomingMessage.withMaxBodySize(Option.some(FileSystem.Size(maxBodyBytes)))
        )
      })
  })
)
