import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import type { McpEventStream } from "./McpEventStream.ts"

/**
 * HTTP+SSE (spec, MCP): answers go out on the stream of one GET, messages come in by POST. The SDK's own transport is
 * not used, since its session ids have 122 random bits and a client that reads nothing fills its memory.
 */
export class LegacyTransport implements Transport {
  readonly sessionId: string
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport["onmessage"]>
  readonly #stream: McpEventStream

  constructor(sessionId: string, stream: McpEventStream) {
    this.sessionId = sessionId
    this.#stream = stream
  }

  /** Tells where messages go: without the credential, which would end in logs. */
  start() {
    this.#stream.write(`event: endpoint\ndata: /api/mcp?sessionId=${this.sessionId}\n\n`)
    this.#stream.onClose(() => this.onclose?.())
    return Promise.resolve()
  }

  send(message: JSONRPCMessage) {
    this.#stream.send(message)
    return Promise.resolve()
  }

  /** Hands a message of the client to the SDK. */
  receive(message: JSONRPCMessage) {
    this.onmessage?.(message)
  }

  close() {
    this.#stream.end()
    return Promise.resolve()
  }
}
