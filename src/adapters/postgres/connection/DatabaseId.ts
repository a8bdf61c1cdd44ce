import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { orUnavailable } from "../Rows.ts"

/** The id of the database among all others: a replica that is promoted keeps it, a database that is restored has another. */
export const databaseId = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const read = SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ id: Schema.String }),
    execute: () => sql`
      select system_identifier || '-' || pg_database.oid as id
      from pg_control_system(), pg_database where datname = current_database()`
  })
  return (yield* read()).id
}).pipe(orUnavailable)
