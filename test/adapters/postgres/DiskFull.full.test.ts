import fs from "node:fs"
import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Cause, Effect, Exit, Layer, Logger, Schedule } from "effect"
import { vi } from "vitest"
import { orUnavailable } from "../../../src/adapters/postgres/Rows.ts"
import * as TransactionSql from "../../../src/adapters/postgres/TransactionSql.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { bothDatabases, newEmbeddedDatabase } from "../../support/Storage.ts"

/** The errors of PostgreSQL when it lacks a resource. */
const raise = (sql: SqlClient.SqlClient, code: string) =>
  orUnavailable(sql.unsafe(`do $$ begin raise 'no room' using errcode = '${code}'; end $$`))

const isUnavailable = (error: unknown) => strictEqual(error instanceof Unavailable, true)

/** Leaves no room on the disk for writes until the scope ends. */
const fullDisk = Effect.acquireRelease(
  Effect.sync(() =>
    vi.spyOn(fs, "writeSync").mockImplementation(() => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
    })
  ),
  (spy) => Effect.sync(() => spy.mockRestore())
)

describe("embedded: a database that panics since it cannot write its log", () => {
  it.scopedLive(
    "A panicked embedded database is Unavailable, and is opened again with all its data once there is room",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { atomically, ready } = yield* Transaction
        yield* sql`create table kept (x text)`
        yield* sql`insert into kept values ('before')`
        const write = orUnavailable(sql`insert into kept values ('during')`)
        const failing = Effect.forEach([write, atomically(write), orUnavailable(sql`select 1`), ready], (each) =>
          Effect.map(Effect.flip(each), isUnavailable)
        )
        yield* Effect.scoped(Effect.zipRight(fullDisk, failing))
        yield* Effect.retry(ready, Schedule.spaced("50 millis")).pipe(Effect.timeout("2 minutes"))
        deepStrictEqual(yield* sql`select x from kept`, [{ x: "before" }])
      }).pipe(Effect.provide(TransactionSql.layer.pipe(Layer.provideMerge(newEmbeddedDatabase))))
  )
})

for (const { client, name } of bothDatabases) {
  describe(`${name}: a database without resources`, () => {
    it.scopedLive("orUnavailable maps every SQLSTATE of class 53 to Unavailable, and other classes to defects", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const code of ["53000", "53100", "53200", "53300", "53400"]) {
          isUnavailable(yield* Effect.flip(raise(sql, code)))
        }
        const other = yield* Effect.exit(raise(sql, "54000"))
        strictEqual(Exit.isFailure(other) && Cause.isDie(other.cause), true)
      }).pipe(Effect.provide(client))
    )

    it.scopedLive(
      "Transaction.ready fails while the disk is full until a write has room; the log has one line for each",
      () => {
        const lines: Array<string> = []
        const logger = Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
        )
        return Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { ready } = yield* Transaction
          yield* ready
          yield* Effect.all([raise(sql, "53100"), raise(sql, "53100")].map(Effect.flip))
          isUnavailable(yield* Effect.flip(ready))
          // The disk has room in truth, as the next try finds.
          yield* Effect.retry(ready, Schedule.spaced("50 millis")).pipe(Effect.timeout("2 minutes"))
          deepStrictEqual(lines, [
            "WARN the disk of the database is full, writes fail: no room",
            "INFO the disk of the database has room again"
          ])
        }).pipe(
          Effect.provide(
            TransactionSql.layer.pipe(
              Layer.provideMerge(name === "embedded" ? newEmbeddedDatabase : client),
              Layer.provide(logger)
            )
          )
        )
      }
    )
  })
}
