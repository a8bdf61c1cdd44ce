import { Clock, Deferred, Effect, FiberId } from "effect"

/**
 * Runs the effects of one key one after the other. An effect that does not have its turn at the time `until` (epoch
 * milliseconds) fails with `late` instead. (An `RcMap` could make two entries of one key at once.)
 */
export const makeKeyedTurns = () => {
  const running = new Map<string, Deferred.Deferred<void>>()

  /** Waits until no effect runs with the key, and takes it. */
  const take = <E>(key: string, until: number, late: () => E): Effect.Effect<Deferred.Deferred<void>, E> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const other = running.get(key)
      if (other === undefined) {
        const own = Deferred.unsafeMake<void>(FiberId.none)
        running.set(key, own)
        return Effect.succeed(own)
      }
      const ended = Effect.timeoutFail(Deferred.await(other), { duration: Math.max(0, until - now), onTimeout: late })
      return Effect.zipRight(Effect.interruptible(ended), take(key, until, late))
    })

  return <E2>(key: string, until: number, late: () => E2) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
      Effect.acquireUseRelease(
        take(key, until, late),
        () => effect,
        (own) => {
          running.delete(key)
          return Deferred.succeed(own, undefined)
        }
      )
}
