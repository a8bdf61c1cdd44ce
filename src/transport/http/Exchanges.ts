import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpServerResponse } from "@effect/platform"
import { type Clock, Context, Effect, Exit, Option, Runtime, RuntimeFlags, Tracer } from "effect"
import { logDefect } from "../../concurrency/BackgroundTasks.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { type Refusal, readBody } from "../wire/Body.ts"
import { type AddressSource, ClientAddresses } from "../wire/ClientAddresses.ts"
import { textOf } from "../wire/EntityTag.ts"
import { newRequestState, RequestContext, type RequestState } from "../wire/RequestContext.ts"
import { unknownParameters } from "../wire/RequestTarget.ts"
import { endWithStream, streamHeaders, writeResponse, writeStreamHead } from "../wire/ResponseWriter.ts"
import { credentialOf, type Sender } from "./Admission.ts"
import { noEndpoint, type RoutedRequest } from "./Endpoints.ts"
import { answerFailure } from "./Errors.ts"
import { bodyBytesOf, RequestRecords } from "./RequestRecords.ts"
import { type RequestInfo, ResponseFinalizer } from "./ResponseFinalizer.ts"
import { InFlight } from "./ResponseWatch.ts"

/** The exchange that a handler answers. */
export class CurrentExchange extends Context.Reference<CurrentExchange>()("transport/http/CurrentExchange", {
  defaultValue: (): Exchange => {
    throw new Error("no exchange is being answered")
  }
}) {}

type Headers = Readonly<Record<string, string>>

/** A header as one text, however often it was sent. */
const joinHeader = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value

/** The path up to a `;`, after which a client may have sent a credential. */
const loggedPath = (pathname: string) => pathname.split(/;|%3B/i, 1)[0] ?? ""

interface Edge {
  readonly addresses: ClientAddresses["Type"]
  readonly clock: Clock.Clock
  readonly finalizer: ResponseFinalizer["Type"]
  readonly inFlight: InFlight["Type"]
  readonly records: RequestRecords["Type"]
  readonly runFork: (effect: Effect.Effect<void>) => unknown
}

export class Exchange {
  readonly routed: RoutedRequest
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly info: RequestInfo
  readonly sender: Sender
  readonly state: RequestState
  readonly #edge: Edge
  #text: Option.Option<string> | undefined

  constructor(
    edge: Edge,
    request: IncomingMessage,
    response: ServerResponse,
    routed: RoutedRequest,
    secret = credentialOf(routed.endpoint, request.headers.authorization, routed.query)
  ) {
    const { headers, method = "", socket } = request
    const { endpoint, pathname, query } = routed
    const { addresses } = edge
    this.#edge = edge
    this.routed = routed
    this.request = request
    this.response = response
    const source: AddressSource = {
      remoteAddress: Option.fromNullable(socket.remoteAddress),
      headers: {
        "x-forwarded-for": this.header("x-forwarded-for"),
        "x-forwarded-proto": this.header("x-forwarded-proto"),
        "user-agent": headers["user-agent"],
        "x-request-id": this.header("x-request-id"),
        traceparent: this.header("traceparent")
      }
    }
    this.info = {
      method,
      pathname: endpoint === noEndpoint ? loggedPath(pathname) : pathname,
      origin: headers.origin,
      ifNoneMatch: headers["if-none-match"],
      startedAt: edge.clock.unsafeCurrentTimeMillis(),
      source
    }
    this.sender = {
      secret,
      address: () => addresses.of(source),
      isPlain: () => addresses.isPlain(source)
    }
    this.state = newRequestState({
      method,
      acceptEncoding: this.header("accept-encoding"),
      idempotencyKey: this.header("idempotency-key"),
      route: endpoint.path || undefined
    })
    const unknown = endpoint === noEndpoint ? undefined : unknownParameters(endpoint.parameters, Object.keys(query))
    if (unknown !== undefined) this.state.headers["x-unknown-parameters"] = unknown
    edge.records.begin(this.info, this.state)
  }

  header(name: string): string | undefined {
    return joinHeader(this.request.headers[name])
  }

