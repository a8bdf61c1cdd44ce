import { Clock, Effect, Layer } from "effect"
import { type Bucket, RateLimitStore } from "../services/RateLimitStore.ts"

/** The most buckets that are kept for windows of one length: of more than these the oldest window is forgotten. */
export const maxBuckets = 100_000

interface Window {
  readonly endsAt: number
  used: number
}

/** Windows of one length, in the order in which they began, which is the order in which they end. */
class Windows {
  readonly #windows = new Map<string, Window>()
  readonly #millis: number

  constructor(millis: number) {
    this.#millis = millis
  }

  #dropEnded(now: number) {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < maxBuckets) return
      this.#windows.delete(key)
    }
  }

  /** The window that is open now; without one, one that would begin now and is not kept yet. */
  peek(key: string, now: number): Window {
    const window = this.#windows.get(key)
    return window !== undefined && window.endsAt > now ? window : { endsAt: now + this.#millis, used: 0 }
  }

  take(buckets: ReadonlyArray<Bucket>, now: number) {
    this.#dropEnded(now)
    const open = buckets.map((bucket) => ({ ...bucket, window: this.peek(bucket.key, now) }))
    const allowed = open.every(({ limit, window }) => window.used < limit)
    if (allowed) {
      for (const { key, window } of open) {
        window.used += 1
        if (window.used === 1) {
          this.#windows.delete(key) // so that it stands last again
          this.#windows.set(key, window)
        }
      }
    }
    return { allowed, levels: open.map(({ window }) => ({ used: window.used, resetMillis: window.endsAt - now })) }
  }
}

const make = Effect.sync(() => {
  const byLength = new Map<number, Windows>()
  const of = (millis: number) => {
    const windows = byLength.get(millis) ?? new Windows(millis)
    byLength.set(millis, windows)
    return windows
  }
  return RateLimitStore.of({
    take: (windowMillis, buckets) => Effect.map(Clock.currentTimeMillis, (now) => of(windowMillis).take(buckets, now)),
    level: (windowMillis, key) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const { endsAt, used } = of(windowMillis).peek(key, now)
        return { used, resetMillis: endsAt - now }
      })
  })
})

/** Counts in this process, for as long as it runs: for a community of one instance. Its memory is bounded by `maxBuckets`. */
export const layer = Layer.effect(RateLimitStore, make)
