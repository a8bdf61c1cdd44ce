import { Context, type Effect, type Option } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A bucket to take from. */
export interface Bucket {
  readonly key: string
  readonly limit: number
}

/** Where a bucket stands. */
export interface Level {
  readonly used: number
  /** Milliseconds to the end of its window. */
  readonly resetMillis: number
}

/** What became of a request to take from several buckets. */
export interface Taken {
  /** False when one of them had too little left: then nothing was taken from any. */
  readonly allowed: boolean
  /** Where they stand now, in the order they were asked for. */
  readonly levels: ReadonlyArray<Level>
}

/** Counts in fixed windows: a window starts with the first that is taken and ends `windowMillis` later, whatever comes. */
export class RateLimitStore extends Context.Tag("services/RateLimitStore")<
  RateLimitStore,
  {
    /** Takes `count` (one unless said) from each bucket, or nothing where one has too little left. */
    readonly take: (
      windowMillis: number,
      buckets: ReadonlyArray<Bucket>,
      count?: number
    ) => Effect.Effect<Taken, Unavailable>

    /** Takes one from each at once; none where the counts are not in this process. */
    readonly takeNow: Option.Option<(windowMillis: number, buckets: ReadonlyArray<Bucket>) => Taken>

    /** Where a bucket stands, without taking from it. */
    readonly level: (windowMillis: number, key: string) => Effect.Effect<Level, Unavailable>
  }
>() {}
