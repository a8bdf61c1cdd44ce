import type { ServerResponse } from "node:http"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { preparedJson } from "./Prepared.ts"

/** How much may wait for a client that does not take what was sent, before it is cut off. One message may be larger. */
const maxWaitingBytes = 1024 * 1024

/** How often an open stream shows that it lives, in milliseconds. */
const pingMillis = 15_000

/** Headers of every stream of events: nobody keeps it, and no proxy holds it back. */
const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no"
}

/** A stream of Server-Sent Events on a response, until one of both sides ends it. A client that reads nothing is cut off. */
export class EventStream {
  readonly #response: ServerResponse

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response
    response.writeHead(200, { ...streamHeaders, ...headers })
    response.flushHeaders()
    response.socket?.setNoDelay(true)
    const pings = setInterval(() => this.write(": ping\n\n"), pingMillis)
    response.once("close", () => clearInterval(pings))
  }

  /** Sends a message. A prepared result is sent as it was serialised when it was prepared. */
  send(message: JSONRPCMessage) {
    const json = "result" in message ? preparedJson(message.result) : undefined
    if (json === undefined || !("id" in message)) {
      this.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    } else {
      const head = `event: message\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":`
      this.write(head, json, "}\n\n")
    }
  }

  /** Sends parts of one event together. */
  write(...parts: ReadonlyArray<string | Buffer>) {
    if (this.#response.writableEnded) return
    if (this.#response.writableLength > maxWaitingBytes) {
      this.#response.destroy()
      return
    }
    this.#response.cork()
    for (const part of parts) this.#response.write(part)
    this.#response.uncork()
  }

  end() {
    this.#response.end()
  }
}
