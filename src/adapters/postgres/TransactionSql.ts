import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Unavailable } from "../../domain/Unavailable.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Availability } from "./connection/DatabaseState.ts"
import { Reading } from "./Reading.ts"
import { orUnavailable } from "./Rows.ts"

/** The longest time for which the readiness check waits for the database. */
const readyTimeout = "2 seconds"

export const layer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { state } = yield* Availability
    const answers = Effect.timeoutFail(orUnavailable(sql`select 1`), {
      duration: readyTimeout,
      onTimeout: () => new Unavailable()
    })
    const { transact } = yield* Reading
    return Transaction.make(
      transact,
      Effect.suspend(() => (state.isFull ? new Unavailable() : Effect.asVoid(answers)))
    )
  })
).pipe(Layer.provide(Reading.layer))
