import { Headers, HttpTraceContext } from "@effect/platform"
import { memoize } from "@rare-disease-community/text/ClockCache"
import { Context, Effect, Exit, FiberRef, Layer, LogLevel, Option, Record, type Tracer } from "effect"
import { logAddresses } from "../../Config.ts"
import { requestMetrics, update } from "../../metrics/Metrics.ts"
import { type AddressSource, ClientAddresses } from "../wire/ClientAddresses.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import type { SentHead } from "../wire/ResponseWriter.ts"

export interface RecordedRequest {
  readonly method: string
  readonly pathname: string
  /** The time of its arrival, in milliseconds. */
  readonly startedAt: number
  /** The peer, and the headers about the client. */
  readonly source: AddressSource
}

/** The records of requests: their spans, the metrics, and the log. */
export class RequestRecords extends Context.Tag("transport/http/RequestRecords")<
  RequestRecords,
  {
    /**
     * Begins the span of a request, in the trace that a trusted proxy names or in a new one. Operations of services
     * have their spans in it. There is none while the tracer is disabled.
     */
    readonly begin: (request: RecordedRequest, state: RequestState) => void

    /** Counts a request in the metrics when its response begins, and ends its span. */
    readonly count: (
      request: Pick<RecordedRequest, "method" | "startedAt">,
      state: Pick<RequestState, "route" | "span">,
      status: number
    ) => void

    /**
     * Writes the line of a request, which names neither query nor credential. `bytes` is the size of the body;
     * undefined where it is not known yet.
     */
    readonly log: (
      request: RecordedRequest,
      state: Pick<RequestState, "id" | "span" | "userId">,
      status: number,
      bytes: number | undefined
    ) => Effect.Effect<void>

    /** False where the log's level leaves such lines out. */
    readonly isLogged: boolean
  }
>() {
  static readonly layer = Layer.effect(
    RequestRecords,
    Effect.suspend(() => Effect.gen(make))
  )
}

/** Methods with a label of their own. Node's parser knows some thirty others, which nothing here answers. */
const namedMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** The maximum number of routes with a method, and statuses of one, whose metrics are remembered. */
const maxSeries = 1_000

/** The metrics of a route and a method; their labels are bounded, whatever clients send. */
const seriesOf = memoize((routeAndMethod) => {
  const [route = "", method = ""] = routeAndMethod.split(" ")
  const { answered, duration } = requestMetrics(route, method)
  return { duration, answered: memoize((status) => answered(Number(status)), maxSeries) }
}, maxSeries)

/**
 * Counts an answered request; `route` is the path of its endpoint as the definition writes it, none for an unknown
 * path.
 */
export const countRequest = (route: string | undefined, method: string, status: number, millis: number): void => {
  const { answered, duration } = seriesOf(`${route ?? "unknown"} ${namedMethods.has(method) ? method : "other"}`)
  update(answered(String(status)))
  update(duration, Math.max(0, millis) / 1_000)
}

/** The bytes of a response's body; undefined for a stream, whose end is not known. */
export const bodyBytesOf = ({ isHead }: Pick<RequestState, "isHead">, { headers, status }: SentHead) => {
  if (isHead || status === 304 || status === 204) return 0
  const length = headers["content-length"]
  return length === undefined ? undefined : Number(length)
}

/** The log cuts a longer `User-Agent`. */
const maxAgentCharacters = 200

/** The `User-Agent` of a client, as one line. */
const agentOf = (header: string | undefined) =>
  header
    ?.replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(0, maxAgentCharacters)

/** Ids of requests as proxies make them: UUIDs, ULIDs, traces, base64. */
const plainRequestId = /^[\w.:=@+/-]{1,128}$/

const present = (facts: Readonly<Record<string, string | number | undefined>>) =>
  Record.filter(facts, (value) => value !== undefined && value !== "")

/** Supervisors and load balancers send these every few seconds. */
const probes = /^\/+(?:health|ready)\/*$/i

const endSpan = (span: Tracer.Span, status: number, now: bigint): void => {
  span.attribute("http.response.status_code", status)
  span.end(now, status < 500 ? Exit.void : Exit.fail(`the answer is ${status}`))
}

function* make() {
  const isTraced = yield* FiberRef.get(FiberRef.currentTracerEnabled)
  const tracer = yield* Effect.tracer
  const addresses = yield* ClientAddresses
  const withAddress = yield* logAddresses
  const clock = yield* Effect.clock
  const isLogged = LogLevel.lessThanEqual(yield* FiberRef.get(FiberRef.currentMinimumLogLevel), LogLevel.Info)

  const parentOf = ({ source }: RecordedRequest): Option.Option<Tracer.AnySpan> =>
    addresses.isProxied(source) ? HttpTraceContext.w3c(Headers.fromInput(source.headers)) : Option.none()

  const begin = (request: RecordedRequest, state: RequestState) => {
    if (!isTraced) return
    const { method } = request
    const { route } = state
    const now = clock.unsafeCurrentTimeNanos()
    const name = route === undefined ? method : `${method} ${route}`
    const span = tracer.span(name, parentOf(request), Context.empty(), [], now, "server")
    span.attribute("http.request.method", method)
    if (route !== undefined) span.attribute("http.route", route)
    span.attribute("http.request.id", state.id)
    state.span = span
  }

  const count: RequestRecords["Type"]["count"] = ({ method, startedAt }, { route, span }, status) => {
    countRequest(route, method, status, clock.unsafeCurrentTimeMillis() - startedAt)
    if (span !== undefined) endSpan(span, status, clock.unsafeCurrentTimeNanos())
  }

  /** The id that a trusted proxy gave the request. */
  const proxyIdOf = (source: AddressSource) => {
    const id = source.headers["x-request-id"]
    return id !== undefined && plainRequestId.test(id) && addresses.isProxied(source) ? id : undefined
  }

  const log: RequestRecords["Type"]["log"] = (request, { id, span, userId }, status, bytes) => {
    if (!isLogged) return Effect.void
    const { method, pathname, source, startedAt } = request
    const facts = {
      id,
      method,
      path: pathname,
      status,
      ms: clock.unsafeCurrentTimeMillis() - startedAt,
      bytes,
      user: userId,
      address: withAddress ? addresses.of(source) : undefined,
      proxyId: proxyIdOf(source),
      trace: span?.sampled === true ? span.traceId : undefined,
      agent: agentOf(source.headers["user-agent"])
    }
    const write = probes.test(pathname) ? Effect.logDebug : Effect.logInfo
    return Effect.annotateLogs(write("request"), present(facts))
  }

  return { begin, count, log, isLogged }
}
