import type { IncomingMessage, ServerResponse } from "node:http"

/**
 * Passes whole events on from one connection after the other, so that an event whose connection was lost within it comes
 * once. Remembers the id of the last one.
 */
export class EventStreamRelay {
  lastEventId: string | undefined
  readonly #out: ServerResponse
  #isClosed = false

  constructor(out: ServerResponse) {
    this.#out = out
  }

  /**
   * Passes on the events of a connection. True if it ended without an event that says so: the end of an instance looks
   * like that of a stream, which has no length.
   */
  relay(message: IncomingMessage): Promise<boolean> {
    const isContinued = this.lastEventId !== undefined
    let text = ""
    message.setEncoding("utf8").on("data", (chunk: string) => {
      const events = (text + chunk).split("\n\n")
      text = events.pop() ?? ""
      for (const event of events) this.#pass(`${event}\n\n`, isContinued)
    })
    this.#out.once("close", () => message.destroy())
    return new Promise((resolve) => {
      message.once("error", () => undefined) // `close` follows
      message.once("close", () => resolve(!this.#isClosed))
    })
  }

  /** A stream that is continued begins with an event that the client had before. */
  #pass(text: string, isContinued: boolean) {
    const [, id] = /^id: ?(.*)$/m.exec(text) ?? []
    if (id !== undefined) this.lastEventId = id
    if (/^event: ?close$/m.test(text)) this.#isClosed = true
    if (isContinued && /^event: ?connected$/m.test(text)) return
    this.#out.write(text)
  }
}
