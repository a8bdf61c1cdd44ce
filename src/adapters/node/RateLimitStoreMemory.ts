import { Effect, Layer } from "effect"
import { rateLimitTakes, redisLost, update } from "../../metrics/Metrics.ts"
import { type Bucket, type Consumption, RateLimitStore } from "../../ports/RateLimitStore.ts"

/** The maximum number of counters of requests for windows of one length; beyond it the oldest window is dropped. */
export const maxBuckets = 100_000

interface Window {
  readonly endsAt: number
  used: number
}

/** Fixed windows of one length, in the order in which they begin and end. */
class Windows {
  readonly #windows = new Map<string, Window>()
  readonly #millis: number
  /** No window ends before this moment. */
  #firstEndsAt = 0

  constructor(millis: number) {
    this.#millis = millis
  }

  #dropEnded(now: number) {
    if (now < this.#firstEndsAt && this.#windows.size < maxBuckets) return
    for (const [key, window] of this.#windows) {
      this.#firstEndsAt = window.endsAt
      if (window.endsAt > now && this.#windows.size < maxBuckets) return
      this.#windows.delete(key)
    }
    this.#firstEndsAt = 0
  }

  /** The open window of a key; without one, a window that begins now and is not stored yet. */
  peek(key: string, now: number): Window {
    const window = this.#windows.get(key)
    return window !== undefined && window.endsAt > now ? window : { endsAt: now + this.#millis, used: 0 }
  }

  take(buckets: ReadonlyArray<Bucket>, now: number, count: number): Consumption {
    this.#dropEnded(now)
    const open = buckets.map((bucket) => ({ bucket, window: this.peek(bucket.key, now) }))
    const allowed = open.every(({ bucket, window }) => window.used + count <= bucket.limit)
    if (allowed) for (const { bucket, window } of open) this.#count(bucket.key, window, count)
    return { allowed, levels: open.map(({ window }) => ({ used: window.used, resetMillis: window.endsAt - now })) }
  }

  #count(key: string, window: Window, count: number) {
    window.used += count
    if (window.used > count) return
    this.#windows.delete(key) // so that it becomes the last one
    this.#windows.set(key, window)
  }
}

const make = Effect.map(Effect.clock, (clock) => {
  update(redisLost, 0)
  const byLength = new Map<number, Windows>()
  const windowsOf = (millis: number) => {
    const windows = byLength.get(millis) ?? new Windows(millis)
    byLength.set(millis, windows)
    return windows
  }
  return RateLimitStore.of({
    take: (windowMillis, buckets, count = 1) =>
      Effect.sync(() => {
        update(rateLimitTakes.process)
        return windowsOf(windowMillis).take(buckets, clock.unsafeCurrentTimeMillis(), count)
      }),
    level: (windowMillis, key) =>
      Effect.sync(() => {
        const now = clock.unsafeCurrentTimeMillis()
        const { endsAt, used } = windowsOf(windowMillis).peek(key, now)
        return { used, resetMillis: endsAt - now }
      })
  })
})

/** Counts in this process, of which each instance has its own. Its memory is bounded by `maxBuckets`. */
export const layer = Layer.effect(RateLimitStore, make)
