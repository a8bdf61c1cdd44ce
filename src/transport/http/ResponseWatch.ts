import { createServer, type IncomingMessage, type ServerOptions, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Context, Effect, Layer, Option, Schedule } from "effect"
import { inBackground } from "../../concurrency/BackgroundTasks.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
import { endsWithStream } from "../wire/ResponseWriter.ts"

/** The requests in flight: received and not answered completely, open streams included. */
export class InFlight extends Context.Tag("transport/http/InFlight")<
  InFlight,
  {
    /** Counts a request until it is answered or its connection is closed. */
    readonly begin: (request: IncomingMessage, response: ServerResponse) => void

    readonly count: () => number

    /** False where another request has come after this one on its connection (pipelining). */
    readonly isNewest: (request: IncomingMessage) => boolean
  }
>() {
  static readonly layer = Layer.sync(InFlight, () => makeInFlight())
}

interface Connection {
  unanswered: number
  newest: IncomingMessage
  isWatched: boolean
}

/** The listeners are shared by all connections, since closures for each open stream would cost memory. */
const makeInFlight = () => {
  const connections = new WeakMap<Socket, Connection>()
  let inFlight = 0

  const finish = (socket: Socket, most: number) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    const finished = Math.min(connection.unanswered, most)
    connection.unanswered -= finished
    inFlight -= finished
  }

  function responseClosed(this: ServerResponse) {
    finish(this.req.socket, 1)
  }

  function socketClosed(this: Socket) {
    finish(this, Number.POSITIVE_INFINITY)
  }

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { unanswered: 0, newest: request, isWatched: false }
    connections.set(socket, connection)
    // Node emits no `close` for a response that waits for another one.
    if (connection.unanswered > 0 && !connection.isWatched) {
      connection.isWatched = true
      socket.on("close", socketClosed)
    }
    connection.newest = request
    connection.unanswered += 1
    inFlight += 1
    response.on("close", responseClosed)
  }

  return {
    begin,
    count: () => inFlight,
    isNewest: (request: IncomingMessage) => connections.get(request.socket)?.newest === request
  }
}

const unsentLimits = {
  /** The maximum number of bytes that wait for the clients of one address. */
  addressBytes: 32 * 1024 * 1024,
  /** The maximum number of bytes that wait for all clients. */
  allBytes: 256 * 1024 * 1024,
  /** The time after which a connection on which nothing could be sent is destroyed. */
  stalledMillis: 30_000
}

/** The bounds of the bytes that wait for clients that do not read. */
export class UnsentLimits extends Context.Reference<UnsentLimits>()("transport/http/UnsentLimits", {
  defaultValue: () => unsentLimits
}) {}

/**
 * Counts the bytes of responses that wait for their clients, by address and in all. A connection on which nothing could
 * be sent for `stalledMillis` while bytes wait is destroyed. Event streams are covered: their heartbeats fill the
 * buffer.
 */
export class UnsentBytes extends Context.Tag("transport/http/UnsentBytes")<
  UnsentBytes,
  {
    /** Watches a response of a server that `makeServer` made. */
    readonly watch: (response: ServerResponse) => void

    /**
     * True while the bytes that wait for the client's address, or for all clients, are too many to accept a request.
     */
    readonly isFull: (request: IncomingMessage) => boolean

    readonly count: () => number
  }
>() {
  static readonly layer = Layer.scoped(
    UnsentBytes,
    Effect.suspend(() => Effect.gen(make))
  )
}

type Done = (error?: Error | null) => void

/** Calls `written` after each write, since Node has no event for bytes that begin to wait. */
class WatchedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  written: ((response: ServerResponse) => void) | undefined

  override write(chunk: unknown, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const hasRoom =
      typeof encoding === "function" ? super.write(chunk, encoding) : super.write(chunk, encoding ?? "utf8", done)
    this.written?.(this)
    return hasRoom
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), done?: () => void): this {
    if (typeof chunk === "function") super.end(chunk)
    else if (typeof encoding === "function") super.end(chunk, encoding)
    else super.end(chunk, encoding ?? "utf8", done)
    this.written?.(this)
    return this
  }
}

/** Makes a server whose responses can be watched. */
export const makeServer = (options: ServerOptions) => createServer({ ...options, ServerResponse: WatchedResponse })

/** A connection with responses that wait, and the bytes of each. */
interface Waiting {
  readonly address: string
  readonly responses: Map<ServerResponse, number>
  readonly closed: () => void
  /** The bytes that the system had not taken from the connection when its progress was last checked. */
  queuedBytes: number
  /** The time of the last progress that was seen, in milliseconds. */
  progressAt: number
}

/**
 * The system's queue, of which a socket itself tells only whole writes. Node's timer of idle sockets reads the same
 * number.
 */
export const queuedBytesOf = (socket: Socket & { readonly _handle?: { readonly writeQueueSize: number } | null }) =>
  socket._handle?.writeQueueSize ?? 0

