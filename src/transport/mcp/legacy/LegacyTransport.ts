import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { EncodedJson, McpEventStream } from "../McpEventStream.ts"
import type { McpTransport } from "../tools/ToolCalls.ts"

/**
 * The transport of one session of HTTP+SSE (spec, MCP): the client sends messages by POST, the server answers on the
 * stream of one GET. The SDK's own transport is not used: its session ids have 122 random bits only, and it buffers
 * without limit for a client that does not read.
 */
export class LegacyTransport implements McpTransport {
  readonly sessionId: string
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport["onmessage"]>
  readonly #stream: McpEventStream

  constructor(sessionId: string, stream: McpEventStream) {
    this.sessionId = sessionId
    this.#stream = stream
  }

  /** Sends the URL for messages. It holds no credential, since URLs end in logs. */
  start() {
    this.#stream.write(`event: endpoint\ndata: /api/mcp?sessionId=${this.sessionId}\n\n`)
    this.#stream.onClose(() => this.onclose?.())
    return Promise.resolve()
  }

  send(message: JSONRPCMessage) {
    this.#stream.send(message)
    return Promise.resolve()
  }

  sendResult(id: RequestId, json: EncodedJson) {
    this.#stream.sendResult(id, json)
  }

  /** Passes a message to its handler. */
  receive(message: JSONRPCMessage) {
    this.onmessage?.(message)
  }

  close() {
    this.#stream.end()
    return Promise.resolve()
  }
}
