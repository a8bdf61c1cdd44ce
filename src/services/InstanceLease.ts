import { Duration, Effect, type Scope } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"
import { goneSeconds } from "../ports/ChangesRepo.ts"
import { Instances } from "./Instances.ts"

/** An instance that found no other one relies on it for so long. It looks again each second. */
const leaseMillis = 2_000

/**
 * Tells an instance when there is no other one. While it is alone, no change can come from elsewhere.
 *
 * An instance is noted in the database before it looks for others, and notes itself anew each second. One that finds no
 * other relies on that for the time of a lease, counted from before it looked, and only once it has read the outbox to
 * its end since. One that finds another answers no write until the other's lease must have ended. So neither a lost
 * connection nor a process that was stopped for a while can make an instance rely on an old look.
 */
export interface InstanceLease {
  /** True while no other instance can have answered a write that is not delivered here. */
  readonly isAlone: () => boolean

  /** Looks for other instances, then reads the outbox by `read`, whose failure gives no lease. */
  readonly renew: (read: Effect.Effect<void, Unavailable>) => Effect.Effect<void, Unavailable>

  /** Returns when no other instance believes to be alone any more: a write is answered after that. */
  readonly known: Effect.Effect<void>
}

/** The lease of the one process that an embedded database has. */
export const alwaysAlone: InstanceLease = { isAlone: () => true, known: Effect.void, renew: (read) => read }

/** Notes this instance until the scope ends. */
export const makeInstanceLease: Effect.Effect<InstanceLease, Unavailable, Instances | Scope.Scope> = Effect.gen(
  function* () {
    const instances = yield* Instances
    const clock = yield* Effect.clock
    /** In milliseconds of a clock that nobody sets. */
    const now = () => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

    let notedAt = Number.NEGATIVE_INFINITY
    let knownAt = Number.POSITIVE_INFINITY
    let aloneUntil = Number.NEGATIVE_INFINITY

    /** Half of the time after which others may take this instance for gone. */
    const isNoted = () => now() < notedAt + (goneSeconds * 1_000) / 2

    /** Notes this instance, and gives the time of the look if it found no other one. */
    const look = Effect.suspend(() => {
      const startedAt = now()
      const wasNoted = isNoted()
      return Effect.map(instances.look, ({ isAlone }) => {
        notedAt = startedAt
        if (!wasNoted) knownAt = now() + leaseMillis
        if (isAlone) knownAt = Math.min(knownAt, now())
        return isAlone ? startedAt : undefined
      })
    })

    yield* Effect.acquireRelease(look, () => {
      aloneUntil = Number.NEGATIVE_INFINITY
      return Effect.ignore(Effect.timeout(Effect.interruptible(instances.leave), "500 millis"))
    })

    const known: Effect.Effect<void> = Effect.suspend(() => {
      if (!isNoted()) {
        return Effect.zipRight(
          Effect.catchAll(look, () => Effect.sleep("100 millis")),
          known
        )
      }
      const wait = knownAt - now()
      return wait > 0 ? Effect.sleep(Duration.millis(wait)) : Effect.void
    })

    return {
      isAlone: () => now() < aloneUntil,
      known,
      renew: (read) =>
        Effect.flatMap(look, (lookedAt) =>
          Effect.map(read, () => {
            if (lookedAt !== undefined) aloneUntil = lookedAt + leaseMillis
          })
        )
    }
  }
)
