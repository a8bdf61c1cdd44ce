import { get, type IncomingMessage } from "node:http"
import { HttpServer } from "@effect/platform"
import { Effect, Queue, Redacted, type Scope } from "effect"

/** An event as EventSource dispatches it; `ended` is the end of the stream. */
export interface Received {
  readonly event: string
  readonly data: unknown
}

/** A stream of events, read as browsers read it (HTML Living Standard, 9.2.6). */
export interface Reader {
  readonly status: number
  readonly headers: IncomingMessage["headers"]
  /** Waits for the next event. */
  readonly next: Effect.Effect<Received>
  /** Waits for a number of events. */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<Received>>
  /** The events that came and were not taken. */
  readonly rest: Effect.Effect<ReadonlyArray<Received>>
  /** The id of the last taken event, with which a client would reconnect. */
  readonly lastEventId: () => string
  /** The delay in milliseconds that the server asked for before a reconnect. */
  readonly retry: () => number | undefined
  /** Reads nothing more, without hanging up. */
  readonly pause: () => void
  readonly hangUp: () => void
}

/** The request of an EventSource. */
export interface Opened {
  readonly as?: Redacted.Redacted
  readonly query?: Readonly<Record<string, string>>
  readonly lastEventId?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Parses events from chunks of text. */
class Parser {
  retry: number | undefined
  readonly #receive: (received: Received, lastEventId: string) => void
  #lastEventId = ""
  #text = ""
  #event = ""
  #data: Array<string> = []

  constructor(receive: (received: Received, lastEventId: string) => void) {
    this.#receive = receive
  }

  read(text: string) {
    const lines = (this.#text + text).split("\n")
    this.#text = lines.pop() ?? ""
    for (const line of lines) this.#line(line)
  }

  #line(line: string) {
    if (line === "") return this.#dispatch()
    const [, field, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === "event") this.#event = value
    else if (field === "data") this.#data.push(value)
    else if (field === "id" && !value.includes("\0")) this.#lastEventId = value
    else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value)
  }

  #dispatch() {
    const data = this.#data.join("\n")
    const event = this.#event === "" ? "message" : this.#event
    this.#data = []
    this.#event = ""
    if (data !== "") this.#receive({ event, data: JSON.parse(data) }, this.#lastEventId)
  }
}

/** Opens a stream and reads it until the scope ends. A response that is not a stream ends at once. */
export const openAt = (url: string, { as, headers: own = {}, lastEventId, path, query = {} }: Opened = {}) =>
  Effect.gen(function* () {
    const events = yield* Queue.unbounded<() => Received>()
    let lastTaken = ""
    const parser = new Parser((received, id) => {
      events.unsafeOffer(() => {
        lastTaken = id
        return received
      })
    })
    const address = new URL(path ?? "/api/notifications/stream", url)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const headers = {
      ...own,
      ...(as === undefined ? {} : { authorization: `Bearer ${Redacted.value(as)}` }),
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId })
    }
    const message = yield* Effect.acquireRelease(
      Effect.async<IncomingMessage, Error>((resume) => {
        const request = get(address, { agent: false, headers }, (answer) => resume(Effect.succeed(answer)))
        request.on("error", (error) => resume(Effect.fail(error)))
        return Effect.sync(() => request.destroy())
      }),
      (answer) => Effect.sync(() => void answer.destroy())
    )
    message.setEncoding("utf8")
    message.on("data", (text) => parser.read(String(text)))
    message.on("error", () => undefined) // `close` follows
    message.on("close", () => void events.unsafeOffer(() => ({ event: "ended", data: undefined })))
    const next = Effect.map(Queue.take(events), (taken) => taken())
    const reader: Reader = {
      status: message.statusCode ?? 0,
      headers: message.headers,
      next,
      take: (count) => Effect.all(Array.from({ length: count }, () => next)),
      rest: Effect.map(Queue.takeAll(events), (all) => [...all].map((taken) => taken())),
      lastEventId: () => lastTaken,
      retry: () => parser.retry,
      pause: () => void message.pause(),
      hangUp: () => void message.destroy()
    }
    return reader
  })

/** The same at the community of the test. */
export const open = (opened: Opened = {}): Effect.Effect<Reader, Error, HttpServer.HttpServer | Scope.Scope> =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    address._tag === "TcpAddress" ? openAt(`http://127.0.0.1:${address.port}`, opened) : Effect.die("no port")
  )
