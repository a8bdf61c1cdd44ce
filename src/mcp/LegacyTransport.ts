import type { ServerResponse } from "node:http"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"
import { hasFallenBehind, streamHeaders } from "./Streams.ts"

/** How often an open stream shows that it lives, in milliseconds. */
const pingMillis = 15_000

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
  #pings: ReturnType<typeof setInterval> | undefined

  constructor(sessionId: string, response: ServerResponse) {
    this.sessionId = sessionId
    this.#response = response
  }

  /** Begins the stream, and tells where messages go: without the credential, which would end in logs. */
  start() {
    this.#response.writeHead(200, { ...streamHeaders, connection: "close" })
    this.#response.socket?.setNoDelay(true)
    this.#write(`event: endpoint\ndata: /api/mcp?sessionId=${this.sessionId}\n\n`)
    this.#pings = setInterval(() => this.#write(": ping\n\n"), pingMillis)
    this.#response.once("close", () => this.close())
    return Promise.resolve()
  }

  send(message: JSONRPCMessage) {
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    return Promise.resolve()
  }

  /** Takes what a client posted; false for what is no message. */
  receive(message: unknown): boolean {
    const parsed = JSONRPCMessageSchema.safeParse(message)
    if (parsed.success) this.onmessage?.(parsed.data)
    return parsed.success
  }

  close() {
    if (this.#pings === undefined) return Promise.resolve()
    clearInterval(this.#pings)
    this.#pings = undefined
    this.#response.end()
    this.onclose?.()
    return Promise.resolve()
  }

  #write(text: string) {
    if (this.#response.writableEnded) return
    if (hasFallenBehind(this.#response)) this.#response.destroy()
    else this.#response.write(text)
  }
}
