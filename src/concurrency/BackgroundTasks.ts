import { Clock, DateTime, Duration, Effect, Option, type Schedule, type Scope } from "effect"

/** Logs a defect of `what`, or its cause. */
export const logDefect = (what: string, defect: unknown) => Effect.logError(`${what} failed unexpectedly`, defect)

/**
 * Runs a task whose failure nobody waits for. An expected failure is dropped, since the task runs again and an
 * unavailable database is logged where it is noticed. A defect is logged with the name of the task.
 */
export const logDefects =
  (task: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
    effect.pipe(
      Effect.tapDefect((cause) => logDefect(task, cause)),
      Effect.catchAllCause(() => Effect.void)
    )

/** Runs a task at each step of a schedule, after its delay, until the scope ends (`logDefects`). */
export const inBackground =
  (task: string, schedule: Schedule.Schedule<unknown>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R | Scope.Scope> =>
    // Interruptible, since a layer may be built where nothing is.
    Effect.asVoid(Effect.forkScoped(Effect.interruptible(Effect.schedule(logDefects(task)(effect), schedule))))

/** The pause after a turn whose own pause failed. */
const failedPause = "1 second"

/**
 * Runs turns of a task, each after the pause that follows the one before, until the scope ends. Neither a turn nor a
 * pause that fails ends it (`logDefects`).
 */
export const inTurns = <A, E, R, B, E2, R2>(
  task: string,
  turn: Effect.Effect<A, E, R>,
  pause: Effect.Effect<B, E2, R2>
) => {
  const paused = pause.pipe(
    Effect.tapDefect((cause) => logDefect(task, cause)),
    Effect.catchAllCause(() => Effect.sleep(failedPause))
  )
  const turns = Effect.forever(Effect.zipRight(logDefects(task)(turn), paused))
  return Effect.asVoid(Effect.forkScoped(Effect.interruptible(turns)))
}

/** The pauses between the turns of a task whose work is due at a time. */
interface DuePauses {
  readonly shortest: Duration.Duration
  /** The pause where no work waits, or where the time of the next cannot be read. */
  readonly longest: Duration.Duration
}

/**
 * Waits until the next work is due, within bounds, or until more work wakes the task. True if work is due: false for a
 * task that was woken, and after the longest pause.
 */
export const waitUntilDue = <E, R>(
  nextDue: Effect.Effect<Option.Option<DateTime.Utc>, E, R>,
  woken: Effect.Effect<unknown>,
  { longest, shortest }: DuePauses
) =>
  Effect.gen(function* () {
    const next = yield* Effect.catchAll(nextDue, () => Effect.succeedNone)
    const now = yield* DateTime.now
    const wait = Option.match(next, {
      onNone: () => Duration.infinity,
      onSome: (at) => Duration.max(shortest, Duration.millis(Math.max(0, DateTime.distance(now, at))))
    })
    const isWoken = yield* Effect.timeoutOption(woken, Duration.min(wait, longest))
    return Option.isNone(isWoken) && Duration.lessThanOrEqualTo(wait, longest)
  })

/** The wait after a number of failures in a row, each of which doubles it, up to the longest. */
export const backOff = (first: Duration.Duration, failures: number, longest: Duration.Duration): Duration.Duration =>
  Duration.min(Duration.times(first, 2 ** Math.min(failures, 20)), longest)

/** The longest sleep of a background task at a time: a timer of Node fires at once, or never, beyond 24 days. */
const maxSleepMillis = 86_400_000

/** Sleeps until a time, however far it is. */
export const sleepUntil = (millis: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now >= millis
      ? Effect.void
      : Effect.zipRight(Effect.sleep(Math.min(millis - now, maxSleepMillis)), sleepUntil(millis))
  )
