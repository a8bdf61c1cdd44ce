import { Effect, type Schedule, type Scope } from "effect"

/**
 * Runs a task whose failure nobody waits for. An expected failure is dropped, since the task runs again and an unavailable
 * database is logged where it is noticed. A defect is logged with the name of the task.
 */
export const logDefects =
  (task: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
    effect.pipe(
      Effect.tapDefect((cause) => Effect.logError(`${task} failed`, cause)),
      Effect.catchAllCause(() => Effect.void)
    )

/** Runs a task at each step of a schedule, after its delay, until the scope ends (`logDefects`). */
export const inBackground =
  (task: string, schedule: Schedule.Schedule<unknown>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R | Scope.Scope> =>
    // Interruptible, since a layer may be built where nothing is.
    Effect.asVoid(Effect.forkScoped(Effect.interruptible(Effect.schedule(logDefects(task)(effect), schedule))))
