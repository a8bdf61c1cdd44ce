import type { Writable } from "node:stream"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { Heartbeat } from "../wire/Heartbeat.ts"

/** An MCP client with more unread bytes than this is disconnected at its next message. One message may be larger. */
const maxBufferedBytes = 1024 * 1024

/** Messages to a client as an event stream, on a response whose head has been written. */
export class McpEventStream {
  readonly #body: Writable
  #isCorked = true

  constructor(body: Writable, heartbeat: Heartbeat["Type"]) {
    this.#body = body
    heartbeat.add(this)
    body.once("close", () => heartbeat.remove(this))
  }

  send(message: JSONRPCMessage) {
    this.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  }

  /** Sends the result of a request, which is JSON already. */
  sendResult(id: RequestId, json: string) {
    this.write(`event: message\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}\n\n`)
  }

  write(event: string) {
    if (this.#body.writableEnded || this.#body.destroyed) return
    if (this.#body.writableLength > maxBufferedBytes) return void this.#body.destroy()
    this.#body.write(event)
    if (this.#isCorked) this.#body.uncork() // the head leaves in one packet with the first event
    this.#isCorked = false
  }

  beat() {
    this.write(": ping\n\n")
  }

  onClose(closed: () => void) {
    this.#body.once("close", closed)
  }

  /** A request that is not answered needs no event. */
  skip() {}

  readonly end = () => {
    this.#body.end()
  }
}
