import { HttpServerResponse } from "@effect/platform"
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Clock, Effect, Either, Option, Predicate, Redacted, Runtime, Schema, Scope } from "effect"
import { mcpServerInfo } from "../../api/McpApi.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { jsonInOneLine } from "../../domain/OneLine.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { toWireError } from "../http/Errors.ts"
import { begun, type Exchange } from "../http/Exchanges.ts"
import { jsonText, textOf } from "../wire/EntityTag.ts"
import { Heartbeat } from "../wire/Heartbeat.ts"
import { streamHeaders } from "../wire/ResponseWriter.ts"
import { callerContext } from "./Caller.ts"
import { ClientInput, canAnswer, type InputRequired } from "./ClientInput.ts"
import { McpEventStream, messageEvent, resultMessage } from "./McpEventStream.ts"
import { invalidRequest, refusalOf } from "./McpMessages.ts"
import { type Caching, Methods } from "./Methods.ts"
import { type AnswerForm, readRequest, type StatelessRequest } from "./Negotiation.ts"
import { asProtocolErrors, missingCapability, ProtocolError } from "./ProtocolError.ts"
import { callerSecret, Sessions } from "./Sessions.ts"
import { maxSubscriptions, Subscriptions } from "./Subscriptions.ts"

/** The time that an MCP client has to answer a question of a tool. */
const maxAgeMillis = 10 * 60_000

/** The maximum number of characters of the state that an MCP client sends back with an answer. */
const maxStateCharacters = 4_096

const Payload = Schema.parseJson(
  Schema.Struct({ state: Schema.String, request: Schema.String, expiresAt: Schema.Number })
)
const encodePayload = Schema.encodeSync(Payload)
const decodePayload = Schema.decodeOption(Payload)

const invalidState = ProtocolError.of(
  "invalidParams",
  `requestState must be the one of the result before, sent back unchanged within ${maxAgeMillis / 60_000} minutes by the same caller with the ` +
    "same params: send the request again without requestState and inputResponses"
)

/**
 * Seals the state between two requests of a client, so that any instance can open it without storage. The key is the
 * caller's credential: another caller can neither use nor forge it. It belongs to one method and its params.
 */
const makeRequestStates = Effect.gen(function* () {
  const secrets = yield* Secrets

  const digestOf = ({ method, params }: StatelessRequest) =>
    secrets.digest(JSON.stringify([method, params["name"], params["uri"], params["arguments"]]))

  const macOf = (secret: Secret, payload: string) => secrets.mac(secret, `MCP request state ${payload}`)

  const seal = (secret: Secret, request: StatelessRequest, state: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const json = encodePayload({ state, request: digestOf(request), expiresAt: now + maxAgeMillis })
      const payload = Buffer.from(json).toString("base64url")
      return `${payload}.${macOf(secret, payload)}`
    })

  const open = Effect.fnUntraced(function* (secret: Secret, request: StatelessRequest) {
    const sealed = request.params["requestState"]
    if (sealed === undefined) return undefined
    if (typeof sealed !== "string" || sealed.length > maxStateCharacters) return yield* invalidState
    const [payload = "", mac = "", ...rest] = sealed.split(".")
    const isGenuine = secrets.isSame(Redacted.make(mac), Redacted.make(macOf(secret, payload)))
    if (rest.length > 0 || !isGenuine) return yield* invalidState
    const decoded = decodePayload(Buffer.from(payload, "base64url").toString("utf8"))
    const now = yield* Clock.currentTimeMillis
    const valid = Option.filter(decoded, (one) => one.request === digestOf(request) && now < one.expiresAt)
    return Option.isNone(valid) ? yield* invalidState : valid.value.state
  })

  return { seal, open }
})

const { codes } = ProtocolError

/** The statuses of errors that a proxy or a client must be able to tell without the body. All others are 200. */
const statuses = new Map<number, number>([
  [codes.methodNotFound, 404],
  [codes.headerMismatch, 400],
  [codes.missingCapability, 400],
  [codes.unsupportedRevision, 400]
])

/** The codes that this revision has for errors of earlier ones. */
const renumbered = new Map<number, number>([
  [codes.resourceNotFound, codes.invalidParams],
  [codes.tooManyRequests, 429],
  [codes.missingScope, 403]
])

const errorResponse = (id: RequestId, { code, data, message }: ProtocolError, status = statuses.get(code) ?? 200) =>
  jsonText(JSON.stringify({ jsonrpc: "2.0", id, error: { code: renumbered.get(code) ?? code, message, data } }), status)

