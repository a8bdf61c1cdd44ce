import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { failed } from "./Failures.ts"

/** Transactions of the database; one inside another is a savepoint. */
export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.make(<A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.catchAll(
        sql.withTransaction(Effect.sandbox(effect)),
        (failure): Effect.Effect<never, E | Unavailable> =>
          failure instanceof SqlError.SqlError ? failed(failure) : Effect.failCause(failure)
      )
    )
  )
)
