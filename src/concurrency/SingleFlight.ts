import { Effect, Fiber, Option, type Scope } from "effect"

/** Gives the result of the run of a key: of the running one, or else, after `admission`, of a new one. */
export type SingleFlight<A, E> = <E2>(
  key: string,
  admission: Effect.Effect<void, E2>,
  run: Effect.Effect<A, E>
) => Effect.Effect<A, E | E2>

/**
 * Shares one run of each key among concurrent callers. A caller who joins a run does not need `admission`. Interruption
 * ends the wait, not the run: a caller who leaves does not end it for the others. Runs end with the scope. The next
 * caller after the end begins a new run, also after a failure.
 */
export const makeSingleFlight = <A, E>(): Effect.Effect<SingleFlight<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const running = new Map<string, Fiber.RuntimeFiber<A, E>>()

    const begin = (key: string, run: Effect.Effect<A, E>) =>
      run.pipe(
        Effect.interruptible,
        Effect.ensuring(Effect.sync(() => running.delete(key))),
        Effect.forkIn(scope),
        Effect.tap((fiber) => Effect.sync(() => void running.set(key, fiber))),
        Effect.uninterruptible
      )

    return (key, admission, run) => {
      const joined = Effect.suspend(() => Option.fromNullable(running.get(key)))
      return joined.pipe(
        Effect.orElse(() =>
          Effect.zipRight(
            admission,
            Effect.orElse(joined, () => begin(key, run))
          )
        ),
        Effect.flatMap(Fiber.join)
      )
    }
  })
