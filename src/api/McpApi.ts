import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Done } from "../domain/accounts/Account.ts"
import { maxMcpBatch, maxRpcCalls } from "../domain/Limits.ts"
import { version } from "../domain/Version.ts"
import {
  Anyone,
  BodyType,
  CountsAs,
  IgnoresIdempotencyKey,
  NeedsScope,
  QueryCredentials,
  ReadsBody,
  SignedIn
} from "./Access.ts"
import { body } from "./Body.ts"
import { Example } from "./document/Samples.ts"
import { ShowsPosts } from "./Keeps.ts"
import { optional } from "./Query.ts"
import { Conflict, NotAcceptable, NotFound } from "./WireErrors.ts"

/** The revisions of MCP that this server speaks, newest first. The newest has no sessions. */
export const mcpRevisions = [
  "2026-07-28",
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07"
] as const

/** The name and version that the server sends to MCP clients. */
export const mcpServerInfo = { name: "rare-disease-community", title: "Rare-disease community", version }

const apiKey = optional(Schema.String, { description: "An API key, where no header can be sent." })

const tools = optional(Schema.String, {
  description: "The tools that the client wants, by their names with commas between them; all unless said."
})

const session = Schema.Struct({
  "mcp-session-id": Schema.optional(
    Schema.String.annotations({ description: "The Streamable HTTP session, as the answer to `initialize` named it." })
  )
})

const Message = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.optional(Schema.Union(Schema.String, Schema.Number)),
  method: Schema.optional(Schema.String),
  params: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
}).annotations({ identifier: "McpMessage", description: "A JSON-RPC message of the Model Context Protocol." })

const eventStream = HttpApiSchema.Text({ contentType: "text/event-stream" })

const calledTool = { jsonrpc: "2.0", id: 1, result: { content: [], structuredContent: {} } }

const jsonRpcAnswer = (member: "error" | "result") => ({
  type: "object",
  required: ["jsonrpc", "id", member],
  properties: { jsonrpc: { const: "2.0" }, id: { type: ["string", "number", "null"] }, [member]: { type: "object" } }
})

const revisionHeaders = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"].map((name) => ({
  name,
  in: "header",
  required: false,
  description: "Required by MCP 2026-07-28, where it repeats a part of the message.",
  schema: { type: "string" }
}))

const jsonAnswers = ["result", "error"] as const

/** Adds what HttpApi has no words for: two media types of one status, and headers of one revision. */
const withJsonRpc: typeof OpenApi.Transform.Service = (operation) => {
  const { parameters, responses } = operation
  const json = { schema: { anyOf: jsonAnswers.map(jsonRpcAnswer) }, example: calledTool }
  return {
    ...operation,
    parameters: [...parameters, ...revisionHeaders],
    responses: {
      ...responses,
      "200": { ...responses["200"], content: { ...responses["200"].content, "application/json": json } },
      "202": { ...responses["202"], content: { "text/plain": { schema: { type: "string" }, example: "Accepted" } } }
    }
  }
}

