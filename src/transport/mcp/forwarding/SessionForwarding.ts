import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http"
import { Agent as EncryptedAgent } from "node:https"
import { Context, Deferred, Effect, Exit, Option } from "effect"
import { ServiceUnavailable } from "../../../api/WireErrors.ts"
import { forwardedRequests, update } from "../../../concurrency/Metrics.ts"
import type { InstanceAddress } from "../../../domain/Instance.ts"
import { Instances } from "../../../services/Instances.ts"
import { ShutdownSignal } from "../../../services/ShutdownSignal.ts"
import { RouterListener } from "../../http/CommunityHttp.ts"
import { endpointOf } from "../../http/Endpoints.ts"
import { type Exchange, makeExchanges } from "../../http/Exchanges.ts"
import type { RequestListener } from "../../http/RequestListeners.ts"
import { forwardingHeader } from "../../wire/Forwarding.ts"
import { parseTarget } from "../../wire/RequestTarget.ts"
import { instanceOf } from "../Session.ts"
import { forwardRequest } from "./ForwardRequest.ts"

/** The path of MCP in every form that the router takes, and its query. */
const mcpTarget = /^\/+api\/+mcp\/*(?:\?(.*))?$/i

/** The id of the session that a request names. */
const sessionIdOf = ({ headers, method, url = "" }: IncomingMessage): string | undefined => {
  const [target, query = ""] = mcpTarget.exec(parseTarget(url).target) ?? []
  if (target === undefined) return undefined
  const ofQuery = method === "POST" ? new URLSearchParams(query).get("sessionId") : null
  return ofQuery ?? [headers["mcp-session-id"]].flat()[0]
}

const methods = new Set(["GET", "HEAD", "POST", "DELETE"])

const mayBeTaken = new ServiceUnavailable({
  message: "the instance that holds this session gave no answer, and may have taken the message: send it again"
})

/**
 * Forwards requests of sessions to the instances that hold them, so that a proxy may send any request to any instance. A
 * request is forwarded once at most. One whose instance is gone is answered here, as one of an unknown session.
 */
export const make = Effect.gen(function* () {
  const instances = yield* Instances
  const shutdown = yield* ShutdownSignal
  const route = yield* RouterListener
  const { answer, begin, proceed, run } = yield* makeExchanges
  const agents = yield* Effect.acquireRelease(
    Effect.sync(() => ({ http: new Agent({ keepAlive: true }), https: new EncryptedAgent({ keepAlive: true }) })),
    ({ http, https }) =>
      Effect.sync(() => {
        http.destroy()
        https.destroy()
      })
  )
  const streams = new Set<ClientRequest>()
  yield* Effect.forkScoped(
    Effect.map(Effect.interruptible(Deferred.await(shutdown)), () => {
      for (const stream of streams) stream.destroy()
    })
  )

  const forward = (exchange: Exchange, request: IncomingMessage, response: ServerResponse, to: InstanceAddress) =>
    forwardRequest(request, response, to, agents, {
      answered: () => update(forwardedRequests.answered, 1),
      streaming: (stream) => streams.add(stream.once("close", () => streams.delete(stream))),
      unanswered: ({ isSent }) => {
        update(isSent ? forwardedRequests.unanswered : forwardedRequests.unreached, 1)
        if (!isSent) return route(request, response)
        request.resume() // a client that still sends would not read the answer
        return answer(exchange, mayBeTaken, Context.empty())
      }
    })

  const listener: RequestListener = (request, response) => {
    const instance = instanceOf(sessionIdOf(request) ?? "")
    const { headers, method = "" } = request
    if (Option.isNone(instances.id) || instance === undefined || instance === instances.id.value) return false
    if (forwardingHeader in headers || !methods.has(method)) return false
    const endpoint = endpointOf(method === "HEAD" ? "GET" : method, "/api/mcp")
    const exchange = endpoint === undefined ? undefined : begin(request, response, endpoint, {})
    if (exchange === undefined) return false
    const send = Option.match({
      onNone: () => route(request, response),
      onSome: (to: InstanceAddress) => forward(exchange, request, response, to)
    })
    const known = Option.fromNullable(instances.known(instance))
    if (Option.isSome(known)) proceed(exchange, Exit.succeed(known), send)
    else run(exchange, instances.find(instance), send)
    return true
  }
  return listener
})
