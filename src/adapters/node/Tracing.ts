import { randomInt } from "node:crypto"
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { Duration, Effect, Layer, Redacted } from "effect"
import { tracesHeaders, tracesService, tracesShare, tracesUrl } from "../../Config.ts"
import { sampledTracer } from "./SampledTracer.ts"

/** The longest time that a stopping server takes to send its last spans. */
const flushTimeout = Duration.seconds(1)

const headersIn = (pairs: string) =>
  Object.fromEntries(
    pairs.split(",").map((pair) => {
      const equals = pair.indexOf("=")
      return [pair.slice(0, equals).trim(), decodeURIComponent(pair.slice(equals + 1).trim())]
    })
  )

/** A client that logs when the collector stops to take traces, and when it takes them again. */
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
      HttpClient.tap(() => becomes(false, Effect.logInfo("traces are taken again")))
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

/** Sends traces to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. Without one the tracer is disabled, since spans cost CPU. */
export const layer = Layer.unwrapEffect(
  Effect.map(tracesUrl, (url) => (url === undefined ? Layer.setTracerEnabled(false) : tracerTo(url)))
)