  /** The text of the body, which is read once; none if it is not valid UTF-8. */
  get body(): Effect.Effect<Option.Option<string>, Refusal> {
    if (this.#text !== undefined) return Effect.succeed(this.#text)
    const read = readBody(this.request, this.routed.endpoint.bodyType)
    return Exit.isExit(read)
      ? read
      : Effect.map(read, (text) => {
          this.#text = text
          return text
        })
  }

  send(response: HttpServerResponse.HttpServerResponse) {
    const { finalizer, records, runFork } = this.#edge
    const { info, state } = this
    const { body } = response
    const head = finalizer.head(info, state, response)
    const { headers, status } = head
    const bytes = body._tag === "Uint8Array" ? body.body : textOf(response)
    // Text leaves together with the head, in one packet.
    writeResponse(this.response, status, headers, status === 304 ? undefined : bytes)
    records.count(info, state, status)
    if (records.isLogged) runFork(records.log(info, state, status, bodyBytesOf(state, head)))
  }

  /**
   * Writes the head of a stream, which leaves by `uncork`; the handler goes on. It is counted now, and logged when it
   * ends.
   */
  beginStream(own: Headers): ServerResponse {
    const { finalizer, records, runFork } = this.#edge
    const { info, response, state } = this
    writeStreamHead(response, finalizer.headers(info, state, own))
    records.count(info, state, 200)
    if (records.isLogged) {
      const { id, span, userId } = state
      const { method, pathname, source, startedAt } = info
      const { socket } = response.req
      const before = socket.bytesWritten
      response.once("close", () => {
        const request = { method, pathname, source, startedAt }
        runFork(records.log(request, { id, span, userId }, 200, socket.bytesWritten - before))
      })
    }
    return response
  }

  /**
   * The same for an event stream that ends with its connection (`endWithStream`). Undefined where the client has gone.
   */
  beginEndlessStream(own: Headers = {}): ServerResponse | undefined {
    const { request, response } = this
    if (!this.#edge.inFlight.isNewest(request)) request.socket.destroy()
    if (request.socket.destroyed) return undefined
    endWithStream(response)
    return this.beginStream({ ...streamHeaders, connection: "close", ...own })
  }
}

/** Waits while the client reads a stream more slowly than it is written. */
export const drained = (response: ServerResponse): Effect.Effect<void> =>
  Effect.async((resume) => {
    const done = () => resume(Effect.void)
    if (!response.writableNeedDrain) return done()
    response.once("drain", done)
    return Effect.sync(() => response.off("drain", done))
  })

/** Writes a part of a stream, and waits while the client reads more slowly than it is written. */
export const writeChunk = (response: ServerResponse, chunk: string | Uint8Array): Effect.Effect<void> =>
  Effect.suspend(() => (response.write(chunk) ? Effect.void : drained(response)))

/** The response of a handler that has begun a stream. */
export const begun = HttpServerResponse.empty()

/**
 * Begins and answers exchanges. An effect that does not suspend has been answered when `answer` returns. A client that
 * hangs up interrupts it.
 */
export const makeExchanges = Effect.gen(function* () {
  // A failure is answered, so a fiber that ends with one is not logged.
  const { fiberRefs, ...base } = yield* Effect.withUnhandledErrorLogLevel(Effect.runtime(), Option.none())
  const runFork = Runtime.runFork(Runtime.make({ ...base, fiberRefs, context: Context.empty() }))
  // The metrics count requests: to count their fibers, too, would cost a tenth of a cached response.
  const runtimeFlags = RuntimeFlags.disable(base.runtimeFlags, RuntimeFlags.RuntimeMetrics)
  const edge: Edge = {
    addresses: yield* ClientAddresses,
    clock: yield* Effect.clock,
    finalizer: yield* ResponseFinalizer,
    inFlight: yield* InFlight,
    records: yield* RequestRecords,
    runFork
  }

  /** Begins to answer a request, with a credential of its own where the header is none. */
  const begin = (
    request: IncomingMessage,
    response: ServerResponse,
    routed: RoutedRequest,
    secret?: Option.Option<Secret>
  ) => new Exchange(edge, request, response, routed, secret)

  /** A defect is logged, and its client is disconnected. */
  const settle = (exchange: Exchange, exit: Exit.Exit<HttpServerResponse.HttpServerResponse>) => {
    const { response } = exchange
    try {
      if (Exit.isFailure(exit)) response.destroy()
      else if (exit.value === begun) return
      else if (response.headersSent) response.destroy()
      else exchange.send(exit.value)
    } catch (defect) {
      runFork(logDefect("a request", defect))
      response.destroy()
    }
  }

  const answer = (exchange: Exchange, effect: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>) => {
    const { response, state } = exchange
    const services = new Map<string, unknown>([
      [RequestContext.key, state],
      [CurrentExchange.key, exchange]
    ])
    if (state.span !== undefined) services.set(Tracer.ParentSpan.key, state.span)
    // The fiber begins with the services of the request and no others, since effects copy their context.
    const runtime = Runtime.make({ fiberRefs, runtimeFlags, context: Context.unsafeMake<never>(services) })
    const fiber = Runtime.runFork(runtime, Effect.catchAllCause(effect, answerFailure))
    const done = fiber.unsafePoll()
    if (done !== null) return settle(exchange, done)
    const interrupt = () => fiber.unsafeInterruptAsFork(fiber.id())
    response.once("close", interrupt)
    fiber.addObserver((exit) => {
      response.off("close", interrupt)
      settle(exchange, exit)
    })
  }

  return { begin, answer }
})
