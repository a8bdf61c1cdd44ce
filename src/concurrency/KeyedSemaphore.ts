import { Clock, Deferred, Effect, FiberId } from "effect"

/** The effects of one key: how many run, and those that wait for a turn, in the order in which they came. */
interface Turns {
  running: number
  readonly waiting: Set<Deferred.Deferred<void>>
}

/**
 * Runs at most `permits` effects of one key at a time. An effect that does not have its turn at the time `until` (epoch
 * milliseconds) fails with `late` instead. (An `RcMap` of semaphores could make two entries of one key at once.)
 */
export const makeKeyedSemaphore = (permits: number) => {
  const turnsOf = new Map<string | number, Turns>()

  /** Gives the turn of an effect to the first that waits. */
  const release = (key: string | number, turns: Turns) =>
    Effect.suspend(() => {
      const [next] = turns.waiting
      if (next !== undefined) {
        turns.waiting.delete(next)
        return Deferred.succeed(next, undefined)
      }
      if (--turns.running === 0) turnsOf.delete(key)
      return Effect.void
    })

  const take = <E>(key: string | number, until: number, late: () => E): Effect.Effect<Turns, E> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const turns = turnsOf.get(key) ?? { running: 0, waiting: new Set() }
      turnsOf.set(key, turns)
      if (turns.running < permits) {
        turns.running++
        return Effect.succeed(turns)
      }
      const own = Deferred.unsafeMake<void>(FiberId.none)
      turns.waiting.add(own)
      const turn = Effect.timeoutFail(Deferred.await(own), { duration: Math.max(0, until - now), onTimeout: late })
      // An effect that no longer waits passes on a turn that it was given meanwhile.
      const leave = Effect.suspend(() => (turns.waiting.delete(own) ? Effect.void : release(key, turns)))
      return Effect.interruptible(turn).pipe(
        Effect.onError(() => leave),
        Effect.as(turns)
      )
    })

  return <E2 = never>(key: string | number, until = Number.POSITIVE_INFINITY, late: () => E2 = neverLate) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
      Effect.acquireUseRelease(
        take(key, until, late),
        () => effect,
        (turns) => release(key, turns)
      )
}

const neverLate = (): never => {
  throw new Error("an infinite wait ended")
}
