import { HttpServerResponse } from "@effect/platform"
import { isInitializeRequest, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Either, Option, Runtime, Scope } from "effect"
import { BadRequest, Conflict } from "../../api/WireErrors.ts"
import { CurrentUser, NotSignedIn, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { jsonInOneLine } from "../../domain/OneLine.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { countMessages } from "../http/Admission.ts"
import { toWireError } from "../http/Errors.ts"
import { begun, type Exchange } from "../http/Exchanges.ts"
import { jsonText } from "../wire/EntityTag.ts"
import { Heartbeat } from "../wire/Heartbeat.ts"
import { streamHead, streamHeaders } from "../wire/ResponseWriter.ts"
import { type AnswerSink, JsonAnswer, McpEventStream } from "./McpEventStream.ts"
import { invalidRequest, isInitialization, type PostedBody, refusalOf, requestIds } from "./McpMessages.ts"
import { type McpConnection, McpServer, type SessionClient } from "./McpServer.ts"
import { type AnswerForm, answerForm, checkRevision, isListening, isStateless } from "./Negotiation.ts"
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

/** The messages of a body, and the form in which its sender wants the answers. */
interface Posted {
  readonly messages: ReadonlyArray<JSONRPCMessage>
  readonly isBatch: boolean
  readonly form: AnswerForm
}

const makeStreams = Effect.gen(function* () {
  const heartbeat = yield* Heartbeat
  const runFork = Runtime.runFork(yield* Effect.runtime())

  /** Answers in one document: a list of answers to a batch. */
  const answerAsJson = Effect.fnUntraced(function* (
    { client, receive, session }: StreamableConnection,
    { isBatch, messages }: Posted
  ) {
    const sink = new JsonAnswer()
    client.expect(requestIds(messages), sink)
    for (const message of messages) receive(message)
    const answers = yield* Effect.ensuring(sink.all, session.touch)
    const headers = { "mcp-session-id": session.id }
    const [first] = answers
    if (first === undefined) return HttpServerResponse.empty({ status: 202, headers }) // all were cancelled
    return jsonText(jsonInOneLine(isBatch ? `[${answers.join()}]` : first), 200, headers)
  })

  /**
   * Answers the requests among messages in the form that the client wants: in one document, or on a stream, which ends
   * with the last answer; 202 where there are none.
   */
  const answer = Effect.fnUntraced(function* (exchange: Exchange, connection: StreamableConnection, posted: Posted) {
    const { client, receive, session } = connection
    const { form, messages } = posted
    const ids = requestIds(messages)
    if (ids.length === 0) {
      for (const message of messages) receive(message)
      return HttpServerResponse.empty({ status: 202 })
    }
    if (client.hasInFlight(ids)) {
      return yield* refusalOf(invalidRequest("each request in flight needs an id of its own"))
    }
    if (exchange.request.socket.destroyed) return yield* Effect.interrupt // the client has gone
    if (form === "json") return yield* answerAsJson(connection, posted)
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
   * is of the URL (`makeToolChoices`).
   */
  const send = Effect.fnUntraced(function* <E>(
    exchange: Exchange,
    body: Effect.Effect<PostedBody, E>,
    tools: string | undefined
  ) {
    const user = yield* toWireError(Effect.mapError(Effect.flatten(Viewer), () => new NotSignedIn()))
    const { count, decode, isBatch } = yield* body
    yield* countMessages(limits, user, count)
    const messages = decode()
    if (Either.isRight(messages) && isStateless(exchange, messages.right)) {
      if (messages.right.some(isListening)) yield* answerForm(exchange, ["events"])
      const form = yield* answerForm(exchange, ["json", "events"])
      return yield* answerStateless(exchange, { messages: messages.right, form }, user, yield* toolChoice(tools))
    }
    const form = yield* answerForm(exchange, ["events", "json"])
    const id = exchange.header("mcp-session-id")
    const connection = id === undefined ? undefined : yield* connections.find(id, user)
    if (Either.isLeft(messages)) return yield* refusalOf(messages.left)
    const posted = { messages: messages.right, isBatch, form }
    if (connection !== undefined) {
      if (messages.right.some(isInitializeRequest)) return yield* refusalOf(invalidRequest("this session has begun"))
      yield* checkRevision(exchange)
      return yield* streams.answer(exchange, connection, posted)
    }
    if (!isInitialization(messages.right)) return yield* sessionRequired
    const choice = yield* toolChoice(tools)
    const newConnection = yield* Effect.provideService(connections.begin, CurrentUser, user)
    newConnection.session.tools = choice
    return yield* Effect.onError(streams.answer(exchange, newConnection, posted), () => newConnection.session.end)
  })

  /** Opens the stream of the server's own messages to a session. Fails with 409 where it is open already. */
  const listen = Effect.fnUntraced(function* (exchange: Exchange, id: string) {
    yield* answerForm(exchange, ["events"])
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

/** Where the answers to the requests of one body go, and the ids of those that are not answered yet. */
interface PendingAnswers {
  readonly sink: AnswerSink
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

  /** Sends the answers to the requests of these ids to a sink, which ends with the last one. */
  expect(ids: ReadonlyArray<RequestId>, sink: AnswerSink) {
    const pending = { sink, ids: new Set(ids) }
    for (const id of pending.ids) this.#pending.set(id, pending)
    sink.onClose(() => {
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
      this.#pending.get(message.id)?.sink.send(message)
      this.skip(message.id)
    }
  }

  sendResult(id: RequestId, json: string) {
    this.#pending.get(id)?.sink.sendResult(id, json)
    this.skip(id)
  }

  skip(id: RequestId) {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#pending.delete(id)
    pending.ids.delete(id)
    if (pending.ids.size === 0) pending.sink.end()
  }

  readonly end = () => {
    for (const { sink } of this.#pending.values()) sink.end()
    this.#pending.clear()
    this.#listener?.end()
    this.#listener = undefined
  }
}
