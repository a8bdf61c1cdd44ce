import { get, type IncomingMessage } from "node:http"

/** A client that follows one member's notifications and comes back when it is cut off. */
export class Follower {
  readonly author: number
  /** The ids of the notifications that came, in their order. */
  readonly seen: Array<number> = []
  /** Since when the stream is open without interruption, in milliseconds. */
  openSince = Number.POSITIVE_INFINITY
  #lastEventId: string | undefined
  #message: IncomingMessage | undefined
  readonly #token: string
  readonly #received: (commentId: number, follower: Follower) => void

  constructor(author: number, token: string, received: (commentId: number, follower: Follower) => void) {
    this.author = author
    this.#token = token
    this.#received = received
  }

  /** Opens the stream, and is done when it says that it is connected. */
  open(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const id = this.#lastEventId === undefined ? {} : { "last-event-id": this.#lastEventId }
      const headers = { authorization: `Bearer ${this.#token}`, ...id }
      const request = get(`${url}/api/notifications/stream`, { agent: false, headers }, (message) => {
        if (message.statusCode !== 200) return reject(new Error(`a stream was answered ${message.statusCode}`))
        this.#message = message
        let text = ""
        message.setEncoding("utf8").on("data", (chunk) => {
          if (message.destroyed) return
          const events = (text + chunk).split("\n\n")
          text = events.pop() ?? ""
          for (const event of events) this.#read(event, resolve)
        })
        message.on("error", () => undefined)
      })
      request.on("error", reject)
    })
  }

  hangUp() {
    this.#message?.destroy()
  }

  #read(text: string, connected: () => void) {
    const fields = new Map(text.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line]))
    const value = (name: string) => fields.get(name)?.slice(name.length + 2)
    const id = value("id")
    if (id !== undefined) this.#lastEventId = id
    const event = value("event")
    if (event === "connected") {
      this.openSince = performance.now()
      connected()
    }
    if (event !== "notification") return
    this.seen.push(Number(id))
    this.#received(JSON.parse(value("data") ?? "").comment.id, this)
  }
}
