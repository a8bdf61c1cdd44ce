import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { coalescedRun } from "../../../concurrency/CoalescedRun.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { primaryStatements, replicaStatements } from "./Positions.ts"
import { ReplicaClient } from "./ReplicaClient.ts"
import { watchReplica } from "./ReplicaWatch.ts"

/** The time that a read waits for the replica. */
const catchUpTime = "50 millis"
const pollInterval = "1 millis"

/** The position of the primary after all that was seen before `sights` sights. */
interface Required {
  readonly sights: number
  readonly position: number
  readonly timeline: string
}

/** How far the replica must be, and is. */
interface ReplicaPosition {
  /** Notes that the primary has shown, or taken, something that the replica may not have replayed. */
  readonly seen: () => void

  /**
   * True if the replica shows all that was seen, or with `everything` all that was committed anywhere; false if it is not to
   * be asked; undefined where `catchUp` must find out.
   */
  readonly isCurrent: (everything: boolean) => boolean | undefined

  /**
   * Waits until the replica shows all of that from before the call. False, and not current, if that takes too long.
   */
  readonly catchUp: (everything: boolean) => Effect.Effect<boolean>

  /** Says that the replica is not current until it was checked again. */
  readonly suspend: () => void
}

/** Repeats a look at the replica until it suffices, for as long as a read waits. */
const repeatUntil = <E>(isOver: () => boolean, look: Effect.Effect<void, E>) =>
  Effect.repeat(Effect.zipRight(look, Effect.unless(Effect.sleep(pollInterval), isOver)), { until: isOver }).pipe(
    Effect.timeoutOption(catchUpTime)
  )

export const makeReplicaPosition = Effect.gen(function* () {
  const primary = primaryStatements(yield* SqlClient.SqlClient)
  const replica = yield* ReplicaClient
  const standby = replicaStatements(replica.sql)
  let sights = 0
  let required: Required | undefined
  let replayed = Number.NEGATIVE_INFINITY
  /** The connections of the replica at the last look: a new one may be to a server that restarted further back. */
  let connections = 0
  /** The timeline of the replica, while it is current. */
  let timeline: string | undefined

  const ask = yield* coalescedRun(
    Effect.suspend(() => {
      const before = sights
      return Effect.map(orUnavailable(primary.position(undefined)), (answer) => {
        required = { ...answer, sights: before }
      })
    })
  )

  const look = yield* coalescedRun(
    Effect.suspend(() => {
      const before = replica.connections()
      return Effect.map(orUnavailable(standby.position(undefined)), ({ position }) => {
        if (position === null) timeline = undefined
        replayed = position ?? Number.NEGATIVE_INFINITY
        connections = before
      })
    })
  )

  const shows = (position: Required | undefined) =>
    position !== undefined &&
    position.timeline === timeline &&
    replayed >= position.position &&
    connections === replica.connections()

  const suspend = () => {
    timeline = undefined
    return false
  }

  const waitFor = Effect.fnUntraced(function* (everything: boolean) {
    const isKnown = !everything && required?.sights === sights
    const position = isKnown ? required : yield* Effect.map(ask.run, () => required)
    if (!shows(position)) yield* repeatUntil(() => shows(position) || timeline === undefined, look.run)
    return shows(position) || suspend()
  })

  const catchUp = (everything: boolean) =>
    waitFor(everything).pipe(
      Effect.catchAllCause(() => Effect.sync(suspend)),
      Effect.withClock(Clock.make()) // the replica is no part of a test's time
    )

  yield* watchReplica(primary, standby, (found) => {
    timeline = found
  })

  return {
    seen: () => {
      sights += 1
    },
    isCurrent: (everything) =>
      timeline === undefined ? false : (!everything && required?.sights === sights && shows(required)) || undefined,
    catchUp,
    suspend
  } satisfies ReplicaPosition
})
