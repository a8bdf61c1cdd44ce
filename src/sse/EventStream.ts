import type { ServerResponse } from "node:http"

/** Why the server ends a stream. */
export type CloseReason = "logout" | "revoked" | "expired" | "slow" | "restart"

/** How long a client has to take the last event, in milliseconds. */
const farewellMillis = 5_000

/** An event as Server-Sent Events write it. */
export const eventText = (event: string, data: unknown, id?: number): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** One open stream of events, over Node's response. */
export class EventStream {
  readonly #response: ServerResponse
  #blocked = false

  constructor(response: ServerResponse) {
    this.#response = response
    response.on("drain", () => {
      this.#blocked = false
    })
  }

  /** Sends the headers, and what an SSE client waits before it connects again. */
  begin(retryMillis: number) {
    this.#response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      connection: "close",
      "x-accel-buffering": "no"
    })
    this.#response.socket?.setNoDelay(true)
    this.write(`retry: ${retryMillis}\n\n`)
  }

  /** Whether the client has not taken yet what was sent: nothing more should be, until it has. */
  get blocked(): boolean {
    return this.#blocked
  }

  write(text: string) {
    if (!this.#response.writableEnded && !this.#response.write(text)) this.#blocked = true
  }

  /** Calls `listener` when the client has taken all that was sent. */
  onDrain(listener: () => void) {
    this.#response.on("drain", listener)
  }

  /** Tells why, and ends. Who does not take it is cut off. */
  close(reason: CloseReason) {
    if (this.#response.writableEnded) return
    this.#response.end(eventText("close", { reason }))
    const cut = setTimeout(() => this.#response.destroy(), farewellMillis)
    this.#response.once("close", () => clearTimeout(cut))
  }
}
