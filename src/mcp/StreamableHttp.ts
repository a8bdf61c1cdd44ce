import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Layer, Predicate, Runtime, Scope } from "effect"
import {
  BadRequest,
  Conflict,
  NotAcceptable,
  type NotFound,
  type ServiceUnavailable,
  type TooMany,
  type Unauthorized
} from "../api/WireErrors.ts"
import { CurrentUser, NotSignedIn, type SignedInUser, Viewer } from "../domain/CurrentUser.ts"
import { wire } from "../http/Errors.ts"
import { handOverOr, malformedAnswer, noSession, secretIn } from "./Handing.ts"
import { type Conversation, McpServer } from "./McpServer.ts"
import { type Session, Sessions } from "./Sessions.ts"
import { beginsSession, isMessage, StreamableTransport, takesAnswers, takesEvents } from "./StreamableTransport.ts"
import { streamTo } from "./Streams.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** A session with what it talks over. */
interface Talk extends Conversation {
  readonly session: Session
  readonly transport: StreamableTransport
}

/** A member of the error that the SDK answered. */
const at = (json: unknown, name: "code" | "message"): unknown => {
  const error = Predicate.hasProperty(json, "error") ? json.error : undefined
  return Predicate.hasProperty(error, name) ? error[name] : undefined
}

/** Whether it is about the message, and not about the request that carried it. */
const isJsonRpc = (code: unknown) => code === -32700 || code === -32600

const unacceptable = new NotAcceptable({ message: "send Accept: application/json, text/event-stream" })

const sessionless = new BadRequest({
  message: "this message needs a session: send initialize, then the Mcp-Session-Id of its answer with each message"
})

const make = Effect.gen(function* () {
  const sessions = yield* Sessions
  const server = yield* McpServer
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
    } else yield* Effect.catchTag(wire(sessions.refreshed(session)), "Unauthorized", () => noSession)
    return talk
  })

  /** What the SDK answers: a stream is handed over, a refusal of the request has the form of every other. */
  const answered = Effect.fnUntraced(function* (
    response: Response,
    { session }: Talk,
    closed: Effect.Effect<void> = sessions.used(session)
  ) {
    const { body, status } = response
    if (status >= 400) {
      const json: unknown = yield* Effect.promise(() => response.json())
      if (isJsonRpc(at(json, "code"))) return HttpServerResponse.unsafeJson(json, { status })
      return yield* status === 404 ? noSession : new BadRequest({ message: String(at(json, "message")) })
    }
    if (body === null) return HttpServerResponse.empty({ status })
    return yield* handOverOr(
      (taken) => {
        taken.once("close", () => runFork(closed))
        streamTo(body, taken, { "mcp-session-id": session.id })
      },
      Effect.zipRight(Effect.ignore(Effect.tryPromise(() => body.cancel())), closed)
    )
  })

  const exchange = (talk: Talk, method: "GET" | "POST", headers: Headers, body?: unknown) =>
    Effect.promise(() => talk.transport.exchange(method, headers, body))

  const begin = Effect.fnUntraced(function* (headers: Headers, apiKey: string | undefined) {
    const session = yield* wire(sessions.begin(yield* wire(secretIn(headers, apiKey))))
    const transport = new StreamableTransport(session.id)
    const talk: Talk = { session, transport, ...(yield* server.connect(session, transport)) }
    talks.set(session.id, talk)
    yield* Scope.addFinalizer(
      session.scope,
      Effect.sync(() => talks.delete(session.id))
    )
    return talk
  })

  const send = Effect.fnUntraced(function* (
    { headers }: HttpServerRequest.HttpServerRequest,
    apiKey: string | undefined,
    body: unknown
  ) {
    const user = yield* wire(Effect.mapError(Effect.flatten(Viewer), () => new NotSignedIn()))
    if (!takesAnswers(headers["accept"])) return yield* unacceptable
    const id = headers["mcp-session-id"]
    if (id !== undefined) {
      const talk = yield* talkOf(id, user)
      return isMessage(body) ? yield* answered(yield* exchange(talk, "POST", headers, body), talk) : malformedAnswer
    }
    if (!isMessage(body)) return malformedAnswer
    if (!beginsSession(body)) return yield* sessionless
    const talk = yield* Effect.provideService(begin(headers, apiKey), CurrentUser, user)
    return yield* exchange(talk, "POST", headers, body).pipe(
      Effect.flatMap((response) =>
        Effect.zipLeft(answered(response, talk), response.ok ? Effect.void : talk.session.end)
      ),
      Effect.onError(() => talk.session.end)
    )
  })

  const listen = Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest, id: string) {
    if (!takesEvents(headers["accept"])) return yield* unacceptable
    const talk = yield* talkOf(id, yield* CurrentUser)
    const { session } = talk
    if (session.streams > 0) return yield* new Conflict({ message: "this session has a stream open already" })
    session.streams++
    const closed = Effect.suspend(() => {
      session.streams--
      return sessions.used(session)
    })
    const response = yield* exchange(talk, "GET", headers)
    if (!response.ok) yield* closed
    else runFork(talk.streamOpened)
    return yield* answered(response, talk, closed)
  })

  const end = Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
    const id = headers["mcp-session-id"]
    if (id === undefined) return yield* new BadRequest({ message: "name the session to end in Mcp-Session-Id" })
    const { session } = yield* talkOf(id, yield* CurrentUser)
    yield* session.end
  })

  return StreamableHttp.of({ send, listen, end })
})

type Answered<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | Scope.Scope>

type Refused = BadRequest | NotAcceptable | NotFound | ServiceUnavailable

/** Streamable HTTP (contract, MCP): each request proves who sends it, and names its session once there is one. */
export class StreamableHttp extends Context.Tag("mcp/StreamableHttp")<
  StreamableHttp,
  {
    /** Answers a message; `initialize` begins a session. */
    readonly send: (
      request: HttpServerRequest.HttpServerRequest,
      apiKey: string | undefined,
      body: unknown
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
