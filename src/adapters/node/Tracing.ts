import { randomInt } from "node:crypto"
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { type Context, Duration, Effect, Layer, Option, Redacted, Tracer } from "effect"
import { tracesHeaders, tracesService, tracesShare, tracesUrl } from "../../Config.ts"

/** Only these spans begin a trace without a parent: a request, or a batch of several requests' work. */
const beginsTrace: ReadonlySet<Tracer.SpanKind> = new Set(["server", "consumer"])

/** A span that nobody gets to see. The spans within it are such spans, too. */
const unsampledSpan = (
  name: string,
  parent: Option.Option<Tracer.AnySpan>,
  context: Context.Context<never>,
  startTime: bigint,
  kind: Tracer.SpanKind
): Tracer.Span => ({
  _tag: "Span",
  name,
  parent,
  context,
  kind,
  spanId: "0000000000000000",
  traceId: "00000000000000000000000000000000",
  sampled: false,
  status: { _tag: "Started", startTime },
  attributes: new Map(),
  links: [],
  end: () => undefined,
  attribute: () => undefined,
  event: () => undefined,
  addLinks: () => undefined
})

/**
 * Passes on a share of the traces. A trace that a proxy has begun is passed on as the proxy decided; work of the
 * background is not traced.
 */
const sampledTracer = (tracer: Tracer.Tracer, share: number, random: () => number) =>
  Tracer.make({
    context: tracer.context,
    span: (name, parent, context, links, startTime, kind, options) => {
      const isSampled = Option.match(parent, {
        onNone: () => beginsTrace.has(kind) && random() < share,
        onSome: ({ sampled }) => sampled
      })
      return isSampled
        ? tracer.span(name, parent, context, links, startTime, kind, options)
        : unsampledSpan(name, parent, context, startTime, kind)
    }
  })

/** The longest time that a stopping server takes to send its last spans. */
const flushTimeout = Duration.seconds(1)

const headersIn = (pairs: string) =>
  Object.fromEntries(
    pairs.split(",").map((pair) => {
      const equals = pair.indexOf("=")
      return [pair.slice(0, equals).trim(), decodeURIComponent(pair.slice(equals + 1).trim())]
    })
  )

/** A client that logs when the collector stops accepting traces, and when it accepts them again. */
const CollectorClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    let isLost = false
    const becomes = (lost: boolean, line: Effect.Effect<void>) =>
      Effect.suspend(() => {
        const isNew = isLost !== lost
        isLost = lost
        return isNew ? line : Effect.void
      })
    return HttpClient.filterStatusOk(client).pipe(
      HttpClient.tapError(({ message }) => becomes(true, Effect.logWarning("traces are lost", message))),
      HttpClient.tap(() => becomes(false, Effect.logInfo("the collector accepts traces again")))
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))

/** Loaded only where it is needed. */
const exporter = Effect.promise(() =>
  Promise.all([import("@effect/opentelemetry/OtlpTracer"), import("@effect/opentelemetry/OtlpSerialization")])
)

const tracerTo = (url: string) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const [OtlpTracer, OtlpSerialization] = yield* exporter
      const headers = yield* tracesHeaders
      const options = {
        url: `${url}/v1/traces`,
        headers: headers === undefined ? undefined : headersIn(Redacted.value(headers)),
        resource: { serviceName: yield* tracesService },
        shutdownTimeout: flushTimeout
      }
      const tracer = yield* Effect.provide(OtlpTracer.make(options), [CollectorClient, OtlpSerialization.layerJson])
      return Layer.setTracer(sampledTracer(tracer, yield* tracesShare, () => randomInt(2 ** 32) / 2 ** 32))
    })
  )

/**
 * Sends traces to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. Without one the tracer is disabled, since spans cost
 * CPU.
 */
export const layer = Layer.unwrapEffect(
  Effect.map(tracesUrl, (url) => (url === undefined ? Layer.setTracerEnabled(false) : tracerTo(url)))
)
