import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import { isInitializeRequest, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"

/** A message that may begin a session. */
export const beginsSession = (message: unknown): boolean => isInitializeRequest(message)

/** Whether something is a message, or a list of messages. */
export const isMessage = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.length > 0 && body.every((one) => JSONRPCMessageSchema.safeParse(one).success)
    : JSONRPCMessageSchema.safeParse(body).success

/** What is answered to JSON that is no message. */
export const malformed = {
  jsonrpc: "2.0",
  error: { code: -32600, message: "Invalid Request: send a JSON-RPC 2.0 message" },
  id: null
} as const

/** Whether a client takes a form; who says nothing takes any. */
const accepts = (accept: string | undefined, type: string) =>
  accept === undefined ||
  accept.split(",").some((one) => {
    const range = (one.split(";")[0] ?? "").trim().toLowerCase()
    return range === type || range === "*/*" || range === `${type.split("/")[0]}/*`
  })

/** Whether a client takes a stream of events. */
export const takesEvents = (accept: string | undefined): boolean => accepts(accept, "text/event-stream")

/** Whether a client takes both forms that an answer may have, as the protocol asks. */
export const takesAnswers = (accept: string | undefined): boolean =>
  takesEvents(accept) && accepts(accept, "application/json")

/** The headers of a request that the SDK may see: nothing that proves who sent it. */
const passedOn = ["mcp-session-id", "mcp-protocol-version"] as const

/** Streamable HTTP, one for each session. */
export class StreamableTransport extends WebStandardStreamableHTTPServerTransport {
  constructor(sessionId: string) {
    super({ sessionIdGenerator: () => sessionId })
  }

  /** What the SDK answers to a request that has been looked at already; its body is read and parsed. */
  exchange(
    method: "GET" | "POST",
    headers: Readonly<Record<string, string | undefined>>,
    body?: unknown
  ): Promise<Response> {
    const sent = new Headers({ accept: "application/json, text/event-stream", "content-type": "application/json" })
    for (const name of passedOn) {
      const value = headers[name]
      if (value !== undefined) sent.set(name, value)
    }
    return this.handleRequest(new Request("http://localhost/api/mcp", { method, headers: sent }), { parsedBody: body })
  }
}
