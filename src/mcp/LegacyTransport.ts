import type { ServerResponse } from "node:http"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { EventStream } from "./EventStream.ts"

/**
 * HTTP+SSE (spec, MCP): answers go out on the stream of one GET, messages come in by POST. The SDK's own transport is
 * not used, since its session ids have 122 random bits and a client that reads nothing fills its memory.
 */
export class LegacyTransport implements Transport {
  readonly sessionId: string
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport["onmessage"]>
  readonly #response: ServerResponse
  #stream: EventStream | undefined

  constructor(sessionId: string, response: ServerResponse) {
    this.sessionId = sessionId
    this.#response = response
  }

  /** Begins the stream, and tells where messages go: without the credential, which would end in logs. */
  start() {
    this.#stream = new EventStream(this.#response, { connection: "close" })
    this.#stream.write(`event: endpoint\ndata: /api/mcp?sessionId=${this.sessionId}\n\n`)
    this.#response.once("close", () => this.close())
    return Promise.resolve()
  }

  send(message: JSONRPCMessage) {
    this.#stream?.send(message)
    return Promise.resolve()
  }

  /** Takes what a client posted. */
  receive(message: JSONRPCMessage) {
    this.onmessage?.(message)
  }

  close() {
    if (this.#stream === undefined) return Promise.resolve()
    this.#stream = undefined
    this.#response.end()
    this.onclose?.()
    return Promise.resolve()
  }
}
