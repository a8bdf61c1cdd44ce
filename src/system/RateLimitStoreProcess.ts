import { Effect, Layer, Option } from "effect"
import { type Bucket, RateLimitStore, type Taken } from "../services/RateLimitStore.ts"

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
  /** Before this moment none ends. */
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

  /** The window that is open now; without one, one that would begin now and is not kept yet. */
  peek(key: string, now: number): Window {
    const window = this.#windows.get(key)
    return window !== undefined && window.endsAt > now ? window : { endsAt: now + this.#millis, used: 0 }
  }

  take(buckets: ReadonlyArray<Bucket>, now: number, count: number): Taken {
    this.#dropEnded(now)
    const open = buckets.map(({ key }) => this.peek(key, now))
    const allowed = buckets.every(({ limit }, index) => (open[index]?.used ?? 0) + count <= limit)
    if (allowed) for (let index = 0; index < buckets.length; index++) this.#count(buckets[index], open[index], count)
    return { allowed, levels: open.map(({ endsAt, used }) => ({ used, resetMillis: endsAt - now })) }
  }

  #count(bucket: Bucket | undefined, window: Window | undefined, count: number) {
    if (bucket === undefined || window === undefined) return
    window.used += count
    if (window.used > count) return
    this.#windows.delete(bucket.key) // so that it stands last again
    this.#windows.set(bucket.key, window)
  }
}

const make = Effect.map(Effect.clock, (clock) => {
  const byLength = new Map<number, Windows>()
  const of = (millis: number) => {
    const windows = byLength.get(millis) ?? new Windows(millis)
    byLength.set(millis, windows)
    return windows
  }
  const takeNow = (windowMillis: number, buckets: ReadonlyArray<Bucket>, count = 1) =>
    of(windowMillis).take(buckets, clock.unsafeCurrentTimeMillis(), count)
  return RateLimitStore.of({
    take: (windowMillis, buckets, count) => Effect.sync(() => takeNow(windowMillis, buckets, count)),
    takeNow: Option.some(takeNow),
    level: (windowMillis, key) =>
      Effect.sync(() => {
        const now = clock.unsafeCurrentTimeMillis()
        const { endsAt, used } = of(windowMillis).peek(key, now)
        return { used, resetMillis: endsAt - now }
      })
  })
})

/** Counts in this process, for as long as it runs: for a community of one instance. Its memory is bounded by `maxBuckets`. */
export const layer = Layer.effect(RateLimitStore, make)
