import { Effect } from "effect"

/** A semaphore that tells how many effects wait for a permit. */
export const watchedSemaphore = (permits: number) => {
  const semaphore = Effect.unsafeMakeSemaphore(permits)
  const enter = Effect.sync(() => void inside++)
  const leave = Effect.sync(() => void inside--)
  let inside = 0
  return {
    waiting: () => Math.max(0, inside - permits),
    withPermit: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        enter,
        () => semaphore.withPermits(1)(effect),
        () => leave
      )
  }
}
