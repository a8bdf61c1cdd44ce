import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"

const url = process.env["TEST_DATABASE_URL"]

/** Runs an effect on a pool of its own with one connection, which holds the prepared statements. */
const onPool = <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SqlClient.SqlClient, use), Database.server(Redacted.make(url ?? ""), 1))

const prepared = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`select from pg_prepared_statements`, ({ length }) => length)

/** Runs so many statements that differ. */
const prepare = (sql: SqlClient.SqlClient, column: string, count: number) =>
  Effect.forEach(Array.range(1, count), (n) => sql.unsafe(`select $1::int + ${n} as ${column}`, [1]))

describe.skipIf(url === undefined)("The statements of a pool", () => {
  it.live("are prepared up to 500, whatever other pools of the process have prepared", () =>
    Effect.gen(function* () {
      const counts = yield* onPool((sql) =>
        Effect.gen(function* () {
          yield* prepare(sql, "one", 501)
          const other = onPool((sql) => Effect.zipRight(prepare(sql, "other", 2), prepared(sql)))
          return [yield* prepared(sql), yield* other]
        })
      )
      deepStrictEqual(counts, [500, 2])
    })
  )
})