/** The Model Context Protocol at one URL, for every generation of clients (spec, MCP; contract, MCP). */
export class McpApi extends HttpApiGroup.make("mcp")
  .add(
    HttpApiEndpoint.get("open", "/mcp")
      .annotate(ShowsPosts, true)
      .setUrlParams(Schema.Struct({ apiKey, tools }))
      .setHeaders(session)
      .addSuccess(eventStream)
      .addError(Schema.Union(NotFound.wire, Conflict.wire, NotAcceptable.wire))
      .middleware(SignedIn)
      .annotate(QueryCredentials, ["apiKey"])
      .annotate(CountsAs, ["read"])
      .annotate(OpenApi.Summary, "Open an MCP stream")
      .annotate(
        OpenApi.Description,
        "HTTP+SSE (2024-11-05): the first event is `endpoint`, whose data is the path to send messages to, " +
          "`/api/mcp?sessionId=<id>`; answers come as `message` events. With the header `Mcp-Session-Id` it is the " +
          "stream of a Streamable HTTP session, on which the server sends its messages."
      )
  )
  .add(
    HttpApiEndpoint.post("send", "/mcp")
      .setUrlParams(
        Schema.Struct({
          apiKey,
          tools,
          sessionId: optional(Schema.String, { description: "The session of the `endpoint` event (HTTP+SSE)." })
        })
      )
      .setHeaders(session)
      .setPayload(body(Message))
      .addSuccess(eventStream)
      .addSuccess(
        HttpApiSchema.Text().annotations({
          ...HttpApiSchema.annotations({ status: 202 }),
          description: "Taken; what there is to answer comes on the stream."
        })
      )
      .addError(Schema.Union(NotFound.wire, NotAcceptable.wire))
      .middleware(Anyone)
      .annotate(QueryCredentials, ["apiKey"])
      .annotate(CountsAs, [])
      .annotate(ReadsBody, true)
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Send an MCP message")
      .annotate(
        OpenApi.Description,
        "MCP 2026-07-28: each request is self-contained, with `_meta` and the headers `MCP-Protocol-Version`, `Mcp-Method` and " +
          "`Mcp-Name`; the answer is JSON, or an event stream for `subscriptions/listen`. " +
          "With `sessionId` (HTTP+SSE) no credential is needed: the session has one. Without it (Streamable HTTP) the " +
          "first message is `initialize`; its answer names a session in the header `Mcp-Session-Id`, which every later " +
          `message carries besides the credential. Each message counts in a limit of its own, those of a batch (at most ${maxMcpBatch}) ` +
          "one by one; a tool call also counts as the call of its REST twin. A message that is not JSON-RPC is " +
          "answered with a JSON-RPC error."
      )
      .annotate(Example, {
        request: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "get_community_stats", arguments: {} }
        },
        response: `event: message\ndata: ${JSON.stringify(calledTool)}\n\n`
      })
      .annotate(OpenApi.Transform, withJsonRpc)
  )
  .add(
    HttpApiEndpoint.del("end", "/mcp")
      .setUrlParams(Schema.Struct({ apiKey }))
      .setHeaders(session)
      .addSuccess(Done)
      .addError(NotFound.wire)
      .middleware(SignedIn)
      .annotate(QueryCredentials, ["apiKey"])
      .annotate(CountsAs, [])
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "End an MCP session")
      .annotate(OpenApi.Description, "Ends the Streamable HTTP session that `Mcp-Session-Id` names.")
      .annotate(Example, { response: { success: true } })
  )
  .annotateEndpoints(NeedsScope, "any")
  .annotateContext(
    OpenApi.annotations({ title: "MCP", description: "The community as tools, resources and prompts for AI agents." })
  )
  .prefix("/api") {}

/** The procedures of `CommunityRpcs.ts` over HTTP. Each call in a body is counted, and answered separately. */
export class RpcApi extends HttpApiGroup.make("rpc")
  .add(
    HttpApiEndpoint.post("call", "/rpc")
      .addSuccess(HttpApiSchema.Text({ contentType: "application/ndjson" }))
      .middleware(SignedIn)
      .annotate(CountsAs, [])
      .annotate(NeedsScope, "any")
      .annotate(BodyType, "application/ndjson")
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Call typed procedures")
      .annotate(
        OpenApi.Description,
        "For clients made with `@effect/rpc` from the same definitions: newline-delimited JSON both ways, the credential " +
          `in the \`Authorization\` header of the request, and 1 to ${maxRpcCalls} calls in one body, each with an id of its own. Every ` +
          "call counts in the limit of MCP messages before it is decoded, and a body with more calls than are left is " +
          "refused whole (429). A call that cannot be decoded fails with `BadRequest` under its id; a line without an id " +
          "refuses the whole body (400). The procedures are the tools, and `follow_notifications`, which streams " +
          "those after the id `after` (0: all), with a space every 15 seconds, and fails with `NotSignedIn` when the credential ends."
      )
  )
  .annotateContext(
    OpenApi.annotations({ title: "RPC", description: "Typed procedures, for programs written with the same library." })
  )
  .prefix("/api") {}
