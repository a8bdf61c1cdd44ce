import { Effect, Predicate, Runtime, Scope } from "effect"
import { begun, type Exchange } from "../../http/Exchanges.ts"
import { Heartbeat } from "../../wire/Heartbeat.ts"
import { McpEventStream } from "../McpEventStream.ts"
import type { StatelessRequest } from "../Negotiation.ts"
import { ProtocolError } from "../ProtocolError.ts"
import { callerSecret, Sessions } from "../Sessions.ts"
import { maxSubscriptions, Subscriptions } from "../Subscriptions.ts"
import { emptyResult } from "./Results.ts"

const invalidFilter = ProtocolError.of(
  "invalidParams",
  `params.notifications.resourceSubscriptions must be a list of at most ${maxSubscriptions} URIs: community://notifications, ` +
    "community://posts/{id} and community://diseases/{id}. The lists never change, so there are no notifications of them"
)

/** The URIs that a client wants to hear of; undefined for a filter that is not valid. */
const wantedUris = ({ params }: StatelessRequest): ReadonlyArray<string> | undefined => {
  const filter = params["notifications"]
  if (!Predicate.isRecord(filter)) return undefined
  const uris = filter["resourceSubscriptions"] ?? []
  if (!Array.isArray(uris) || uris.length > maxSubscriptions) return undefined
  return uris.every(Predicate.isString) ? Array.from(new Set(uris)) : undefined
}

/**
 * The streams of `subscriptions/listen`. Each is a session of its own, so that it counts as one, ends with its credential and
 * when the server stops; its client never learns the id of the session.
 */
export const makeListenStreams = Effect.gen(function* () {
  const heartbeat = yield* Heartbeat
  const sessions = yield* Sessions
  const subscriptions = yield* Subscriptions
  const runFork = Runtime.runFork(yield* Effect.runtime())

  /**
   * Opens a stream, whose first message names the resources that are followed: those which exist. A stream that the
   * server ends has the result as its last message.
   */
  return Effect.fnUntraced(function* (exchange: Exchange, request: StatelessRequest) {
    const uris = wantedUris(request)
    if (uris === undefined) return yield* invalidFilter
    const session = yield* Effect.flatMap(callerSecret, sessions.begin)
    return yield* Effect.onError(
      Effect.gen(function* () {
        const _meta = { "io.modelcontextprotocol/subscriptionId": request.id }
        const streams: Array<McpEventStream> = []
        const notify = (uri: string) =>
          Effect.sync(() => {
            for (const stream of streams)
              stream.send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { _meta, uri } })
          })
        const { deliverMissed, subscribe } = subscriptions.of(session, notify)
        const followed = yield* Effect.filter(uris, (uri) =>
          Effect.as(subscribe(uri), true).pipe(
            Effect.catchIf(
              (error) => error._tag === "ProtocolError" && error.code !== ProtocolError.codes.tooManyRequests,
              () => Effect.succeed(false)
            )
          )
        )
        const response = exchange.beginEndlessStream()
        if (response === undefined) return yield* Effect.interrupt // the client has gone
        response.once("close", () => runFork(session.end))
        const stream = new McpEventStream(response, heartbeat)
        yield* Scope.addFinalizer(
          session.scope,
          Effect.sync(() => {
            stream.sendResult(request.id, emptyResult(_meta))
            stream.end()
          })
        )
        stream.send({
          jsonrpc: "2.0",
          method: "notifications/subscriptions/acknowledged",
          params: { _meta, notifications: { resourceSubscriptions: followed } }
        })
        streams.push(stream)
        session.streams++
        yield* deliverMissed
        return begun
      }),
      () => session.end
    )
  })
})
