import { connect, type Socket } from "node:net"

/** A request of HTTP. */
export interface Request {
  readonly method: "GET" | "POST" | "DELETE"
  readonly path: string
  readonly token?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** The text of another body, and its type. */
  readonly text?: readonly [type: string, text: string]
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as it travels. */
export const bytesOf = ({ body, headers = {}, method, path, text: other, token }: Request): Buffer => {
  const [type, text] = body === undefined ? (other ?? ["", ""]) : ["application/json", JSON.stringify(body)]
  const credential = token === undefined ? "" : `authorization: Bearer ${token}\r\n`
  const entity = text === "" ? "" : `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${credential}${own.join("")}${entity}\r\n${text}`
  )
}

const headEnd = Buffer.from("\r\n\r\n")
const lastChunk = Buffer.from("0\r\n\r\n")

/**
 * A connection that stays open and carries one request after the other. It reads no more of an answer than its status and
 * where it ends, so that the driver takes little of the processors that the servers share with it.
 */
export class Connection {
  readonly #socket: Socket
  #parts: Array<Buffer> = []
  /** The length of the whole response once its head has come; negative for a chunked response. */
  #length = 0
  #status = 0
  #settle: ((status: number) => void) | undefined
  #fail: ((why: Error) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on("data", (part) => this.#read(part))
    socket.on("close", () => this.#fail?.(new Error("the server hung up")))
    socket.on("error", () => undefined)
  }

  static open(url: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      socket.once("error", reject).once("connect", () => resolve(new Connection(socket)))
    })
  }

  /** The status of the answer, once all of it has come. */
  send(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve
      this.#fail = reject
      this.#socket.write(request)
    })
  }

  close() {
    this.#fail = undefined
    this.#socket.destroy()
  }

  #read(part: Buffer) {
    this.#parts.push(part)
    if (this.#length === 0) {
      const all = this.#parts.length === 1 ? part : Buffer.concat(this.#parts)
      const end = all.indexOf(headEnd)
      if (end < 0) return
      const head = all.toString("latin1", 0, end)
      this.#status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
      this.#length = /\r\ntransfer-encoding: *chunked/i.test(head) ? -1 : end + headEnd.length + Number(length ?? 0)
    }
    const isWhole =
      this.#length > 0
        ? this.#parts.reduce((sum, { length }) => sum + length, 0) >= this.#length
        : part.subarray(-lastChunk.length).equals(lastChunk)
    if (!isWhole) return
    this.#parts = []
    this.#length = 0
    this.#settle?.(this.#status)
  }
}
