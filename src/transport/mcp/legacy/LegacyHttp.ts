import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, Layer, Option, Runtime } from "effect"
import type { BadRequest, NotFound, ServiceUnavailable, TooMany, Unauthorized } from "../../../api/WireErrors.ts"
import { type CurrentUser, type SignedInUser, Viewer } from "../../../domain/accounts/CurrentUser.ts"
import { RateLimits, subjectOf } from "../../../services/RateLimits.ts"
import { toWireError } from "../../http/Errors.ts"
import { InFlight } from "../../http/InFlight.ts"
import { Heartbeat } from "../../wire/Heartbeat.ts"
import { RequestContext, type RequestState } from "../../wire/RequestContext.ts"
import { endlessResponse, makeEndlessBody, streamHead } from "../../wire/StreamBody.ts"
import { McpEventStream } from "../McpEventStream.ts"
import { invalidRequest, type PostedBody } from "../McpMessages.ts"
import { callerSecret, countMessages, noSession, refusalOf } from "../McpRequests.ts"
import { McpServer } from "../McpServer.ts"
import { Sessions } from "../Sessions.ts"
import { makeToolChoices } from "../tools/Tools.ts"
import { LegacyTransport } from "./LegacyTransport.ts"

/** HTTP+SSE of 2024-11-05, exactly as the specification has it (spec, MCP). */
export class LegacyHttp extends Context.Tag("transport/mcp/LegacyHttp")<
  LegacyHttp,
  {
    /**
     * Begins a session and opens its stream, whose first event names the URL for messages. A HEAD ends the session at once.
     * `tools` is of the URL (`parseToolChoice`).
     */
    readonly open: (
      request: HttpServerRequest.HttpServerRequest,
      tools: string | undefined
    ) => Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      BadRequest | Unauthorized | TooMany | ServiceUnavailable,
      CurrentUser
    >

    /**
     * Takes the message of a POST. The session has a credential, so the request needs none; fails with 404 where it has
     * one of another member.
     */
    readonly send: (
      id: string,
      body: PostedBody
    ) => Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      BadRequest | NotFound | TooMany | Unauthorized | ServiceUnavailable,
      Viewer
    >

    /** `send` without a fiber: true for a message that was taken; false, with nothing counted, where `send` has to be called. */
    readonly sendNow: (
      id: string,
      body: PostedBody,
      viewer: Option.Option<SignedInUser>,
      state: RequestState
    ) => boolean
  }
>() {
  static readonly layer = Layer.effect(LegacyHttp, Effect.gen(make))
}

/** The body of the answer to a message that was taken. */
export const accepted = "Accepted"

const batchRefused = invalidRequest("send one message, since HTTP+SSE takes no batches")

function* make() {
  const heartbeat = yield* Heartbeat
  const inFlight = yield* InFlight
  const sessions = yield* Sessions
  const server = yield* McpServer
  const toolChoice = yield* makeToolChoices
  const limits = yield* RateLimits
  const runFork = Runtime.runFork(yield* Effect.runtime())
  const transports = new Map<string, LegacyTransport>()

  const open = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, tools: string | undefined) {
    const choice = yield* toolChoice(tools)
    const begin = toWireError(Effect.flatMap(callerSecret, sessions.begin))
    if (request.method === "HEAD") {
      return yield* Effect.acquireUseRelease(
        begin,
        () => Effect.succeed(streamHead()),
        ({ end }) => end
      )
    }
    const session = yield* begin
    Object.assign(session, { tools: choice, streams: 1 }) // the session lives as long as its stream
    const body = makeEndlessBody(request, inFlight.isNewest)
    body.once("close", () => {
      transports.delete(session.id)
      runFork(session.end)
    })
    const transport = new LegacyTransport(session.id, new McpEventStream(body, heartbeat))
    transports.set(session.id, transport)
    yield* server.connect(session, transport)
    return endlessResponse(body)
  })

  const send = Effect.fnUntraced(function* (id: string, { count, isBatch, messages }: PostedBody) {
    const session = sessions.find(id)
    const transport = transports.get(id)
    const viewer = yield* Viewer
    const caller = Option.getOrElse(viewer, () => session?.user)
    if (caller !== undefined) yield* countMessages(limits, caller, count)
    if (session === undefined || transport === undefined) return yield* noSession
    if (Option.exists(viewer, (user) => user.id !== session.user.id)) return yield* noSession
    const state = yield* RequestContext
    state.userId = session.user.id
    yield* toWireError(sessions.revalidate(session))
    if (Either.isLeft(messages)) {
      const invalid = messages.left
      if (invalid._tag === "InvalidMessage" && invalid.isInitialize) yield* session.end
      return yield* refusalOf(invalid)
    }
    if (isBatch) return yield* refusalOf(batchRefused)
    for (const message of messages.right) transport.receive(message)
    return HttpServerResponse.text(accepted, { status: 202 })
  })

  const sendNow: LegacyHttp["Type"]["sendNow"] = (id, { isBatch, messages }, viewer, state) => {
    const session = sessions.find(id)
    const transport = transports.get(id)
    if (session === undefined || transport === undefined || isBatch || Either.isLeft(messages)) return false
    if (Option.exists(viewer, (user) => user.id !== session.user.id)) return false
    if (!sessions.revalidateNow(session)) return false
    const admitted = limits.admitNow(["mcp"], subjectOf(session.user))
    if (admitted === undefined || Either.isLeft(admitted)) return false
    state.budget = admitted.right
    state.userId = session.user.id
    for (const message of messages.right) transport.receive(message)
    return true
  }

  return LegacyHttp.of({ open, send, sendNow })
}
