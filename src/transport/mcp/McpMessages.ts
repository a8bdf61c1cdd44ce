import {
  InitializeRequestSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  type RequestId
} from "@modelcontextprotocol/sdk/types.js"
import { Data, Either, Predicate } from "effect"

/** The most messages of one batch (contract, Limits). */
const maxBatch = 20

/** The most characters of an id, a progress token, and of each name and version that a client tells of itself. */
const maxCharacters = 200

/** The most characters of all that a client says when it begins a session. */
const maxInitializeCharacters = 32 * 1024

/** A body that is no JSON. */
export class NoJson extends Data.TaggedError("NoJson") {}

/** JSON that is no message we take. It is answered as a JSON-RPC error, under 400. */
export class MessageRefused extends Data.TaggedError("MessageRefused")<{
  readonly code: -32600 | -32602
  readonly message: string
  readonly id: RequestId | null
}> {
  /** Whether it would have begun a session. */
  readonly isOpening = this.code === -32602
}

/** A body as it was posted to MCP. */
export interface Posted {
  /** How many messages it counts as; one where it is refused. */
  readonly count: number
  readonly isBatch: boolean
  readonly messages: Either.Either<ReadonlyArray<JSONRPCMessage>, NoJson | MessageRefused>
}

/** A message, or a body of them, that breaks the rules of JSON-RPC or of this transport. */
export const invalidRequest = (message: string) =>
  new MessageRefused({ code: -32600, message: `Invalid Request: ${message}`, id: null })

const isLong = (value: unknown) => typeof value === "string" && value.length > maxCharacters

const progressTokenOf = (message: object): unknown => {
  const params = Predicate.hasProperty(message, "params") ? message.params : undefined
  const meta = Predicate.hasProperty(params, "_meta") ? params._meta : undefined
  return Predicate.hasProperty(meta, "progressToken") ? meta.progressToken : undefined
}

/**
 * The request with what the server needs to know of its client. The SDK keeps capabilities and names for as long as the
 * session lives, and this server asks nothing of its clients.
 */
const opening = (request: JSONRPCRequest): Either.Either<JSONRPCMessage, MessageRefused> => {
  const refuse = (message: string) => Either.left(new MessageRefused({ code: -32602, message, id: request.id }))
  const { data } = InitializeRequestSchema.safeParse(request)
  if (data === undefined) {
    return refuse("initialize needs protocolVersion, capabilities, and clientInfo with name and version")
  }
  const { clientInfo, protocolVersion } = data.params
  const { name, title, version } = clientInfo
  if ([protocolVersion, name, title, version].some(isLong)) {
    return refuse(
      `protocolVersion, and name, title and version of clientInfo, must be at most ${maxCharacters} characters`
    )
  }
  if (JSON.stringify(request.params).length > maxInitializeCharacters) {
    return refuse(`the params of initialize must be at most ${maxInitializeCharacters} characters`)
  }
  return Either.right({ ...request, params: { protocolVersion, capabilities: {}, clientInfo: { name, version } } })
}

const messageOf = (json: unknown): Either.Either<JSONRPCMessage, MessageRefused> => {
  const { data } = JSONRPCMessageSchema.safeParse(json)
  if (data === undefined) return Either.left(invalidRequest("send a JSON-RPC 2.0 message"))
  if (("id" in data && isLong(data.id)) || isLong(progressTokenOf(data))) {
    return Either.left(invalidRequest(`an id, and a progressToken, must be at most ${maxCharacters} characters`))
  }
  return isJSONRPCRequest(data) && data.method === "initialize" ? opening(data) : Either.right(data)
}

/** The messages of a body, a batch or a single one. */
export const posted = (body: string): Posted => {
  const json = Either.try<unknown, NoJson>({ try: () => JSON.parse(body), catch: () => new NoJson() })
  if (Either.isLeft(json)) return { count: 1, isBatch: false, messages: Either.left(json.left) }
  if (!Array.isArray(json.right)) {
    return { count: 1, isBatch: false, messages: Either.map(messageOf(json.right), (one) => [one]) }
  }
  const batch: ReadonlyArray<unknown> = json.right
  return batch.length === 0 || batch.length > maxBatch
    ? { count: 1, isBatch: true, messages: Either.left(invalidRequest(`a batch must hold 1 to ${maxBatch} messages`)) }
    : { count: batch.length, isBatch: true, messages: Either.all(batch.map(messageOf)) }
}

/** Whether they are the single message that begins a session. */
export const beginSession = (messages: ReadonlyArray<JSONRPCMessage>): boolean =>
  messages.length === 1 && isInitializeRequest(messages[0])

/** Whether one of them asks to begin a session. */
export const beginAnother = (messages: ReadonlyArray<JSONRPCMessage>): boolean => messages.some(isInitializeRequest)

/** The ids of the requests among them. */
export const requestIds = (messages: ReadonlyArray<JSONRPCMessage>): ReadonlyArray<RequestId> =>
  messages.filter(isJSONRPCRequest).map(({ id }) => id)
