import { HttpServerResponse } from "@effect/platform"
import { Effect, Either, Option, Runtime } from "effect"
import { done } from "../../domain/accounts/Account.ts"
import { Viewer } from "../../domain/accounts/CurrentUser.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { countMessages } from "../http/Admission.ts"
import { toWireError } from "../http/Errors.ts"
import { begun, CurrentExchange, type Exchange } from "../http/Exchanges.ts"
import { operations } from "../http/HandlerRegistry.ts"
import { checkBodyText } from "../wire/Body.ts"
import { Heartbeat } from "../wire/Heartbeat.ts"
import { RequestContext } from "../wire/RequestContext.ts"
import { streamHead } from "../wire/ResponseWriter.ts"
import { McpEventStream } from "./McpEventStream.ts"
import { invalidRequest, type PostedBody, parseBody, refusalOf } from "./McpMessages.ts"
import { type McpConnection, McpServer } from "./McpServer.ts"
import { callerSecret, noSession, Sessions } from "./Sessions.ts"
import { makeStreamable } from "./StreamableHttp.ts"
import { makeToolChoices } from "./tools/Tools.ts"

/** The body of the answer to a message that was taken. */
const accepted = "Accepted"

const batchRefused = invalidRequest("send one message, since HTTP+SSE takes no batches")

/** HTTP+SSE of 2024-11-05, exactly as the specification has it (spec, MCP). */
const makeLegacy = Effect.gen(function* () {
  const heartbeat = yield* Heartbeat
  const sessions = yield* Sessions
  const server = yield* McpServer
  const toolChoice = yield* makeToolChoices
  const limits = yield* RateLimits
  const runFork = Runtime.runFork(yield* Effect.runtime())
  const connections = new Map<string, McpConnection>()

  /**
   * Begins a session and opens its stream, whose first event names the URL for messages. A HEAD ends the session at
   * once. `tools` is of the URL (`makeToolChoices`).
   */
  const open = Effect.fnUntraced(function* (exchange: Exchange, tools: string | undefined) {
    const choice = yield* toolChoice(tools)
    const begin = toWireError(Effect.flatMap(callerSecret, sessions.begin))
    if (exchange.state.isHead) {
      return yield* Effect.acquireUseRelease(
        begin,
        () => Effect.succeed(streamHead()),
        ({ end }) => end
      )
    }
    const session = yield* begin
    session.tools = choice
    session.streams = 1 // the session lives as long as its stream
    const response = exchange.beginEndlessStream()
    if (response === undefined) return yield* Effect.zipRight(session.end, Effect.interrupt)
    response.once("close", () => {
      connections.delete(session.id)
      runFork(session.end)
    })
    const stream = new McpEventStream(response, heartbeat)
    connections.set(session.id, yield* server.connect(session, stream))
    // The URL holds no credential, since URLs end in logs.
    stream.write(`event: endpoint\ndata: /api/mcp?sessionId=${session.id}\n\n`)
    return begun
  })

  /**
   * Takes the message of a POST, which needs no credential of its own (`Sessions.find`). The body is read if the
   * session is here or the request has a credential.
   */
  const send = Effect.fnUntraced(function* <E>(id: string, body: Effect.Effect<PostedBody, E>) {
    const sender = yield* Viewer
    const caller = Option.orElse(sender, () => sessions.ownerOf(id))
    if (Option.isNone(caller)) return yield* noSession
    const { count, decode, isBatch } = yield* body
    yield* countMessages(limits, caller.value, count)
    const session = yield* sessions.find(id, sender)
    const connection = connections.get(id)
    if (connection === undefined) return yield* noSession
    const state = yield* RequestContext
    state.userId = session.user.id
    const messages = decode()
    if (Either.isLeft(messages)) {
      const invalid = messages.left
      if (invalid._tag === "InvalidMessage" && invalid.isInitialize) yield* session.end
      return yield* refusalOf(invalid)
    }
    if (isBatch) return yield* refusalOf(batchRefused)
    for (const message of messages.right) connection.receive(message)
    return HttpServerResponse.text(accepted, { status: 202 })
  })

  return { open, send }
})

/**
 * `/api/mcp`, for clients of both generations. A POST with `sessionId` in its query, or a GET without the header
 * `Mcp-Session-Id`, comes from a client of HTTP+SSE.
 */
export const { layer } = operations("mcp", Effect.all([makeLegacy, makeStreamable]), ([legacy, streamable]) => ({
  open: ({ urlParams }) =>
    Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const id = exchange.header("mcp-session-id")
      return yield* id === undefined ? legacy.open(exchange, urlParams.tools) : streamable.listen(exchange, id)
    }),
  send: ({ urlParams }) =>
    Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const body = Effect.map(Effect.flatMap(exchange.body, checkBodyText), parseBody)
      return yield* urlParams.sessionId === undefined
        ? streamable.send(exchange, body, urlParams.tools)
        : legacy.send(urlParams.sessionId, body)
    }),
  end: () => Effect.as(Effect.flatMap(CurrentExchange, streamable.end), done)
}))
