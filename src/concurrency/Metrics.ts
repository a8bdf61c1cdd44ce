import { Metric, MetricBoundaries, MetricKey } from "effect"

// Every metric of the server, named as Prometheus wants it; `Metric.snapshot` reads them all.

const counter = (name: string, description: string, label: string, value: string) =>
  Metric.fromMetricKey(MetricKey.tagged(MetricKey.counter(name, { description, incremental: true }), label, value))

/** Adds to a counter, or sets a gauge, outside of fibers. It costs some ten nanoseconds. */
export const update = <Type, Out>(metric: Metric.Metric<Type, number, Out>, value = 1): void =>
  metric.unsafeUpdate(value, [])

const lookups = (name: string, description: string) => ({
  hit: counter(name, description, "result", "hit"),
  miss: counter(name, description, "result", "miss")
})

export const responseCacheLookups = lookups(
  "response_cache_lookups_total",
  "Cacheable requests by whether the response cache had the response"
)

export const credentialCacheLookups = lookups(
  "credential_cache_lookups_total",
  "Credentials of requests by whether the cache knew them"
)

const delivered = (source: string) =>
  counter("changes_delivered_total", "Changes delivered in this process by what brought them first", "source", source)

/** A change of another instance whose hint was lost or late is delivered by the log. */
export const changesDelivered = { commit: delivered("commit"), hint: delivered("hint"), outbox: delivered("outbox") }

/** The changes that the last read of the outbox delivered, since no hint had brought them yet. */
export const hintLag = Metric.fromMetricKey(
  MetricKey.gauge("change_hint_lag_changes", {
    description: "Changes of other instances that the last read of the outbox found before their hints came"
  })
)

const batchBoundaries = MetricBoundaries.fromIterable([1, 2, 4, 8, 16, 32, 64])

/** The metrics of one write batcher or batch loader. */
export const batchMetrics = (batcher: string) => ({
  items: Metric.fromMetricKey(
    MetricKey.tagged(MetricKey.histogram("batch_items", batchBoundaries, "Items of each batch"), "batcher", batcher)
  ),
  queued: Metric.fromMetricKey(
    MetricKey.tagged(
      MetricKey.gauge("batch_queue_items", { description: "Items that waited when the last batch was taken" }),
      "batcher",
      batcher
    )
  )
})
