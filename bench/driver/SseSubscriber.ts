import { connect, type Socket } from "node:net"
import { inLanes } from "./Load.ts"

const openedAtOnce = 20

/** The bytes that any subscriber received: they are read before the next come. */
const incoming = Buffer.alloc(64 * 1_024)

const comment = '"comment":{"id":'

/** The maximum number of digits of an id. */
const idDigits = 10

/** A notification of a comment, with the times in milliseconds at which it came and at which its stream was opened. */
export interface ReceivedNotification {
  readonly id: number
  readonly commentId: number
  readonly at: number
  readonly openSince: number
}

/**
 * A client that follows one member's notifications, and can come back after it hung up. It costs little, since it shares
 * two cores with the server that it measures: thousands of clients must not be slower than the server.
 */
export class SseSubscriber {
  /** In the order in which they came. */
  readonly received: Array<ReceivedNotification> = []
  readonly #token: string
  #lastEventId: number | undefined
  #socket: Socket | undefined

  constructor(token: string) {
    this.#token = token
  }

  /** Opens the stream, after the last event that came. Resolves when the stream says that it is connected. */
  open(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      let text = ""
      let isAccepted = false
      let openSince: number | undefined
      const read = (chunk: string) => {
        const now = performance.now()
        if (!isAccepted && !chunk.startsWith("HTTP/1.1 200")) reject(new Error(`a stream was refused: ${chunk}`))
        isAccepted = true
        // The frames of a chunked response surround events and never split them.
        const events = (text + chunk).split("\n\n")
        text = events.pop() ?? ""
        for (const event of events) {
          if (openSince === undefined && event.includes("event: connected\n")) {
            openSince = now
            resolve()
          }
          this.#read(event, now, openSince ?? now)
        }
      }
      const onread = {
        buffer: incoming,
        callback: (length: number) => {
          read(incoming.toString("latin1", 0, length))
          return true
        }
      }
      const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", onread })
      socket.on("error", reject)
      socket.on("close", () => reject(new Error("a stream was closed before it was connected")))
      const replay = this.#lastEventId === undefined ? "" : `last-event-id: ${this.#lastEventId}\r\n`
      const headers = `host: 127.0.0.1\r\nauthorization: Bearer ${this.#token}\r\n${replay}`
      socket.write(`GET /api/notifications/stream HTTP/1.1\r\n${headers}\r\n`)
      this.#socket = socket
    })
  }

  hangUp() {
    this.#socket?.destroy()
  }

  #read(event: string, at: number, openSince: number) {
    const [, id] = /\nid: (\d+)\n/.exec(event) ?? []
    if (id !== undefined) this.#lastEventId = Number(id)
    const start = event.indexOf(comment) + comment.length
    if (start < comment.length) return
    const commentId = Number.parseInt(event.slice(start, start + idDigits), 10)
    this.received.push({ id: Number(id), commentId, at, openSince })
  }
}

/** Opens a stream for each token, each at the server that `urlOf` gives. */
export const subscribeAll = async (tokens: ReadonlyArray<string>, urlOf: () => string) => {
  const subscribers = tokens.map((token) => new SseSubscriber(token))
  await inLanes(openedAtOnce, subscribers, (subscriber) => subscriber.open(urlOf()))
  return subscribers
}
