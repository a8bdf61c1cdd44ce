import { Clock, Duration, Effect, Layer, Logger, LogLevel } from "effect"

/** The clock of the machine, which a test sets forward. Who sleeps is not woken by that. */
export const movedClock = () => {
  const machine = Clock.make()
  let ahead = 0
  const millis = () => machine.unsafeCurrentTimeMillis() + ahead
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    currentTimeMillis: Effect.sync(millis),
    unsafeCurrentTimeNanos: () => BigInt(millis()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
    sleep: (duration) => machine.sleep(duration)
  }
  return {
    clock,
    /** For the fourth place of `community`: its clock, and no log. */
    layer: Layer.merge(Layer.setClock(clock), Logger.minimumLogLevel(LogLevel.None)),
    forward: (by: Duration.DurationInput) =>
      Effect.sync(() => {
        ahead += Duration.toMillis(by)
      }),
    /** To the middle of the step of codes that comes next, so that a test stays within it for 15 seconds. */
    nextStep: Effect.sync(() => {
      ahead += 45_000 - (millis() % 30_000)
    })
  }
}
