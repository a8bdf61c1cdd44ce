import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import * as Migrations from "../connection/Migrations.ts"
import { brokenReferences } from "./BrokenReferences.ts"
import { wrongCounts, wrongPostCounts } from "./WrongCounts.ts"

/** Something in the database that must not be. */
export interface Finding {
  readonly check: "migrations" | "indexes" | "orphans" | "counts"
  readonly what: string
}

const invalidIndexes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ index: Schema.String, table: Schema.String }),
    execute: () => sql`
      select indexrelid::regclass::text as index, indrelid::regclass::text as table
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema()::regnamespace and not (indisvalid and indisready and indislive)
      order by 1`
  })(undefined)
)

const lines = (check: Finding["check"], whats: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  whats.map((what) => ({ check, what }))

/** The checks in their order. Each must find nothing. */
export const checks = [
  {
    name: "indexes",
    find: Effect.map(invalidIndexes, (found) =>
      lines(
        "indexes",
        found.map(
          ({ index, table }) => `index ${index} of ${table} is invalid: rebuild it by \`reindex index ${index}\``
        )
      )
    )
  },
  { name: "orphans", find: Effect.map(brokenReferences, (found) => lines("orphans", found)) },
  {
    name: "counts",
    find: Effect.map(Effect.all([wrongCounts, wrongPostCounts]), (found) =>
      lines(
        "counts",
        found.flat().map(({ count, counted, kept, of }) => {
          const whose = of === 0 ? "" : ` of ${of}`
          return `the count "${count.trim()}"${whose} is ${kept ?? 0}, and ${counted ?? 0} by the rows`
        })
      )
    )
  }
] as const

/** The migrations that are due. The other checks are for the schema of this version, so they run where none is. */
export const dueMigrations = Effect.map(Migrations.due, (due) =>
  lines(
    "migrations",
    due.map(([number, name]) => `migration ${String(number).padStart(4, "0")}_${name} has not been applied`)
  )
)
