import type { Socket } from "node:net"

/** Why the server ends a stream. */
export type CloseReason = "logout" | "revoked" | "expired" | "slow" | "restart"

/** Headers of a stream of events: nobody keeps it, and no proxy holds it back. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no"
} as const

/** How long a client has to take the last event, in milliseconds. */
const farewellMillis = 5_000

/** An event as Server-Sent Events write it. */
export const eventText = (event: string, data: string, id?: number): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${data}\n\n`

/**
 * One open stream of events over a bare connection, whose head has been written. It is one object that listens for the
 * end of the connection, and for nothing else while its client takes what is sent.
 */
export abstract class EventStream {
  readonly #connection: Socket
  #isBlocked = false

  constructor(connection: Socket) {
    this.#connection = connection
    connection.on("close", () => this.closed())
  }

  /** The client has taken all that was sent. */
  protected abstract drained(): void

  /** The connection is gone. */
  protected abstract closed(): void

  /** Whether the client has not taken yet what was sent: nothing more should be, until it has. */
  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Sends text, or bytes that many are sent alike. */
  protected write(text: string | Uint8Array) {
    if (!this.#connection.writable || this.#connection.write(text) || this.#isBlocked) return
    this.#isBlocked = true
    this.#connection.once("drain", () => {
      this.#isBlocked = false
      this.drained()
    })
  }

  /** Tells why, and ends. Who does not take it is cut off. */
  close(reason: CloseReason) {
    if (!this.#connection.writable) return
    this.#connection.end(eventText("close", JSON.stringify({ reason })))
    this.#connection.destroySoon()
    const cut = setTimeout(() => this.cut(), farewellMillis)
    this.#connection.once("close", () => clearTimeout(cut))
  }

  /** Ends without a word. */
  cut() {
    this.#connection.destroy()
  }
}
