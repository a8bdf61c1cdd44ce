import { Deferred, Effect, Schedule } from "effect"
import { Unavailable } from "../domain/Unavailable.ts"
import { Blocked } from "../domain/Written.ts"
import { Closing } from "./Closing.ts"

/** How long somebody waits for a lock that others hold. */
export const patience = "10 seconds"

const schedule = Schedule.exponential("5 millis").pipe(
  Schedule.union(Schedule.spaced("250 millis")),
  Schedule.upTo(patience)
)

/**
 * Runs a transaction, and again from its beginning while it is `Blocked`, until 10 seconds have passed or the server stops:
 * then it is `Unavailable`. It holds no connection between two tries, so that a locked row never exhausts the pool.
 */
export const makePatiently = Effect.map(Closing, (closing) => {
  const mayWait = Effect.map(Deferred.isDone(closing), (isClosing) => !isClosing)
  return <A, E, R>(transaction: Effect.Effect<A, E, R>) =>
    transaction.pipe(
      Effect.retry({ schedule, while: (error) => (isBlocked(error) ? mayWait : Effect.succeed(false)) }),
      Effect.catchIf(isBlocked, () => new Unavailable())
    )
})

const isBlocked = <E>(error: E): error is E & Blocked => error instanceof Blocked
