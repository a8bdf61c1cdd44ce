import { HttpServerResponse } from "@effect/platform"
import { isInitializeRequest, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Either, Option, Runtime, Scope } from "effect"
import { BadRequest, Conflict } from "../../api/WireErrors.ts"
import { CurrentUser, NotSignedIn, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { countMessages } from "../http/Admission.ts"
import { toWireError } from "../http/Errors.ts"
import { begun, type Exchange } from "../http/Exchanges.ts"
import { Heartbeat } from "../wire/Heartbeat.ts"
import { streamHead, streamHeaders } from "../wire/ResponseWriter.ts"
import { McpEventStream } from "./McpEventStream.ts"
import { invalidRequest, isInitialization, type PostedBody, refusalOf, requestIds } from "./McpMessages.ts"
import { type McpConnection, McpServer, type SessionClient } from "./McpServer.ts"
import { checkAccept, checkRevision, isStateless } from "./Negotiation.ts"
import { callerSecret, noSession, type Session, Sessions } from "./Sessions.ts"
import { makeStateless } from "./StatelessHttp.ts"
import { makeToolChoices } from "./tools/Tools.ts"

/** A session of Streamable HTTP whose messages are answered. */
interface StreamableConnection extends McpConnection {
  readonly session: Session
  readonly client: StreamableClient
}

/** The connections of Streamable HTTP in this process. Each lives as long as its session. */
const makeConnections = Effect.gen(function* () {
  const sessions = yield* Sessions
  const server = yield* McpServer
  const connections = new Map<string, StreamableConnection>()

  /** Finds the connection of a session for its sender (`Sessions.find`). */
  const find = Effect.fnUntraced(function* (id: string, sender: SignedInUser) {
    const { id: found } = yield* sessions.find(id, Option.some(sender))
    return connections.get(found) ?? (yield* noSession)
  })

  const begin = Effect.gen(function* () {
    const session = yield* toWireError(Effect.flatMap(callerSecret, sessions.begin))
    const client = new StreamableClient()
    const connection: StreamableConnection = { session, client, ...(yield* server.connect(session, client)) }
    connections.set(session.id, connection)
    yield* Scope.addFinalizer(
      session.scope,
      Effect.sync(() => connections.delete(session.id))
    )
    return connection
  })

  return { begin, find }
})

const makeStreams = Effect.gen(function* () {
  const heartbeat = yield* Heartbeat
  const runFork = Runtime.runFork(yield* Effect.runtime())

  /** Answers the requests among messages on a stream, which ends with the last answer; 202 where there are none. */
  const answer = Effect.fnUntraced(function* (
    exchange: Exchange,
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
    if (exchange.request.socket.destroyed) return yield* Effect.interrupt // the client has gone
    const response = exchange.beginStream({ ...streamHeaders, "mcp-session-id": session.id })
    response.once("close", () => runFork(session.touch))
    client.expect(ids, new McpEventStream(response, heartbeat))
    for (const message of messages) receive(message)
    return begun
  })

  /**
   * Sends the server's own messages on a stream until the client closes it. Fails with 409 where one is open already.
   */
  const listen = Effect.fnUntraced(function* (
    exchange: Exchange,
    { client, deliverMissed, session }: StreamableConnection
  ) {
    if (session.streams > 0) return yield* new Conflict({ message: "this session has a stream open already" })
    const headers = { "mcp-session-id": session.id }
    if (exchange.state.isHead) return streamHead(headers)
    const response = exchange.beginEndlessStream(headers)
    if (response === undefined) return yield* Effect.interrupt // the client has gone
    session.streams++
    response.once("close", () => {
      session.streams--
      runFork(session.touch)
    })
    const stream = new McpEventStream(response, heartbeat)
    stream.beat() // the head leaves with the first bytes
    client.listen(stream)
    yield* deliverMissed
    return begun
  })

  return { answer, listen }
})

const sessionRequired = new BadRequest({
  message: "this message needs a session: send initialize, then the Mcp-Session-Id of its answer with each message"
})

/**
 * Streamable HTTP (contract, MCP). Each request carries a credential, and each after `initialize` the id of its
 * session.
 */
export const makeStreamable = Effect.gen(function* () {
  const connections = yield* makeConnections
  const limits = yield* RateLimits
  const answerStateless = yield* makeStateless
  const toolChoice = yield* makeToolChoices
  const streams = yield* makeStreams

  /**
   * Answers the messages of a POST. `initialize` begins a session. The body is not read without a credential. `tools`
   * is of the URL (`parseToolChoice`).
   */
  const send = Effect.fnUntraced(function* <E>(
    exchange: Exchange,
    body: Effect.Effect<PostedBody, E>,
    tools: string | undefined
  ) {
    const user = yield* toWireError(Effect.mapError(Effect.flatten(Viewer), () => new NotSignedIn()))
    const { count, decode } = yield* body
    yield* countMessages(limits, user, count)
    const messages = decode()
    if (Either.isRight(messages) && isStateless(exchange, messages.right)) {
      yield* checkAccept(exchange, ["application/json"])
      return yield* answerStateless(exchange, messages.right, user, yield* toolChoice(tools))
    }
    yield* checkAccept(exchange, ["application/json", "text/event-stream"])
    const id = exchange.header("mcp-session-id")
    const connection = id === undefined ? undefined : yield* connections.find(id, user)
    if (Either.isLeft(messages)) return yield* refusalOf(messages.left)
    if (connection !== undefined) {
      if (messages.right.some(isInitializeRequest)) return yield* refusalOf(invalidRequest("this session has begun"))
      yield* checkRevision(exchange)
      return yield* streams.answer(exchange, connection, messages.right)
    }
    if (!isInitialization(messages.right)) return yield* sessionRequired
    const choice = yield* toolChoice(tools)
    const newConnection = yield* Effect.provideService(connections.begin, CurrentUser, user)
    newConnection.session.tools = choice
    return yield* Effect.onError(
      streams.answer(exchange, newConnection, messages.right),
      () => newConnection.session.end
    )
  })

  /** Opens the stream of the server's own messages to a session. Fails with 409 where it is open already. */
  const listen = Effect.fnUntraced(function* (exchange: Exchange, id: string) {
    yield* checkAccept(exchange, ["text/event-stream"])
    const connection = yield* connections.find(id, yield* CurrentUser)
    yield* checkRevision(exchange)
    return yield* streams.listen(exchange, connection)
  })

  const end = Effect.fnUntraced(function* (exchange: Exchange) {
    const id = exchange.header("mcp-session-id")
    if (id === undefined) return yield* new BadRequest({ message: "name the session to end in Mcp-Session-Id" })
    const { session } = yield* connections.find(id, yield* CurrentUser)
    yield* session.end
  })

  return { send, listen, end }
})

/** The stream that answers the requests of one body, and the ids of those that are not answered yet. */
interface PendingAnswers {
  readonly stream: McpEventStream
  readonly ids: Set<RequestId>
}

/** The client of one session of Streamable HTTP: each POST has a stream for its answers, a GET the one for the rest. */
export class StreamableClient implements SessionClient {
  readonly #pending = new Map<RequestId, PendingAnswers>()
  #listener: McpEventStream | undefined

  /** True if an id occurs twice, or is the id of a request in flight. */
  hasInFlight(ids: ReadonlyArray<RequestId>): boolean {
    return new Set(ids).size < ids.length || ids.some((id) => this.#pending.has(id))
  }

  get inFlight(): number {
    return this.#pending.size
  }

  /** Answers the requests of these ids on a stream, which ends with the last answer. */
  expect(ids: ReadonlyArray<RequestId>, stream: McpEventStream) {
    const pending = { stream, ids: new Set(ids) }
    for (const id of pending.ids) this.#pending.set(id, pending)
    stream.onClose(() => {
      for (const id of pending.ids) this.#pending.delete(id)
    })
  }

  /** Sends the server's own messages on a stream until it is closed. */
  listen(stream: McpEventStream) {
    this.#listener = stream
    stream.onClose(() => {
      if (this.#listener === stream) this.#listener = undefined
    })
  }

  send(message: JSONRPCMessage) {
    if ("method" in message) this.#listener?.send(message)
    else if (message.id !== undefined) {
      this.#pending.get(message.id)?.stream.send(message)
      this.skip(message.id)
    }
  }

  sendResult(id: RequestId, json: string) {
    this.#pending.get(id)?.stream.sendResult(id, json)
    this.skip(id)
  }

  skip(id: RequestId) {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#pending.delete(id)
    pending.ids.delete(id)
    if (pending.ids.size === 0) pending.stream.end()
  }

  readonly end = () => {
    for (const { stream } of this.#pending.values()) stream.end()
    this.#pending.clear()
    this.#listener?.end()
    this.#listener = undefined
  }
}
