import { Clock, Effect, Schedule } from "effect"

/** Lets all fibers and callbacks go on until they wait for time or for one another. */
export const settled = Effect.repeatN(
  Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void))),
  7
)

/** Waits until a condition holds, by the clock of the machine; two minutes at most. */
export const until = <E, R>(holds: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(holds, { until: (is) => is, schedule: Schedule.spaced("10 millis") }).pipe(
    Effect.timeout("2 minutes"),
    Effect.withClock(Clock.make()),
    Effect.asVoid
  )
