import { connect, type Socket } from "node:net"

/** A reader of a notification stream, who notes when the notification of each comment comes. */
export class Reader {
  /** By the comment's id: when it came, in milliseconds. */
  readonly came = new Map<number, number>()
  #text = ""
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Is done once the stream says that it is connected. */
  static open(url: string, token: string): Promise<Reader> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      const reader = new Reader(socket)
      socket.setEncoding("latin1")
      socket.on("error", reject)
      socket.on("close", () => reject(new Error("a stream was closed")))
      socket.on("data", (chunk) => reader.#read(String(chunk), () => resolve(reader)))
      socket.write(
        `GET /api/notifications/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`
      )
    })
  }

  #read(chunk: string, connected: () => void) {
    this.#text += chunk
    if (this.#text.includes("event: connected")) connected()
    // The frames of a chunked answer stand around the events and never in them.
    for (let end = this.#text.indexOf("\n\n"); end >= 0; end = this.#text.indexOf("\n\n")) {
      const comment = /"comment":\{"id":(\d+)/.exec(this.#text.slice(0, end))?.[1]
      if (comment !== undefined) this.came.set(Number(comment), performance.now())
      this.#text = this.#text.slice(end + 2)
    }
  }

  hangUp() {
    this.#socket.destroy()
  }
}
