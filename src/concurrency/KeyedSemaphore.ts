import { Clock, Deferred, Effect, FiberId } from "effect"

/** The effects that run with a key; `freed` completes when one of them ends. */
interface Turns {
  running: number
  freed: Deferred.Deferred<void>
}

/**
 * Runs at most `permits` effects of one key at a time. An effect that does not have its turn at the time `until` (epoch
 * milliseconds) fails with `late` instead. (An `RcMap` of semaphores could make two entries of one key at once.)
 */
export const makeKeyedSemaphore = (permits: number) => {
  const turnsOf = new Map<string | number, Turns>()

  /** Waits until fewer effects run with the key, and takes a turn. */
  const take = <E>(key: string | number, until: number, late: () => E): Effect.Effect<Turns, E> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const turns = turnsOf.get(key) ?? { running: 0, freed: Deferred.unsafeMake<void>(FiberId.none) }
      if (turns.running < permits) {
        turns.running++
        turnsOf.set(key, turns)
        return Effect.succeed(turns)
      }
      const freed = Effect.timeoutFail(Deferred.await(turns.freed), {
        duration: Math.max(0, until - now),
        onTimeout: late
      })
      return Effect.zipRight(Effect.interruptible(freed), take(key, until, late))
    })

  const release = (key: string | number, turns: Turns) =>
    Effect.suspend(() => {
      const { freed } = turns
      turns.freed = Deferred.unsafeMake(FiberId.none)
      if (--turns.running === 0) turnsOf.delete(key)
      return Deferred.succeed(freed, undefined)
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
