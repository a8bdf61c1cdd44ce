import { Writable } from "node:stream"

/** The response of an event stream without a connection. `isStalled` simulates a client that does not read. */
export class Sink extends Writable {
  /** The text that the client has read. */
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

  /** Reads all waiting text, and from now on all text at once. */
  drain() {
    this.isStalled = false
    const waiting = this.#waiting
    this.#waiting = []
    for (const take of waiting) take()
  }

  /** The names and data of the events in `text`. */
  get events(): ReadonlyArray<readonly [event: string, data: unknown]> {
    return Array.from(
      this.text.matchAll(/^event: (\w+)\n(?:id: \d+\n)?data: (.*)\n\n/gm),
      ([, event = "", data = ""]) => [event, JSON.parse(data)]
    )
  }

  /** The number of pings. */
  get pings(): number {
    return this.text.split(": ping\n\n").length - 1
  }
}
