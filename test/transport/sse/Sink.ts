import { Writable } from "node:stream"

/** The response of an event stream without a connection: its text stays here, taken by the client or not. */
export class Sink extends Writable {
  /** All that was sent and taken. */
  text = ""
  isStalled = false
  #waiting: ReadonlyArray<() => void> = []

  override _write(chunk: unknown, _: BufferEncoding, done: () => void) {
    const take = () => {
      this.text += String(chunk)
      done()
    }
    if (this.isStalled) this.#waiting = [...this.#waiting, take]
    else take()
  }

  override _writev(chunks: ReadonlyArray<{ readonly chunk: unknown }>, done: () => void) {
    this._write(chunks.map(({ chunk }) => String(chunk)).join(""), "utf8", done)
  }

  /** Takes what is waiting, and what comes. */
  drain() {
    this.isStalled = false
    const waiting = this.#waiting
    this.#waiting = []
    for (const take of waiting) take()
  }

  /** The events that were taken: their names, and their data. */
  get events(): ReadonlyArray<readonly [event: string, data: unknown]> {
    return Array.from(
      this.text.matchAll(/^event: (\w+)\n(?:id: \d+\n)?data: (.*)\n\n/gm),
      ([, event = "", data = ""]) => [event, JSON.parse(data)]
    )
  }

  /** How often a comment was sent. */
  get pings(): number {
    return this.text.split(": ping\n\n").length - 1
  }
}
