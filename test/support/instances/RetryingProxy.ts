import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { pipeline } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { listening } from "../network/Listening.ts"
import { EventStreamRelay } from "./EventStreams.ts"
import { forward, headerIn, type ProxiedRequest, read, withHeader, withKey } from "./Forwarded.ts"
import { McpSessions } from "./McpSessions.ts"

/** Statuses for the time that a part is away. */
const passing = new Set([502, 503, 504])

/** The time between two tries, and for all tries of a request. */
const pauseMillis = 100
const giveUpMillis = 30_000

/** The totals of a run's retries. */
export interface Retries {
  requests: number
  retries: number
  /** Sessions that were opened again, and streams that were continued. */
  sessions: number
  streams: number
}

const rawHeadersOf = (message: IncomingMessage) =>
  message.rawHeaders.filter((_, index) => {
    const name = message.rawHeaders[index - (index % 2)]?.toLowerCase()
    return name !== "connection" && name !== "keep-alive" && name !== "transfer-encoding"
  })

/** True for event streams, and answers of RPC. */
const isStream = ({ headers }: IncomingMessage) =>
  /^(text\/event-stream|application\/ndjson)/.test(headers["content-type"] ?? "")

const isNotificationStream = ({ method, path }: ProxiedRequest) =>
  method === "GET" && path.startsWith("/api/notifications/stream")

/** One client's request, from its first try to its answer. */
class Exchange {
  readonly #url: string
  readonly #request: ProxiedRequest
  readonly #out: ServerResponse
  readonly #sessions: McpSessions
  readonly #retries: Retries
  readonly #gone = new AbortController()
  #hasReopened = false

  constructor(url: string, request: ProxiedRequest, out: ServerResponse, sessions: McpSessions, retries: Retries) {
    this.#url = url
    this.#request = withKey(request)
    this.#out = out
    this.#sessions = sessions
    this.#retries = retries
    out.once("close", () => this.#gone.abort())
  }

  async run() {
    this.#retries.requests++
    const until = performance.now() + giveUpMillis
    for (let tries = 0; !this.#gone.signal.aborted; tries++) {
      if (tries > 0) {
        this.#retries.retries++
        await sleep(pauseMillis)
      }
      const isLast = performance.now() > until
      try {
        if (await this.#try(isLast, tries)) return
      } catch (error) {
        if (isLast) this.#out.destroy(error instanceof Error ? error : undefined)
        if (isLast) return
      }
    }
  }

  /** True if the client has its answer. */
  async #try(isLast: boolean, tries: number): Promise<boolean> {
    const message = await forward(this.#url, this.#sessions.sent(this.#request), this.#gone.signal)
    const status = message.statusCode ?? 0
    if (isStream(message)) {
      this.#begin(message)
      if (isNotificationStream(this.#request)) await this.#continue(message)
      else pipeline(message, this.#out, () => undefined)
      return true
    }
    const body = await read(message)
    const isStillRunning = status === 409 && tries > 0 && body.includes("still running")
    if (!isLast && (passing.has(status) || isStillRunning)) return false
    if (status === 404 && !this.#hasReopened && (await this.#sessions.reopened(this.#request, this.#open))) {
      this.#hasReopened = true
      this.#retries.sessions++
      return false
    }
    this.#begin(message)
    this.#out.end(body)
    return true
  }

  #begin(message: IncomingMessage) {
    const { statusCode = 0 } = message
    this.#out.writeHead(statusCode, [...this.#sessions.answered(this.#request, statusCode, rawHeadersOf(message))])
    this.#out.flushHeaders()
  }

  readonly #open = async (request: ProxiedRequest) => {
    const message = await forward(this.#url, request, this.#gone.signal)
    await read(message).catch(() => undefined) // its head says it
    return headerIn(message.rawHeaders, "mcp-session-id")
  }

  /** Passes on a stream of notifications, and the ones that continue it. */
  async #continue(first: IncomingMessage) {
    const relay = new EventStreamRelay(this.#out)
    let isLost = await relay.relay(first)
    while (isLost && !this.#gone.signal.aborted) {
      this.#retries.streams++
      const next = await this.#continued(relay).catch(() => undefined)
      if (next === undefined) await sleep(pauseMillis)
      else if (isStream(next)) isLost = await relay.relay(next)
      else if (passing.has(next.statusCode ?? 0)) next.resume()
      else break
    }
    this.#out.end()
  }

  #continued(relay: EventStreamRelay) {
    const { headers } = this.#request
    const request =
      relay.lastEventId === undefined
        ? this.#request
        : { ...this.#request, headers: withHeader(headers, "last-event-id", relay.lastEventId) }
    return forward(this.#url, request, this.#gone.signal)
  }
}

/**
 * Retries for all clients like a careful one while servers are killed, until the scope ends: repeats a request that got no
 * answer, a write under a key; continues a stream of notifications after its last event; opens an MCP session again.
 */
export const retryingProxy = (url: string, retries: Retries) =>
  Effect.suspend(() => {
    const sessions = new McpSessions()
    const server = createServer((incoming, outgoing) => {
      const { method = "GET", rawHeaders, url: path = "/" } = incoming
      read(incoming).then(
        (body) => new Exchange(url, { method, path, headers: rawHeaders, body }, outgoing, sessions, retries).run(),
        () => outgoing.destroy()
      )
    })
    return listening(server)
  })
