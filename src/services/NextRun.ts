import { Deferred, Effect, Queue, type Scope } from "effect"

/**
 * Shares the runs of an effect: each caller waits for one that began after it asked, and all who ask before that begins
 * wait for the same. Runs follow one another, and go on when a caller is interrupted, until the scope ends.
 */
export const nextRun = <E>(effect: Effect.Effect<void, E>): Effect.Effect<Effect.Effect<void, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const asked = yield* Queue.dropping<void>(1)
    let waiting: Deferred.Deferred<void, E> | undefined
    const run = Effect.suspend(() => {
      const asking = waiting
      waiting = undefined
      return asking === undefined ? Effect.void : Effect.asVoid(Effect.intoDeferred(effect, asking))
    })
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(asked), run)))
    return Effect.flatMap(Deferred.make<void, E>(), (made) => {
      waiting ??= made
      Queue.unsafeOffer(asked, undefined)
      return Deferred.await(waiting)
    })
  })
