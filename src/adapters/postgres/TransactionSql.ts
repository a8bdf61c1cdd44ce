import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { Unavailable } from "../../domain/Unavailable.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Availability } from "./connection/DatabaseState.ts"
import { failed, orUnavailable } from "./Rows.ts"

/** The longest time for which the readiness check waits for the database. */
const readyTimeout = "2 seconds"

/**
 * Runs an effect in a transaction of the database; one inside another is a savepoint. If the connection is lost, the
 * rollback or commit fails too, and the client turns this into a defect.
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
      duration: readyTimeout,
      onTimeout: () => new Unavailable()
    })
    return Transaction.make(
      transact(sql),
      Effect.suspend(() => (state.isFull ? new Unavailable() : Effect.asVoid(answers)))
    )
  })
)
