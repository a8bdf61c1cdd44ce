import type { ReadableStream } from "node:stream/web"
import { setTimeout as sleep } from "node:timers/promises"
import type { Random } from "../../bench/driver/Random.ts"
import { type Entry, reasonOf } from "./Calls.ts"
import type { StreamEvent } from "./History.ts"

/** A client takes a stream for lost that brings nothing for this long: the server pings each 15 seconds. */
const silentMillis = 20_000

interface Options {
  readonly member: number
  readonly stream: number
  readonly token: string
  readonly random: Random
  readonly entries: ReadonlyArray<Entry>
  readonly now: () => number
  readonly noted: (event: StreamEvent) => void
  /** Called for an answer that must not happen. */
  readonly failed: (what: string) => void
}

/** Follows a member's notifications on any instance, and comes back with `Last-Event-ID` when a stream ends. */
export class Subscriber {
  readonly #options: Options
  #isOver = false
  #connection = new AbortController()
  #running: Promise<void>
  /** The ids of notifications in the order of arrival. */
  readonly received: Array<number> = []
  connections = 0
  lastEventId = 0

  constructor(options: Options) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Ends the connection of now, as a lost network does. */
  hangUp() {
    this.#connection.abort()
  }

  async stop() {
    this.#isOver = true
    this.hangUp()
    await this.#running
  }

  async #run() {
    while (!this.#isOver) {
      this.#connection = new AbortController()
      await this.#follow(this.#options.random.pick(this.#options.entries), this.#connection)
      if (!this.#isOver) await sleep(this.#options.random.between(20, 300))
    }
  }

  async #follow(entry: Entry, connection: AbortController) {
    let silence = setTimeout(() => connection.abort(), 4_000)
    try {
      const answer = await fetch(`${entry.url}/api/notifications/stream`, {
        headers: { authorization: `Bearer ${this.#options.token}`, "last-event-id": String(this.lastEventId) },
        signal: connection.signal
      })
      if (!answer.ok || answer.body === null) {
        const text = await answer.text()
        if (![429, 502, 503, 504].includes(answer.status)) this.#options.failed(`a stream got ${answer.status} ${text}`)
        return
      }
      this.connections++
      let text = ""
      const decoder = new TextDecoder()
      for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
        clearTimeout(silence)
        silence = setTimeout(() => connection.abort(), silentMillis)
        const events = (text + decoder.decode(chunk, { stream: true })).split("\n\n")
        text = events.pop() ?? ""
        for (const event of events) this.#read(event, entry)
      }
    } catch (error) {
      if (process.env["FAULTS_DEBUG"] !== undefined) process.stderr.write(`stream: ${reasonOf(error)}\n`)
    } finally {
      clearTimeout(silence)
      connection.abort()
    }
  }

  #read(text: string, { name }: Entry) {
    const [, event = ""] = /^event: (.*)$/m.exec(text) ?? []
    const [, id] = /^id: (\d+)$/m.exec(text) ?? []
    if (event === "") return
    if (id !== undefined) this.lastEventId = Number(id)
    if (event === "notification") this.received.push(Number(id))
    const { member, noted, now, stream } = this.#options
    noted({ member, stream, at: now(), through: name, event, id: id === undefined ? undefined : Number(id) })
  }
}
