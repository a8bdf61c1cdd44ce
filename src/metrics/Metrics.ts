import { Effect, Metric, MetricBoundaries, MetricKey, MetricLabel, type Scope } from "effect"

// Every metric of the server, named as Prometheus wants it; `snapshot` reads them all.

type Labels = Readonly<Record<string, string>>

const labelsOf = (labels: Labels) => Object.entries(labels).map(([name, value]) => MetricLabel.make(name, value))

const counter = (name: string, description: string, labels: Labels = {}) =>
  Metric.fromMetricKey(
    MetricKey.taggedWithLabels(MetricKey.counter(name, { description, incremental: true }), labelsOf(labels))
  )

const gauge = (name: string, description: string, labels: Labels = {}) =>
  Metric.fromMetricKey(MetricKey.taggedWithLabels(MetricKey.gauge(name, { description }), labelsOf(labels)))

const histogram = (
  name: string,
  description: string,
  boundaries: MetricBoundaries.MetricBoundaries,
  labels: Labels = {}
) =>
  Metric.fromMetricKey(MetricKey.taggedWithLabels(MetricKey.histogram(name, boundaries, description), labelsOf(labels)))

/** Adds to a counter, or sets a gauge, outside of fibers. It costs some ten nanoseconds. */
export const update = <Type, Out>(metric: Metric.Metric<Type, number, Out>, value = 1): void =>
  metric.unsafeUpdate(value, [])

const samplers = new Set<() => void>()

/** Calls `sample`, which sets gauges, each time that the metrics are read, until the scope ends. */
export const sampled = (sample: () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => samplers.add(sample)),
      () => Effect.sync(() => samplers.delete(sample))
    )
  )

export const snapshot = Effect.suspend(() => {
  for (const sample of samplers) sample()
  return Metric.snapshot
})

const lookups = (name: string, description: string) => ({
  hit: counter(name, description, { result: "hit" }),
  miss: counter(name, description, { result: "miss" })
})

export const responseCacheLookups = lookups(
  "response_cache_lookups_total",
  "Cacheable requests by whether the response cache had the response"
)

export const credentialCacheLookups = lookups(
  "credential_cache_lookups_total",
  "Credentials of requests by whether the cache knew them"
)

const takes = (counted: string) =>
  counter("rate_limit_takes_total", "Takes from rate limits by what counted them", { counted })

/** A refusal is counted as remembered where this process knew that the limit was used up, without Redis. */
export const rateLimitTakes = { process: takes("process"), redis: takes("redis"), remembered: takes("remembered") }

/** 1 while Redis is lost, so that this process counts for itself; always 0 without Redis. */
export const redisLost = gauge("redis_lost", "1 while Redis is lost, so that rate limits are counted by each process")

const delivered = (source: string) =>
  counter("changes_delivered_total", "Changes delivered in this process by what brought them first", { source })

/** The commit brings the changes of this process, the outbox those of others. */
export const changesDelivered = { commit: delivered("commit"), outbox: delivered("outbox") }

export const wakeUps = counter(
  "change_wake_ups_total",
  "Wake-ups to read the outbox, by other instances or a new connection"
)

export const outboxRestarts = counter(
  "change_log_restarts_total",
  "Restarts of the place in the outbox, after commits were lost or this instance was away for too long"
)

/** The lag is a second at most while the database answers. */
export const outboxLag = gauge("change_log_lag_seconds", "Time since the outbox was last read to its end")

/** How far the pass is that makes stored texts anew after a change of the rules, on the instance that works. */
export const storedTexts = {
  checked: gauge(
    "stored_texts_checked",
    "Stored texts that were made anew since the rules of texts changed, or stayed"
  ),
  total: gauge("stored_texts", "Stored texts when the pass over them began")
}

/** The moderation queue, at most some seconds old. */
export const moderationQueue = {
  reports: gauge("moderation_open_cases", "Reported posts, comments and members that wait for a decision"),
  danger: gauge("moderation_danger_cases", "Those of them that were reported as danger"),
  appeals: gauge("moderation_open_appeals", "Appeals that wait for a decision"),
  oldestAge: gauge("moderation_oldest_age_seconds", "Age of the oldest that waits, requests to be verified included")
}

const batchBoundaries = MetricBoundaries.fromIterable([1, 2, 4, 8, 16, 32, 64])

/** The metrics of one write batcher or batch loader. */
export const batchMetrics = (batcher: string) => ({
  items: histogram("batch_items", "Items of each batch", batchBoundaries, { batcher }),
  queued: gauge("batch_queue_items", "Items that waited when the last batch was taken", { batcher })
})

const queuedTasks = (queue: string) => gauge("worker_queue_tasks", "Tasks that wait for a worker thread", { queue })

/** Work that runs on other threads: texts to filter, and passwords to hash. */
export const workerQueues = { markdown: queuedTasks("markdown"), passwords: queuedTasks("passwords") }

const durationBoundaries = MetricBoundaries.fromIterable([
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
])

/** The metrics of the requests of one route and method. Times are measured in whole milliseconds. */
export const requestMetrics = (route: string, method: string) => ({
  duration: histogram(
    "http_request_duration_seconds",
    "Time from the arrival of a request to its response, or to the beginning of its stream",
    durationBoundaries,
    { method, route }
  ),
  answered: (status: number) =>
    counter("http_requests_total", "Requests that were answered", { method, route, status: String(status) })
})

export const requestsInFlight = gauge(
  "http_requests_in_flight",
  "Requests without a whole response, open streams included"
)

export const unsentBytes = gauge("http_unsent_bytes", "Bytes of responses that wait for clients to read")

/** Streams and sessions that members hold open in this process. */
export const openConnections = {
  streams: gauge("notification_streams_open", "Open streams of notifications, over whichever transport"),
  sessions: gauge("mcp_sessions_open", "Open MCP sessions")
}

const poolConnections = (state: string) =>
  gauge("database_pool_connections", "Connections of the pool to the database by state", { state })

export const databasePool = {
  idle: poolConnections("idle"),
  busy: poolConnections("busy"),
  waiting: gauge("database_pool_waiting", "Statements and transactions that wait for a connection of the pool")
}

/** Only with a PostgreSQL server. */
export const clockOffset = gauge(
  "clock_offset_seconds",
  "Time by which the machine's clock is ahead of that of the database, which this process takes"
)

const eventLoopDelay = (quantile: string) =>
  gauge(
    "event_loop_delay_seconds",
    "Delay of the event loop since the metrics were last read; quantile 1 is the most",
    {
      quantile
    }
  )

/** The metrics of this process, under the names that other programs use. */
export const processMetrics = {
  cpu: counter("process_cpu_seconds_total", "CPU time of the process, user and system"),
  residentMemory: gauge("process_resident_memory_bytes", "Resident memory"),
  startTime: gauge("process_start_time_seconds", "Start of the process, in seconds since 1970"),
  heapTotal: gauge("nodejs_heap_size_total_bytes", "Size of the heap"),
  heapUsed: gauge("nodejs_heap_size_used_bytes", "Used part of the heap"),
  externalMemory: gauge("nodejs_external_memory_bytes", "Memory outside of the heap, buffers included"),
  eventLoopDelay: { 0.5: eventLoopDelay("0.5"), 0.99: eventLoopDelay("0.99"), 1: eventLoopDelay("1") },
  eventLoopUtilization: gauge("event_loop_utilization_ratio", "Busy part of the event loop since the last read")
}

/** Always 1: its labels are the information. */
export const buildInfo = (labels: { readonly version: string; readonly node: string }) =>
  gauge("build_info", "The version of this server, and of Node", labels)
