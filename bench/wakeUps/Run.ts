/** The writes that an instance is to make. */
export interface Run {
  readonly millis: number
  /** The rate of the instance; 0 writes as fast as it goes. */
  readonly perSecond: number
  readonly writers: number
  /** The time after the last write, in which the last changes arrive. */
  readonly settleMillis: number
}

/** The writes and wake-ups of an instance. Latencies are in milliseconds, CPU in microseconds. */
export interface RunResult {
  readonly writes: number
  readonly deliveries: number
  readonly cpu: number
  readonly writeLatencies: ReadonlyArray<number>
  readonly deliveryLatencies: ReadonlyArray<number>
}

/** The changes of a write, as a comment and its notification are two. */
export const changesOfWrite = 2
