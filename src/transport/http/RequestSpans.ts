import { Headers, HttpTraceContext } from "@effect/platform"
import { Context, Effect, Exit, FiberRef, Layer, Option, type Tracer } from "effect"
import { type AddressSource, ClientAddresses } from "../wire/ClientAddresses.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import { endpointAt } from "./Endpoints.ts"

/** The parts of a request that its span is made of. */
interface TracedRequest {
  readonly method: string
  readonly pathname: string
  readonly source: AddressSource
}

/** The spans of requests, within which the operations of services have theirs. There are none while the tracer is disabled. */
export class RequestSpans extends Context.Tag("transport/http/RequestSpans")<
  RequestSpans,
  {
    /** Begins the span of a request, in the trace that a trusted proxy names or in a new one. */
    readonly begin: (request: TracedRequest, state: RequestState) => void
  }
>() {
  static readonly layer = Layer.effect(
    RequestSpans,
    Effect.suspend(() => Effect.gen(make))
  ).pipe(Layer.provide(ClientAddresses.layer))
}

function* make() {
  const isEnabled = yield* FiberRef.get(FiberRef.currentTracerEnabled)
  const tracer = yield* Effect.tracer
  const addresses = yield* ClientAddresses
  const clock = yield* Effect.clock

  const parentOf = ({ source }: TracedRequest): Option.Option<Tracer.AnySpan> =>
    addresses.isProxied(source) ? HttpTraceContext.w3c(Headers.fromInput(source.headers)) : Option.none()

  const begin = (request: TracedRequest, state: RequestState) => {
    if (!isEnabled) return
    const { method, pathname } = request
    const route = state.route ?? endpointAt(method, pathname)?.endpoint.path
    const now = clock.unsafeCurrentTimeNanos()
    const name = route === undefined ? method : `${method} ${route}`
    const span = tracer.span(name, parentOf(request), Context.empty(), [], now, "server")
    span.attribute("http.request.method", method)
    if (route !== undefined) span.attribute("http.route", route)
    span.attribute("http.request.id", state.id)
    state.span = span
  }

  return RequestSpans.of({ begin })
}

/** Ends the span of a request when its response begins. */
export const endSpan = (span: Tracer.Span, status: number, now: bigint): void => {
  span.attribute("http.response.status_code", status)
  span.end(now, status < 500 ? Exit.void : Exit.fail(`the answer is ${status}`))
}
