import type { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js"
import { Context, Effect, Either, Layer } from "effect"
import {
  BadRequest,
  type Conflict,
  type NotAcceptable,
  type NotFound,
  type ServiceUnavailable,
  type TooMany,
  type Unauthorized
} from "../../../api/WireErrors.ts"
import { CurrentUser, NotSignedIn, Viewer } from "../../../domain/accounts/CurrentUser.ts"
import { RateLimits } from "../../../services/RateLimits.ts"
import { countMessages } from "../../http/Admission.ts"
import { toWireError } from "../../http/Errors.ts"
import { invalidRequest, isInitialization, type PostedBody } from "../McpMessages.ts"
import { refusalOf } from "../McpRequests.ts"
import { checkAccept, checkRevision } from "../Negotiation.ts"
import { isStateless } from "../stateless/Envelope.ts"
import { StatelessHttp } from "../stateless/StatelessHttp.ts"
import { makeToolChoices } from "../tools/Tools.ts"
import { makeConnections } from "./StreamableConnections.ts"
import { makeStreams } from "./StreamableStreams.ts"

type Response<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

type Refused = BadRequest | NotAcceptable | NotFound | ServiceUnavailable

/** Streamable HTTP (contract, MCP). Each request carries a credential, and each after `initialize` the id of its session. */
export class StreamableHttp extends Context.Tag("transport/mcp/StreamableHttp")<
  StreamableHttp,
  {
    /**
     * Answers the messages of a POST. `initialize` begins a session. The body is not read without a credential. `tools` is
     * of the URL (`parseToolChoice`).
     */
    readonly send: <E>(
      request: HttpServerRequest.HttpServerRequest,
      body: Effect.Effect<PostedBody, E>,
      tools: string | undefined
    ) => Response<E | Refused | Unauthorized | TooMany, Viewer>

    /** Opens the stream of the server's own messages to a session. Fails with 409 where it is open already. */
    readonly listen: (
      request: HttpServerRequest.HttpServerRequest,
      id: string
    ) => Response<Refused | Conflict, CurrentUser>

    /** Ends the session that the request names. */
    readonly end: (
      request: HttpServerRequest.HttpServerRequest
    ) => Effect.Effect<void, BadRequest | NotFound | ServiceUnavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(StreamableHttp, Effect.gen(make))
}

const sessionRequired = new BadRequest({
  message: "this message needs a session: send initialize, then the Mcp-Session-Id of its answer with each message"
})

function* make() {
  const connections = yield* makeConnections
  const limits = yield* RateLimits
  const stateless = yield* StatelessHttp
  const toolChoice = yield* makeToolChoices
  const streams = yield* makeStreams

  const send = Effect.fnUntraced(function* <E>(
    request: HttpServerRequest.HttpServerRequest,
    body: Effect.Effect<PostedBody, E>,
    tools: string | undefined
  ) {
    const { headers } = request
    const user = yield* toWireError(Effect.mapError(Effect.flatten(Viewer), () => new NotSignedIn()))
    const { count, decode } = yield* body
    yield* countMessages(limits, user, count)
    const messages = decode()
    if (Either.isRight(messages) && isStateless(headers, messages.right)) {
      yield* checkAccept(headers, ["application/json"])
      return yield* stateless.answer(request, messages.right, user, yield* toolChoice(tools))
    }
    yield* checkAccept(headers, ["application/json", "text/event-stream"])
    const id = headers["mcp-session-id"]
    const connection = id === undefined ? undefined : yield* connections.find(id, user)
    if (Either.isLeft(messages)) return yield* refusalOf(messages.left)
    if (connection !== undefined) {
      if (messages.right.some(isInitializeRequest)) return yield* refusalOf(invalidRequest("this session has begun"))
      yield* checkRevision(headers)
      return yield* streams.answer(request, connection, messages.right)
    }
    if (!isInitialization(messages.right)) return yield* sessionRequired
    const choice = yield* toolChoice(tools)
    const newConnection = yield* Effect.provideService(connections.begin, CurrentUser, user)
    newConnection.session.tools = choice
    return yield* Effect.onError(
      streams.answer(request, newConnection, messages.right),
      () => newConnection.session.end
    )
  })

  const listen = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, id: string) {
    const { headers } = request
    yield* checkAccept(headers, ["text/event-stream"])
    const connection = yield* connections.find(id, yield* CurrentUser)
    yield* checkRevision(headers)
    return yield* streams.listen(request, connection)
  })

  const end = Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
    const id = headers["mcp-session-id"]
    if (id === undefined) return yield* new BadRequest({ message: "name the session to end in Mcp-Session-Id" })
    const { session } = yield* connections.find(id, yield* CurrentUser)
    yield* session.end
  })

  return StreamableHttp.of({ send, listen, end })
}
