import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Runtime } from "effect"
import { Conflict } from "../../../api/WireErrors.ts"
import { InFlight } from "../../http/InFlight.ts"
import { Heartbeat } from "../../wire/Heartbeat.ts"
import { endlessResponse, makeEndlessBody, makeStreamBody, streamHead, streamResponse } from "../../wire/StreamBody.ts"
import { McpEventStream } from "../McpEventStream.ts"
import { invalidRequest, requestIds } from "../McpMessages.ts"
import { refusalOf } from "../McpRequests.ts"
import type { StreamableConnection } from "./StreamableConnections.ts"

/** Opens the event streams of connections. */
export const makeStreams = Effect.gen(function* () {
  const heartbeat = yield* Heartbeat
  const inFlight = yield* InFlight
  const runFork = Runtime.runFork(yield* Effect.runtime())

  /** Answers the requests among messages on a stream, which ends with the last answer; 202 where there are none. */
  const answer = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    { client, receive, session }: StreamableConnection,
    messages: ReadonlyArray<JSONRPCMessage>
  ) {
    const ids = requestIds(messages)
    if (ids.length === 0) {
      for (const message of messages) receive(message)
      return HttpServerResponse.empty({ status: 202 })
    }
    if (client.hasInFlight(ids)) {
      return yield* refusalOf(invalidRequest("each request in flight needs an id of its own"))
    }
    const body = makeStreamBody(request)
    body.once("close", () => runFork(session.touch))
    if (body.destroyed) return yield* Effect.interrupt // the client has gone
    client.expect(ids, new McpEventStream(body, heartbeat))
    for (const message of messages) receive(message)
    return streamResponse(body, { "mcp-session-id": session.id })
  })

  /** Sends the server's own messages on a stream until the client closes it. Fails with 409 where one is open already. */
  const listen = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    { client, deliverMissed, session }: StreamableConnection
  ) {
    if (session.streams > 0) return yield* new Conflict({ message: "this session has a stream open already" })
    const headers = { "mcp-session-id": session.id }
    if (request.method === "HEAD") return streamHead(headers)
    session.streams++
    const body = makeEndlessBody(request, inFlight.isNewest)
    body.once("close", () => {
      session.streams--
      runFork(session.touch)
    })
    const stream = new McpEventStream(body, heartbeat)
    stream.beat() // the head leaves with the first bytes
    client.listen(stream)
    yield* deliverMissed
    return endlessResponse(body, headers)
  })

  return { answer, listen }
})
