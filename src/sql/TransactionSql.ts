import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { failed } from "./Failures.ts"

/**
 * Transactions of the database; one inside another is a savepoint. Where the connection is lost, the rollback or commit
 * fails too, and the client makes a defect of it.
 */
export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.make(<A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.catchAll(
        sql.withTransaction(Effect.sandbox(effect)),
        (failure): Effect.Effect<never, E | Unavailable> =>
          failure instanceof SqlError.SqlError ? failed(failure) : Effect.failCause(failure)
      ).pipe(
        Effect.catchSomeDefect((defect) =>
          defect instanceof SqlError.SqlError ? Option.some(failed(defect)) : Option.none()
        )
      )
    )
  )
)
