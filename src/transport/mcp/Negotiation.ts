import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS
} from "@modelcontextprotocol/sdk/types.js"
import { Effect, Either, Predicate } from "effect"
import { mcpRevisions } from "../../api/McpApi.ts"
import { BadRequest, NotAcceptable } from "../../api/WireErrors.ts"
import type { Exchange } from "../http/Exchanges.ts"
import { weightOf } from "../wire/Accept.ts"
import { metaOf, statelessMeta } from "./McpMessages.ts"
import { ProtocolError, repeated } from "./ProtocolError.ts"

type Headers = Pick<Exchange, "header">

/** The revisions of the protocol with sessions, which the SDK speaks, newest first. */
const statefulRevisions: ReadonlyArray<string> = SUPPORTED_PROTOCOL_VERSIONS

/** The forms of an answer: one document, or an event for each message. */
export type AnswerForm = "json" | "events"

const mediaTypes: Readonly<Record<AnswerForm, string>> = { json: "application/json", events: "text/event-stream" }

const unacceptable = new NotAcceptable({ message: "send Accept: application/json, text/event-stream" })

/**
 * The form that a client wants, and the first of these where it takes several alike. A request without `Accept` takes
 * any. Fails where it takes none.
 */
export const answerForm = (
  headers: Headers,
  forms: ReadonlyArray<AnswerForm>
): Effect.Effect<AnswerForm, NotAcceptable> => {
  const accept = headers.header("accept") ?? "*/*"
  const weighed = forms.map((form) => ({ form, weight: weightOf(accept, mediaTypes[form]) }))
  const best = Math.max(...weighed.map(({ weight }) => weight))
  const wanted = weighed.find(({ weight }) => weight === best && weight > 0)
  return wanted === undefined ? unacceptable : Effect.succeed(wanted.form)
}

/** Fails for a revision that is not spoken here. A request that names none has the revision of `initialize`. */
export const checkRevision = (headers: Headers): Effect.Effect<void, BadRequest> => {
  const revision = headers.header("mcp-protocol-version")
  return revision === undefined || statefulRevisions.includes(revision)
    ? Effect.void
    : new BadRequest({ message: `Mcp-Protocol-Version must be one of ${statefulRevisions.join(", ")}` })
}

/** The revision of MCP without sessions: each request names its revision and the capabilities of its client. */
const [revision] = mcpRevisions

type Json = Readonly<Record<string, unknown>>

export interface StatelessRequest {
  readonly id: RequestId
  readonly method: string
  readonly params: Json
  readonly capabilities: Json
}

/** The methods that only stateless clients call. */
const statelessMethods: ReadonlySet<string> = new Set(["server/discover", "subscriptions/listen"])

/** True for the request of a stateless client whose answer is a stream. */
export const isListening = (message: JSONRPCMessage): boolean =>
  "method" in message && message.method === "subscriptions/listen"

const isStatelessMessage = (message: JSONRPCMessage): boolean =>
  "method" in message && (statelessMethods.has(message.method) || statelessMeta.version in metaOf(message))

/**
 * True for the messages of a stateless client. Such a client names its revision in `_meta` and in a header. A client of
 * an earlier revision names none before it has a session.
 */
export const isStateless = (headers: Headers, messages: ReadonlyArray<JSONRPCMessage>): boolean => {
  if (messages.some(isStatelessMessage)) return true
  const named = headers.header("mcp-protocol-version")
  return named !== undefined && headers.header("mcp-session-id") === undefined && !statefulRevisions.includes(named)
}

/** The member of the params that the header `Mcp-Name` repeats, by method. */
const nameMembers: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri"
}

/** Decodes a header value, which clients encode where it is not plain ASCII; undefined for one that is not base64. */
const decodedHeader = (value: string): string | undefined => {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  if (base64 === undefined) return value
  const bytes = Buffer.from(base64, "base64")
  return bytes.toString("base64") === base64 ? bytes.toString("utf8") : undefined
}

const mismatch = (header: string, member: string) =>
  ProtocolError.of("headerMismatch", `the header ${header} must repeat ${member} of the body`)

const checkHeaders = (headers: Headers, method: string, params: Json, version: string): ProtocolError | undefined => {
  if (headers.header("mcp-protocol-version") !== version)
    return mismatch("MCP-Protocol-Version", `_meta.${statelessMeta.version}`)
  if (headers.header("mcp-method") !== method) return mismatch("Mcp-Method", "method")
  const member = nameMembers[method]
  return member !== undefined && decodedHeader(headers.header("mcp-name") ?? "") !== params[member]
    ? mismatch("Mcp-Name", `params.${member}`)
    : undefined
}

const invalidMeta = (name: string, type: string) =>
  ProtocolError.of(
    "invalidParams",
    `params._meta["${name}"] must be ${type}: each request of MCP ${revision} carries it`
  )

/** Reads a request, and checks its `_meta` against its headers. */
export const readRequest = (
  headers: Headers,
  message: JSONRPCMessage
): Either.Either<StatelessRequest, ProtocolError> => {
  if (!isJSONRPCRequest(message)) return Either.left(ProtocolError.of("invalidParams", "send a request"))
  const { id, method, params = {} } = message
  const meta = metaOf(message)
  const version = meta[statelessMeta.version]
  const capabilities = meta[statelessMeta.capabilities]
  if (typeof version !== "string") return Either.left(invalidMeta(statelessMeta.version, "a string"))
  if (!Predicate.isRecord(capabilities)) return Either.left(invalidMeta(statelessMeta.capabilities, "an object"))
  const mismatched = checkHeaders(headers, method, params, version)
  if (mismatched !== undefined) return Either.left(mismatched)
  return version === revision
    ? Either.right({ id, method, params, capabilities })
    : Either.left(
        ProtocolError.of(
          "unsupportedRevision",
          `this server does not speak MCP ${repeated(version)} without a session`,
          {
            supported: mcpRevisions,
            requested: repeated(version)
          }
        )
      )
}
