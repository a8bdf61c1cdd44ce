import { Cause, Clock, Effect, Schedule } from "effect"
import { replicaLag, update } from "../../../concurrency/Metrics.ts"
import type { primaryStatements, replicaStatements } from "./Positions.ts"

type Primary = ReturnType<typeof primaryStatements>
type Standby = ReturnType<typeof replicaStatements>

/** The interval of the checks. */
const checkEvery = "250 millis"

/** The time that a replica has to replay the position of a check. */
const replayTime = "100 millis"
const pollInterval = "5 millis"

/** The replica cannot be used. The reason is for an operator. */
interface Fault {
  readonly reason: string
}

type State = { readonly timeline: string } | Fault

const reasonOf = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return inner instanceof Error && inner.message !== "" ? inner.message : String(inner)
}

/**
 * Checks a replica from time to time: that it is a replica of this database, on the timeline of its primary, and replays its log.
 * Calls `found` with the timeline, or undefined for a replica that cannot be used. Logs each loss and each return once.
 */
export const watchReplica = Effect.fnUntraced(function* (
  primary: Primary,
  standby: Standby,
  found: (timeline: string | undefined) => void
) {
  let fault: string | undefined

  const stateAfter = (position: number) =>
    Effect.repeat(standby.position(undefined), {
      until: (it) => it.position === null || it.position >= position,
      schedule: Schedule.spaced(pollInterval)
    }).pipe(Effect.timeoutOption(replayTime), Effect.zipRight(standby.state(undefined)))

  const check = Effect.gen(function* () {
    const { position, timeline } = yield* primary.position(undefined)
    const here = yield* primary.identity(undefined)
    return yield* Effect.map(stateAfter(position), (there): State => {
      if (there.system !== here.system || there.database !== here.database) {
        return { reason: "it has another database" }
      }
      if (there.position === null) return { reason: "it is no replica (any more)" }
      const behind = Math.max(0, position - there.position)
      update(replicaLag.bytes, behind)
      update(replicaLag.seconds, behind === 0 ? 0 : there.ageSeconds)
      if (there.timeline !== timeline) return { reason: `it follows timeline ${there.timeline} instead of ${timeline}` }
      return behind > 0 ? { reason: `it is ${behind} bytes behind` } : { timeline }
    }).pipe(Effect.catchAllCause((cause) => Effect.succeed<State>({ reason: reasonOf(cause) })))
  })

  const report = (state: State) => {
    found("timeline" in state ? state.timeline : undefined)
    const before = fault
    fault = "reason" in state ? state.reason : undefined
    if (before === undefined && fault !== undefined) {
      return Effect.logWarning(`the replica of READ_DATABASE_URL is not read: ${fault}`)
    }
    return before !== undefined && fault === undefined ? Effect.logInfo("the replica is read again") : Effect.void
  }

  // While the primary does not answer, nothing can be told of the replica.
  const checking = Effect.matchCauseEffect(check, {
    onFailure: () => Effect.sync(() => found(undefined)),
    onSuccess: report
  })
  yield* Effect.forkScoped(
    Effect.interruptible(Effect.withClock(Effect.repeat(checking, Schedule.spaced(checkEvery)), Clock.make()))
  )
})
