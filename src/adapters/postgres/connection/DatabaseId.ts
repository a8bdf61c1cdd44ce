import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { one, Value } from "../Rows.ts"

const Id = Value("id", Schema.String)

/** The id of the database among all others: a replica that is promoted keeps it, a database that is restored has another. */
export const databaseId = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
    select system_identifier || '-' || pg_database.oid as id
    from pg_control_system(), pg_database where datname = current_database()`.pipe(one(Id))
)