const oneRequest = invalidRequest("send one request: MCP 2026-07-28 takes no batches, notifications or responses")

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
 * The streams of `subscriptions/listen`. Each is a session of its own, so that it counts as one, ends with its
 * credential and when the server stops; its client never learns the id of the session.
 */
const makeListenStreams = Effect.gen(function* () {
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

type Meta = Readonly<Record<string, unknown>>

/** Names the server in each result, since no session has introduced it. */
const metaOf = (meta: Meta = {}) => JSON.stringify({ "io.modelcontextprotocol/serverInfo": mcpServerInfo, ...meta })

const completeHead = `{"resultType":"complete","_meta":${metaOf()},`

/** The members of an object as the complete result of a request, which the client may keep as `caching` says. */
const completeResult = (json: string, caching?: Caching): string => {
  const head = caching === undefined ? completeHead : `${completeHead}${JSON.stringify(caching).slice(1, -1)},`
  return head + json.slice(1)
}

/** A complete result without members of its own. */
const emptyResult = (meta: Meta): string => `{"resultType":"complete","_meta":${metaOf(meta)}}`

const inputRequiredResult = (inputRequests: object, requestState: string | undefined): string =>
  `{"resultType":"input_required","_meta":${metaOf()},${JSON.stringify({ inputRequests, requestState }).slice(1)}`

/** An answer in the form that its client wants. Failures of the request itself stay JSON, as everywhere. */
const inForm = (form: AnswerForm, response: HttpServerResponse.HttpServerResponse) => {
  const json = textOf(response)
  return form === "json" || response.status !== 200 || json === undefined
    ? response
    : HttpServerResponse.text(messageEvent(json), { headers: streamHeaders, contentType: "text/event-stream" })
}

/** MCP 2026-07-28: each request is self-contained, so that any instance can answer it. */
export const makeStateless = Effect.gen(function* () {
  const methods = yield* Methods
  const states = yield* makeRequestStates
  const listen = yield* makeListenStreams

  /** Asks the client, which must have declared that it can be asked. */
  const ask = Effect.fnUntraced(function* (secret: Secret, request: StatelessRequest, required: InputRequired) {
    const isAnswerable = Object.values(required.requests).every((one) => canAnswer(request.capabilities, one))
    if (!isAnswerable) return yield* missingCapability(required)
    const { requests, state } = required
    return inputRequiredResult(requests, state === undefined ? undefined : yield* states.seal(secret, request, state))
  })

  const resultOf = Effect.fnUntraced(function* (secret: Secret, request: StatelessRequest) {
    const { capabilities, method: name, params } = request
    const method = methods.stateless(name)
    if (method === undefined) return yield* ProtocolError.methodNotFound(name)
    const responses = Predicate.isRecord(params["inputResponses"]) ? params["inputResponses"] : {}
    const state = yield* states.open(secret, request)
    return yield* method.call(params).pipe(
      Effect.map((json) => completeResult(json, method.caching)),
      Effect.provideService(ClientInput, { isOfSession: false, capabilities, responses, state }),
      Effect.catchTag("InputRequired", (required) => ask(secret, request, required))
    )
  })

  const responseTo = Effect.fnUntraced(function* (exchange: Exchange, request: StatelessRequest) {
    if (request.method === "subscriptions/listen") return yield* listen(exchange, request)
    const result = yield* asProtocolErrors(resultOf(yield* callerSecret, request))
    return jsonText(jsonInOneLine(resultMessage(request.id, result)))
  })

  /** Answers the messages of a POST, which must be one request. Its rate limit has been counted. */
  return Effect.fnUntraced(function* (
    exchange: Exchange,
    { form, messages }: { readonly messages: ReadonlyArray<JSONRPCMessage>; readonly form: AnswerForm },
    user: SignedInUser,
    tools: ReadonlySet<string> | undefined
  ) {
    const [message] = messages
    if (message === undefined || messages.length > 1 || !isJSONRPCRequest(message)) return yield* refusalOf(oneRequest)
    const request = readRequest(exchange, message)
    if (Either.isLeft(request)) return errorResponse(message.id, request.left, 400)
    return yield* responseTo(exchange, request.right).pipe(
      Effect.provide(callerContext(user, tools)),
      Effect.catchTag("ProtocolError", (error) => Effect.succeed(errorResponse(message.id, error))),
      Effect.map((response) => inForm(form, response)),
      toWireError
    )
  })
})
