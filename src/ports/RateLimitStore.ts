import { Context, type Effect } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A bucket, and the most that its window may count. */
export interface Bucket {
  readonly key: string
  readonly limit: number
}

/** The state of a bucket. */
export interface Level {
  readonly used: number
  /** Milliseconds to the end of its window. */
  readonly resetMillis: number
}

/** The result of taking from several buckets. */
export interface Consumption {
  /** False when one bucket had too little left: then nothing was taken from any. */
  readonly allowed: boolean
  /** The state of each bucket after it, in the given order. */
  readonly levels: ReadonlyArray<Level>
}

/** Counts in fixed windows: a window begins with its first count and ends `windowMillis` later. */
export class RateLimitStore extends Context.Tag("ports/RateLimitStore")<
  RateLimitStore,
  {
    /**
     * Takes `count` (1 by default) from each bucket, or nothing if one has too little left. It does not suspend where it has
     * to ask nobody outside of this process.
     */
    readonly take: (
      windowMillis: number,
      buckets: ReadonlyArray<Bucket>,
      count?: number
    ) => Effect.Effect<Consumption, Unavailable>

    /** The state of a bucket. */
    readonly level: (windowMillis: number, key: string) => Effect.Effect<Level, Unavailable>
  }
>() {}
