import type { PassThrough } from "node:stream"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { Heartbeat } from "../wire/Heartbeat.ts"
import { preparedJson } from "./PreparedResults.ts"

/** JSON as text or as bytes of UTF-8. */
export type EncodedJson = string | Buffer

/** A client with more unread bytes than this is disconnected at its next message. One message may be larger. */
const maxBufferedBytes = 1024 * 1024

/** Messages to a client as an event stream. */
export class McpEventStream {
  readonly #body: PassThrough

  constructor(body: PassThrough, heartbeat: Heartbeat["Type"]) {
    this.#body = body
    heartbeat.add(this)
    body.once("close", () => heartbeat.remove(this))
  }

  /** Sends a message. The JSON of a prepared result is reused. */
  send(message: JSONRPCMessage) {
    const json = "result" in message ? preparedJson(message.result) : undefined
    if (json === undefined || !("result" in message)) this.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    else this.sendResult(message.id, json)
  }

  /** Sends the result of a request, which is JSON already. */
  sendResult(id: RequestId, json: EncodedJson) {
    const head = `event: message\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
    const tail = "}\n\n"
    this.write(
      typeof json === "string" ? head + json + tail : Buffer.concat([Buffer.from(head), json, Buffer.from(tail)])
    )
  }

  /** Sends an event. */
  write(event: string | Buffer) {
    if (this.#body.writableEnded || this.#body.destroyed) return
    if (this.#body.writableLength + this.#body.readableLength > maxBufferedBytes) this.#body.destroy()
    else this.#body.write(event)
  }

  beat() {
    this.write(": ping\n\n")
  }

  onClose(closed: () => void) {
    this.#body.once("close", closed)
  }

  end() {
    this.#body.end()
  }
}
