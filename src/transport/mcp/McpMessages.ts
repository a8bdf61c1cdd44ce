import { HttpServerResponse } from "@effect/platform"
import {
  InitializeRequestSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  type RequestId
} from "@modelcontextprotocol/sdk/types.js"
import { Data, Effect, Either, Predicate } from "effect"
import type { BadRequest } from "../../api/WireErrors.ts"
import { maxMcpBatch } from "../../domain/Limits.ts"
import { parseJson } from "../wire/Body.ts"

/**
 * The maximum number of characters of an MCP message's id, a progress token, and each name and version in `clientInfo`.
 */
const maxIdCharacters = 200

/** The maximum number of characters of the params of `initialize`, as JSON. */
const maxInitializeCharacters = 32 * 1024

/**
 * JSON that breaks the rules of JSON-RPC, of MCP or of this transport. It is answered by a JSON-RPC error, under 400.
 */
export class InvalidMessage extends Data.TaggedError("InvalidMessage")<{
  readonly code: -32600 | -32602
  readonly message: string
  readonly id: RequestId | null
}> {
  /** True for an `initialize` that is refused for its params. */
  readonly isInitialize = this.code === -32602
}

export interface PostedBody {
  /** The number of messages that the rate limit counts: one for a body that is not valid. */
  readonly count: number
  readonly isBatch: boolean
  /** Decodes the messages. They count before it. */
  readonly decode: () => Either.Either<ReadonlyArray<JSONRPCMessage>, BadRequest | InvalidMessage>
}

export const invalidRequest = (message: string) =>
  new InvalidMessage({ code: -32600, message: `Invalid Request: ${message}`, id: null })

const wrongBatch = invalidRequest(`a batch must hold 1 to ${maxMcpBatch} messages`)

const isLong = (value: unknown) => typeof value === "string" && value.length > maxIdCharacters

/** The members of `_meta` that each request of a stateless client carries. */
export const statelessMeta = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities"
} as const

/** The `_meta` of a message; empty where it has none. */
export const metaOf = (message: object): Readonly<Record<string, unknown>> => {
  const params = Predicate.hasProperty(message, "params") ? message.params : undefined
  const meta = Predicate.hasProperty(params, "_meta") ? params._meta : undefined
  return Predicate.isRecord(meta) ? meta : {}
}

const checkedInitialize = (request: JSONRPCRequest): Either.Either<JSONRPCMessage, InvalidMessage> => {
  const refuse = (message: string) => Either.left(new InvalidMessage({ code: -32602, message, id: request.id }))
  const { data } = InitializeRequestSchema.safeParse(request)
  if (data === undefined) {
    return refuse("initialize needs protocolVersion, capabilities, and clientInfo with name and version")
  }
  const { clientInfo, protocolVersion } = data.params
  const { name, title, version } = clientInfo
  if ([protocolVersion, name, title, version].some(isLong)) {
    return refuse(
      `protocolVersion, and name, title and version of clientInfo, must be at most ${maxIdCharacters} characters`
    )
  }
  if (JSON.stringify(request.params).length > maxInitializeCharacters) {
    return refuse(`the params of initialize must be at most ${maxInitializeCharacters} characters`)
  }
  return Either.right(request)
}

/** True for a message. The copy of the SDK's schema is left: it has lost a member that is called `__proto__`. */
const isMessage = (json: unknown): json is JSONRPCMessage => JSONRPCMessageSchema.safeParse(json).success

const isEmpty = (params: unknown) => params === null || (Array.isArray(params) && params.length === 0)

/** A message whose params are null or an empty list has none: several languages send none so. */
const withoutEmptyParams = (data: unknown): unknown => {
  if (!Predicate.hasProperty(data, "params") || !isEmpty(data.params)) return data
  const { params: _, ...rest } = data
  return rest
}

const messageOf = (posted: unknown): Either.Either<JSONRPCMessage, InvalidMessage> => {
  const data = withoutEmptyParams(posted)
  if (!isMessage(data)) return Either.left(invalidRequest("send a JSON-RPC 2.0 message"))
  if (("id" in data && isLong(data.id)) || isLong(metaOf(data)["progressToken"])) {
    return Either.left(invalidRequest(`an id, and a progressToken, must be at most ${maxIdCharacters} characters`))
  }
  if (!("method" in data) || data.method !== "initialize" || statelessMeta.version in metaOf(data)) {
    return Either.right(data)
  }
  return isJSONRPCRequest(data) ? checkedInitialize(data) : Either.right(data)
}

/** Parses a body: a message or a batch. */
export const parseBody = (body: string): PostedBody => {
  const json = parseJson(body)
  if (Either.isLeft(json)) return { count: 1, isBatch: false, decode: () => Either.left(json.left) }
  const posted = json.right
  if (!Array.isArray(posted)) {
    return { count: 1, isBatch: false, decode: () => Either.map(messageOf(posted), (one) => [one]) }
  }
  const batch: ReadonlyArray<unknown> = posted
  return batch.length === 0 || batch.length > maxMcpBatch
    ? { count: 1, isBatch: true, decode: () => Either.left(wrongBatch) }
    : { count: batch.length, isBatch: true, decode: () => Either.all(batch.map(messageOf)) }
}

/** True for a single `initialize`, which begins a session. */
export const isInitialization = (messages: ReadonlyArray<JSONRPCMessage>): boolean =>
  messages.length === 1 && isInitializeRequest(messages[0])

export const requestIds = (messages: ReadonlyArray<JSONRPCMessage>): ReadonlyArray<RequestId> =>
  messages.filter(isJSONRPCRequest).map(({ id }) => id)

/** Answers a body that holds no valid message: a JSON-RPC error under 400, or as REST does where it is not JSON. */
export const refusalOf = (
  refused: BadRequest | InvalidMessage
): Effect.Effect<HttpServerResponse.HttpServerResponse, BadRequest> => {
  if (refused._tag === "BadRequest") return refused
  const { code, id, message } = refused
  return Effect.succeed(
    HttpServerResponse.unsafeJson({ jsonrpc: "2.0", error: { code, message }, id }, { status: 400 })
  )
}
