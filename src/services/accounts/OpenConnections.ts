import { DateTime, Effect, Layer, Runtime, Schedule } from "effect"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import { CredentialsRepo } from "../../ports/CredentialsRepo.ts"
import { Changes } from "../Changes.ts"
import { ConnectionQuota } from "../ConnectionQuota.ts"

/**
 * Checks the credentials of all open connections after a restart of this instance's place in the outbox, since the changes
 * that ended them may be lost. Those that are not valid end as if their change had arrived.
 */
export const checked = Layer.scopedDiscard(
  Effect.gen(function* () {
    const changes = yield* Changes
    const credentials = yield* CredentialsRepo
    const quota = yield* ConnectionQuota
    const runFork = Runtime.runFork(yield* Effect.runtime())
    const check = yield* coalescedRun(
      Effect.flatMap(DateTime.now, (now) => credentials.endingsOf(quota.holders(), now)).pipe(
        Effect.retry(Schedule.spaced("1 second")), // until the database answers again
        Effect.flatMap(changes.deliverHere)
      )
    )
    yield* changes.subscribeAll(({ kind }) => {
      if (kind === "restart") runFork(check)
    })
  })
)
