import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { Unavailable } from "../../domain/Unavailable.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Availability } from "./connection/DatabaseState.ts"
import { failed, orUnavailable } from "./connection/Failures.ts"

/** How long the database may take to answer whether it is there. */
const readyWithin = "2 seconds"

/**
 * Transactions of the database; one inside another is a savepoint. Where the connection is lost, the rollback or commit
 * fails too, and the client makes a defect of it.
 */
const transact =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
    Effect.catchAll(
      sql.withTransaction(Effect.sandbox(effect)),
      (failure): Effect.Effect<never, E | Unavailable> =>
        failure instanceof SqlError.SqlError ? failed(failure) : Effect.failCause(failure)
    ).pipe(
      Effect.catchSomeDefect((defect) =>
        defect instanceof SqlError.SqlError ? Option.some(failed(defect)) : Option.none()
      )
    )

export const layer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { state } = yield* Availability
    const answers = Effect.timeoutFail(orUnavailable(sql`select 1`), {
      duration: readyWithin,
      onTimeout: () => new Unavailable()
    })
    return Transaction.make(
      transact(sql),
      Effect.suspend(() => (state.isFull ? new Unavailable() : Effect.asVoid(answers)))
    )
  })
)
