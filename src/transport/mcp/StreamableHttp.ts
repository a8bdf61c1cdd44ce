import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Context, Effect, Either, Layer, Runtime, Scope } from "effect"
import {
  BadRequest,
  Conflict,
  NotAcceptable,
  type NotFound,
  type ServiceUnavailable,
  type TooMany,
  type Unauthorized
} from "../../api/WireErrors.ts"
import { CurrentUser, NotSignedIn, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { toWireError } from "../http/Errors.ts"
import { InFlight } from "../http/InFlight.ts"
import { Heartbeat } from "../wire/Heartbeat.ts"
import { makeEndlessBody, makeStreamBody, streamResponse } from "../wire/StreamBody.ts"
import { callerSecret, countMessages, noSession, refusalOf } from "./McpCredential.ts"
import { McpEventStream } from "./McpEventStream.ts"
import { beginAnother, beginSession, invalidRequest, type Posted, requestIds } from "./McpMessages.ts"
import { type McpConnection, McpServer } from "./McpServer.ts"
import { type Session, Sessions } from "./Sessions.ts"
import { revisions, StreamableTransport, takesAnswers, takesEvents } from "./StreamableTransport.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** A session with what it talks over. */
interface Talk extends McpConnection {
  readonly session: Session
  readonly transport: StreamableTransport
}

const unacceptable = new NotAcceptable({ message: "send Accept: application/json, text/event-stream" })

const sessionless = new BadRequest({
  message: "this message needs a session: send initialize, then the Mcp-Session-Id of its answer with each message"
})

const refused = (message: string) => refusalOf(invalidRequest(message))

/** The revision is that of `initialize` where the request names none. */
const spoken = (headers: Headers): Effect.Effect<void, BadRequest> => {
  const revision = headers["mcp-protocol-version"]
  return revision === undefined || revisions.includes(revision)
    ? Effect.void
    : new BadRequest({ message: `Mcp-Protocol-Version must be one of ${revisions.join(", ")}` })
}

const make = Effect.gen(function* () {
  const heartbeat = yield* Heartbeat
  const inFlight = yield* InFlight
  const sessions = yield* Sessions
  const server = yield* McpServer
  const limits = yield* RateLimits
  const runFork = Runtime.runFork(yield* Effect.runtime())
  const talks = new Map<string, Talk>()

  /** The caller's session. Its own credential must still hold, also where the request has another of the same member. */
  const talkOf = Effect.fnUntraced(function* (id: string, { credential, ...user }: SignedInUser) {
    const talk = talks.get(id)
    if (talk === undefined || talk.session.user.id !== user.id) return yield* noSession
    const { session } = talk
    const own = session.user.credential
    if (own.kind === credential.kind && own.id === credential.id) {
      session.user = { ...user, credential }
      yield* sessions.used(session)
    } else yield* Effect.catchTag(toWireError(sessions.refreshed(session)), "Unauthorized", () => noSession)
    return talk
  })

  const begin = Effect.gen(function* () {
    const session = yield* toWireError(Effect.flatMap(callerSecret, sessions.begin))
    const transport = new StreamableTransport(session.id)
    const talk: Talk = { session, transport, ...(yield* server.connect(session, transport)) }
    talks.set(session.id, talk)
    yield* Scope.addFinalizer(
      session.scope,
      Effect.sync(() => talks.delete(session.id))
    )
    return talk
  })

  /** Answers messages on a stream of their own, or takes them where there is nothing to answer. */
  const exchanged = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    { session, transport }: Talk,
    messages: ReadonlyArray<JSONRPCMessage>
  ) {
    const ids = requestIds(messages)
    if (ids.length === 0) {
      transport.receive(messages)
      return HttpServerResponse.empty({ status: 202 })
    }
    if (transport.hasInFlight(ids)) return yield* refused("each request in flight needs an id of its own")
    const body = makeStreamBody(request)
    body.once("close", () => runFork(sessions.used(session)))
    if (body.destroyed) return yield* Effect.interrupt // the client has gone
    transport.answer(messages, new McpEventStream(body, heartbeat))
    return streamResponse(body, { "mcp-session-id": session.id })
  })

  const send = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, { count, messages }: Posted) {
    const { headers } = request
    const user = yield* toWireError(Effect.mapError(Effect.flatten(Viewer), () => new NotSignedIn()))
    yield* countMessages(limits, user, count)
    if (!takesAnswers(headers["accept"])) return yield* unacceptable
    const id = headers["mcp-session-id"]
    const talk = id === undefined ? undefined : yield* talkOf(id, user)
    if (Either.isLeft(messages)) return yield* refusalOf(messages.left)
    if (talk !== undefined) {
      if (beginAnother(messages.right)) return yield* refused("this session has begun")
      yield* spoken(headers)
      return yield* exchanged(request, talk, messages.right)
    }
    if (!beginSession(messages.right)) return yield* sessionless
    const begun = yield* Effect.provideService(begin, CurrentUser, user)
    return yield* Effect.onError(exchanged(request, begun, messages.right), () => begun.session.end)
  })

  const listen = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, id: string) {
    const { headers } = request
    if (!takesEvents(headers["accept"])) return yield* unacceptable
    const { session, streamOpened, transport } = yield* talkOf(id, yield* CurrentUser)
    yield* spoken(headers)
    if (session.streams > 0) return yield* new Conflict({ message: "this session has a stream open already" })
    session.streams++
    const body = makeEndlessBody(request, inFlight.isNewest)
    body.once("close", () => {
      session.streams--
      runFork(sessions.used(session))
    })
    const stream = new McpEventStream(body, heartbeat)
    stream.beat() // the head leaves with the first bytes
    transport.listen(stream)
    yield* streamOpened
    return streamResponse(body, { "mcp-session-id": session.id, connection: "close" })
  })

  const end = Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
    const id = headers["mcp-session-id"]
    if (id === undefined) return yield* new BadRequest({ message: "name the session to end in Mcp-Session-Id" })
    const { session } = yield* talkOf(id, yield* CurrentUser)
    yield* session.end
  })

  return StreamableHttp.of({ send, listen, end })
})

type Answered<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

type Refused = BadRequest | NotAcceptable | NotFound | ServiceUnavailable

/** Streamable HTTP (contract, MCP): each request proves who sends it, and names its session once there is one. */
export class StreamableHttp extends Context.Tag("transport/mcp/StreamableHttp")<
  StreamableHttp,
  {
    /** Answers messages, each of which counts; `initialize` begins a session. */
    readonly send: (
      request: HttpServerRequest.HttpServerRequest,
      posted: Posted
    ) => Answered<Refused | Unauthorized | TooMany, Viewer>

    /** Opens the stream on which a session's client is told what happens. */
    readonly listen: (
      request: HttpServerRequest.HttpServerRequest,
      id: string
    ) => Answered<Refused | Conflict, CurrentUser>

    /** Ends the session that the request names. */
    readonly end: (
      request: HttpServerRequest.HttpServerRequest
    ) => Effect.Effect<void, BadRequest | NotFound | ServiceUnavailable, CurrentUser>
  }
>() {
  /** Over the sessions. */
  static readonly layer = Layer.effect(StreamableHttp, make)
}
