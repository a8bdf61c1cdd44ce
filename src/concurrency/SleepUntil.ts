import { Clock, Effect } from "effect"

/** The longest sleep: a timer of Node fires at once, or never, beyond 24 days. */
const maxSleepMillis = 86_400_000

/** Sleeps until a time, however far it is. */
export const sleepUntil = (millis: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now >= millis
      ? Effect.void
      : Effect.zipRight(Effect.sleep(Math.min(millis - now, maxSleepMillis)), sleepUntil(millis))
  )