/**
 * True while bytes of a response wait for its client. Node holds what is written until its turn ends: bytes of a stream
 * without an end wait only where the client has let earlier ones wait, or where they are many.
 */
const isWaiting = (response: ServerResponse): boolean => {
  if (response.writableLength === 0) return false
  const { req: request, writableNeedDrain } = response
  return !endsWithStream(request) || writableNeedDrain || queuedBytesOf(request.socket) > 0
}

/** Stalled connections are looked for this often: Node's own timer would let one stall for up to twice its time. */
const checkEvery = Schedule.spaced("1 second")

/**
 * A burst of responses to requests that came together may exceed a bound by this factor before its connection is
 * destroyed.
 */
const burst = 2

/** The bytes of unsent responses, in all and by address, and their bounds. */
class BytesByAddress {
  all = 0
  readonly #limits: typeof UnsentLimits.Service
  readonly #byAddress = new Map<string, number>()

  constructor(limits: typeof UnsentLimits.Service) {
    this.#limits = limits
  }

  add(address: string, bytes: number) {
    const sum = (this.#byAddress.get(address) ?? 0) + bytes
    this.all += bytes
    if (sum === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, sum)
  }

  isOver(address: () => string, times = 1): boolean {
    const { addressBytes, allBytes } = this.#limits
    if (this.all > allBytes * times) return true
    return this.all > addressBytes * times && (this.#byAddress.get(address()) ?? 0) > addressBytes * times
  }
}

/** Settles the responses that have been sent, and destroys the connections that have made no progress for a time. */
const checkProgress = (
  connections: ReadonlyMap<Socket, Waiting>,
  settle: (response: ServerResponse) => void,
  now: number,
  { stalledMillis }: UnsentLimits["Type"]
) => {
  for (const [socket, waiting] of connections) {
    // Node emits no `drain` for bytes that were too few to let their writer wait.
    for (const response of waiting.responses.keys()) if (response.writableLength === 0) settle(response)
    if (waiting.responses.size === 0) continue
    const queuedBytes = queuedBytesOf(socket)
    if (queuedBytes !== waiting.queuedBytes) Object.assign(waiting, { queuedBytes, progressAt: now })
    else if (now - waiting.progressAt >= stalledMillis) socket.destroy()
  }
}

function* make() {
  const addresses = yield* ClientAddresses
  const limits = yield* UnsentLimits
  const clock = yield* Effect.clock
  const connections = new Map<Socket, Waiting>()
  const unsent = new BytesByAddress(limits)

  const addressOf = ({ headers, socket }: IncomingMessage) =>
    addresses.of({
      remoteAddress: Option.fromNullable(socket.remoteAddress),
      headers: { "x-forwarded-for": String(headers["x-forwarded-for"] ?? "") || undefined }
    })

  const begin = (request: IncomingMessage): Waiting => {
    const { socket } = request
    const closed = () => {
      for (const response of Array.from(waiting.responses.keys())) settle(response)
    }
    const progress = { queuedBytes: queuedBytesOf(socket), progressAt: clock.unsafeCurrentTimeMillis() }
    const waiting: Waiting = { address: addressOf(request), responses: new Map(), closed, ...progress }
    connections.set(socket, waiting)
    socket.once("close", closed) // Node emits no `close` for a response that waits for another one
    return waiting
  }

  const settle = (response: ServerResponse) => {
    const { socket } = response.req
    const waiting = connections.get(socket)
    const bytes = waiting?.responses.get(response)
    if (waiting === undefined || bytes === undefined) return
    unsent.add(waiting.address, -bytes)
    waiting.responses.delete(response)
    response.off("close", closed).off("drain", drained)
    if (waiting.responses.size > 0) return
    connections.delete(socket)
    socket.off("close", waiting.closed)
  }

  function closed(this: ServerResponse) {
    settle(this)
  }

  function drained(this: ServerResponse) {
    if (this.writableLength === 0) settle(this)
  }

  const written = (response: ServerResponse) => {
    const { req: request, writableLength: bytes } = response
    const { socket } = request
    if (socket.destroyed || !isWaiting(response)) return
    const waiting = connections.get(socket) ?? begin(request)
    const before = waiting.responses.get(response)
    waiting.responses.set(response, bytes)
    unsent.add(waiting.address, bytes - (before ?? 0))
    if (before === undefined) response.on("close", closed).on("drain", drained)
    if (unsent.isOver(() => waiting.address, burst)) socket.destroy()
  }

  const check = Effect.sync(() => checkProgress(connections, settle, clock.unsafeCurrentTimeMillis(), limits))
  yield* inBackground("ending stalled connections", checkEvery)(check)

  return UnsentBytes.of({
    watch: (response) => {
      if (response instanceof WatchedResponse) response.written = written
    },
    isFull: (request) => unsent.isOver(() => addressOf(request)),
    count: () => unsent.all
  })
}
