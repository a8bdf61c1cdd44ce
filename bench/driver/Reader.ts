import { connect, type Socket } from "node:net"

/** Where every reader's bytes come in: they are read before the next come. */
const incoming = Buffer.alloc(64 * 1_024)

const greeting = "event: connected"
const comment = '"comment":{"id":'

/** The most digits of an id. */
const idDigits = 10

/**
 * A reader of a notification stream, who notes when the notification of each comment comes. It costs little, since it
 * shares two cores with what it measures: thousands of them must not be slower than the server that tells them.
 */
export class Reader {
  /** By the comment's id: when it came, in milliseconds. */
  readonly came = new Map<number, number>()
  #text = ""
  #connected: (() => void) | undefined
  readonly #socket: Socket

  private constructor(url: string, token: string, connected: () => void, failed: (error: Error) => void) {
    this.#connected = connected
    this.#socket = connect({
      port: Number(new URL(url).port),
      host: "127.0.0.1",
      onread: {
        buffer: incoming,
        callback: (length) => {
          this.#read(incoming.toString("latin1", 0, length))
          return true
        }
      }
    })
    this.#socket.on("error", failed)
    this.#socket.on("close", () => failed(new Error("a stream was closed")))
    this.#socket.write(
      `GET /api/notifications/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`
    )
  }

  /** Is done once the stream says that it is connected. */
  static open(url: string, token: string): Promise<Reader> {
    return new Promise((resolve, reject) => {
      const reader: Reader = new Reader(url, token, () => resolve(reader), reject)
    })
  }

  #read(chunk: string) {
    const now = performance.now()
    const text = this.#text + chunk
    if (this.#connected !== undefined && text.includes(greeting)) {
      this.#connected()
      this.#connected = undefined
    }
    // The frames of a chunked answer stand around the events and never in them.
    let begin = 0
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", begin)) {
      const at = text.indexOf(comment, begin)
      if (at >= 0 && at < end) {
        const from = at + comment.length
        this.came.set(Number.parseInt(text.slice(from, from + idDigits), 10), now)
      }
      begin = end + 2
    }
    this.#text = text.slice(begin)
  }

  hangUp() {
    this.#socket.destroy()
  }
}
