import { Context } from "effect"
import type { StorageEffect } from "../domain/Unavailable.ts"

/** A bucket, and the most that its window may count. */
export interface Bucket {
  readonly key: string
  readonly limit: number
}

export interface Level {
  readonly used: number
  /** Milliseconds to the end of its window. */
  readonly resetMillis: number
}

export interface Consumption {
  /** False when one bucket had too little left: then nothing was taken from any. */
  readonly allowed: boolean
  readonly levels: ReadonlyArray<Level>
}

/** Counts in fixed windows: a window begins with its first count and ends `windowMillis` later. */
export class RateLimitStore extends Context.Tag("ports/RateLimitStore")<
  RateLimitStore,
  {
    /** Takes `count` (1 by default) from each bucket, or nothing if one has too little; suspends only to ask others. */
    readonly take: (windowMillis: number, buckets: ReadonlyArray<Bucket>, count?: number) => StorageEffect<Consumption>

    readonly level: (windowMillis: number, key: string) => StorageEffect<Level>
  }
>() {}
