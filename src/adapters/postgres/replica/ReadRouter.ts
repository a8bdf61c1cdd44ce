import { SqlClient } from "@effect/sql"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { databaseReads, update } from "../../../concurrency/Metrics.ts"
import { CurrentUser, Viewer } from "../../../domain/accounts/CurrentUser.ts"
import { Unavailable } from "../../../domain/Unavailable.ts"
import { ReplicaClient } from "./ReplicaClient.ts"
import { makeReplicaPosition } from "./ReplicaPosition.ts"

/**
 * Sends reads to the replica if it shows all that this process has seen: its own writes, the changes of other instances
 * that were delivered here, and whatever a read of the primary has shown. Any of these makes the position that the replica
 * must have replayed unknown, and the next read asks the primary for it; reads at the same time share the question. A read
 * of a signed-in member always asks, since they may just have written through an instance of which this one has not heard.
 * A replica that does not get there within some milliseconds, or fails, is not asked until a check has found it current.
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

/** A domain error that a read of the replica found; not a failure of the replica. */
const isAnswer = (cause: Cause.Cause<unknown>) =>
  Option.exists(Cause.failureOption(cause), (error) => !(error instanceof Unavailable))

const isSignedIn = (context: Context.Context<never>) =>
  Option.isSome(Context.getOption(context, CurrentUser)) ||
  Option.exists(Context.getOption(context, Viewer), Option.isSome)

function* make() {
  const replica = yield* ReplicaClient
  const position = yield* makeReplicaPosition

  const read = <A, E, R>(fromReplica: () => Effect.Effect<A, E, R>, fromPrimary: () => Effect.Effect<A, E, R>) => {
    const ofPrimary = Effect.suspend(() => {
      update(databaseReads.primary)
      return Effect.ensuring(fromPrimary(), Effect.sync(position.seen))
    })
    const ofReplica = Effect.suspend(() => {
      const before = replica.connections()
      /** False where a connection was made meanwhile, which may be to a server that is further behind. */
      const isOfOne = () => replica.connections() === before
      return Effect.matchCauseEffect(fromReplica(), {
        onFailure: (cause) => {
          if (Cause.isInterruptedOnly(cause)) return Effect.failCause(cause)
          if (isAnswer(cause)) return isOfOne() ? Effect.failCause(cause) : ofPrimary
          position.suspend()
          return ofPrimary
        },
        onSuccess: (value) => {
          if (!isOfOne()) return ofPrimary
          update(databaseReads.replica)
          return Effect.succeed(value)
        }
      })
    })
    return Effect.contextWithEffect((context: Context.Context<never>) => {
      if (Option.isSome(Context.getOption(context, SqlClient.TransactionConnection))) return fromPrimary()
      const isOfMember = isSignedIn(context)
      const isCurrent = position.isCurrent(isOfMember)
      if (isCurrent !== undefined) return isCurrent ? ofReplica : ofPrimary
      return Effect.flatMap(position.catchUp(isOfMember), (isThere) => (isThere ? ofReplica : ofPrimary))
    })
  }

  return ReadRouter.of({ read, seen: position.seen })
}
