import { SqlClient } from "@effect/sql"
import { Cause, Clock, Context, Effect, Layer, Option } from "effect"
import { coalescedRun } from "../../../concurrency/CoalescedRun.ts"
import { databaseReads, update } from "../../../concurrency/Metrics.ts"
import { Unavailable } from "../../../domain/Unavailable.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { primaryStatements, replicaStatements } from "./Positions.ts"
import { ReplicaClient } from "./ReplicaClient.ts"
import { watchReplica } from "./ReplicaWatch.ts"

/**
 * Sends reads to the replica if it shows all that this process has seen: its own writes, the changes of other instances
 * that were delivered here, and whatever a read of the primary has shown. Any of these makes the position that the replica
 * must have replayed unknown, and the next read asks the primary for it; reads at the same time share the question. A
 * replica that does not get there within some milliseconds, or fails, is not asked until a check has found it current.
 */
export class ReadRouter extends Context.Tag("adapters/postgres/replica/ReadRouter")<
  ReadRouter,
  {
    /** Reads from the replica, or from the primary, also where the replica fails. In a transaction always from the primary. */
    readonly read: <A, E, R>(
      fromReplica: () => Effect.Effect<A, E, R>,
      fromPrimary: () => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>

    /** Notes that the primary has shown, or taken, something that the replica may not have replayed. */
    readonly seen: () => void
  }
>() {
  /** Over the primary and the replica. */
  static readonly layer = Layer.scoped(
    ReadRouter,
    Effect.suspend(() => Effect.gen(make))
  )
}

/** The time that a read waits for the replica. */
const catchUpTime = "20 millis"
const pollInterval = "1 millis"

/** A domain error that a read of the replica found; not a failure of the replica. */
const isAnswer = (cause: Cause.Cause<unknown>) =>
  Option.exists(Cause.failureOption(cause), (error) => !(error instanceof Unavailable))

/** The position of the primary after all that was seen before `sights` sights. */
interface Required {
  readonly sights: number
  readonly position: number
  readonly timeline: string
}

function* make() {
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

  const seen = () => {
    sights += 1
  }

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

  /** Waits for the replica; false where it does not get there in time. */
  const catchUp = Effect.gen(function* () {
    if (required?.sights !== sights) yield* ask.run
    const position = required
    const isOver = () => shows(position) || timeline === undefined
    const waiting = Effect.repeat(Effect.zipRight(look.run, Effect.unless(Effect.sleep(pollInterval), isOver)), {
      until: isOver
    })
    if (!shows(position)) yield* Effect.timeoutOption(waiting, catchUpTime)
    return shows(position) || suspend()
  }).pipe(
    Effect.catchAllCause(() => Effect.sync(suspend)),
    Effect.withClock(Clock.make()) // the replica is no part of a test's time
  )

  yield* watchReplica(primary, standby, (found) => {
    timeline = found
  })

  const read = <A, E, R>(fromReplica: () => Effect.Effect<A, E, R>, fromPrimary: () => Effect.Effect<A, E, R>) => {
    const ofPrimary = Effect.suspend(() => {
      update(databaseReads.primary)
      return Effect.ensuring(fromPrimary(), Effect.sync(seen))
    })
    const ofReplica = Effect.suspend(() => {
      const before = replica.connections()
      return Effect.matchCauseEffect(fromReplica(), {
        onFailure: (cause) => {
          if (Cause.isInterruptedOnly(cause) || isAnswer(cause)) return Effect.failCause(cause)
          suspend()
          return ofPrimary
        },
        onSuccess: (value) => {
          if (replica.connections() !== before) return ofPrimary
          update(databaseReads.replica)
          return Effect.succeed(value)
        }
      })
    })
    const route = Effect.suspend(() => {
      if (timeline === undefined) return ofPrimary
      if (required?.sights === sights && shows(required)) return ofReplica
      return Effect.flatMap(catchUp, (isCurrent) => (isCurrent ? ofReplica : ofPrimary))
    })
    return Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction) =>
      Option.isSome(transaction) ? fromPrimary() : route
    )
  }

  return ReadRouter.of({ read, seen })
}
