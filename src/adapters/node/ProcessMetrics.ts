import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Effect, Layer } from "effect"
import { processMetrics, sampled, update } from "../../metrics/Metrics.ts"

/**
 * The interval of the timer whose lateness is the delay of the event loop. A shorter one would wake an idle process
 * more often.
 */
const timerMillis = 50

const secondsOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - timerMillis / 1_000) || 0

/** Updates the delays of the event loop since the last read. Node measures from one timer to the next. */
const eventLoopSampler = Effect.acquireRelease(
  Effect.sync(() => monitorEventLoopDelay({ resolution: timerMillis })),
  (delays) => Effect.sync(() => delays.disable())
).pipe(
  Effect.map((delays) => {
    delays.enable()
    const { eventLoopDelay, eventLoopUtilization } = processMetrics
    let before = performance.eventLoopUtilization()
    return () => {
      update(eventLoopDelay[0.5], secondsOf(delays.percentile(50)))
      update(eventLoopDelay[0.99], secondsOf(delays.percentile(99)))
      update(eventLoopDelay[1], secondsOf(delays.max))
      delays.reset()
      const now = performance.eventLoopUtilization()
      update(eventLoopUtilization, performance.eventLoopUtilization(now, before).utilization)
      before = now
    }
  })
)

const makeCpuSampler = () => {
  let counted = 0
  return () => {
    const { system, user } = process.cpuUsage()
    const seconds = (system + user) / 1e6
    update(processMetrics.cpu, seconds - counted)
    counted = seconds
  }
}

const sampleMemory = () => {
  const { external, heapTotal, heapUsed, rss } = process.memoryUsage()
  update(processMetrics.residentMemory, rss)
  update(processMetrics.heapTotal, heapTotal)
  update(processMetrics.heapUsed, heapUsed)
  update(processMetrics.externalMemory, external)
  update(processMetrics.startTime, performance.timeOrigin / 1_000)
}

/** Measures this process whenever the metrics are read, and the delays of its event loop between. */
export const layer = Layer.scopedDiscard(
  Effect.flatMap(eventLoopSampler, (sampleEventLoop) =>
    Effect.forEach([sampleEventLoop, makeCpuSampler(), sampleMemory], sampled, { discard: true })
  )
)
