import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Fiber, Layer, Logger, Redacted } from "effect"
import * as Database from "../../../src/adapters/postgres/connection/Database.ts"
import { forRequests } from "../../../src/adapters/postgres/connection/ServerPool.ts"
import { orUnavailable } from "../../../src/adapters/postgres/Rows.ts"
import * as TransactionSql from "../../../src/adapters/postgres/TransactionSql.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { serverUrl } from "../../process/Databases.ts"
import { silentProxy } from "../../process/SilentProxy.ts"

/** Deadlines of requests, as short as a busy machine allows. */
const timeouts = { ...forRequests, answerMillis: 1_500, idleMillis: 2_000, connectMillis: 1_500, poolMillis: 2_500 }

/** The lines of the log, with their levels. */
const keptLines = (lines: Array<string>) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
  )

/** A pool of three connections to the server through a network that can fall silent. */
const given = Effect.gen(function* () {
  const proxy = yield* silentProxy(serverUrl ?? "")
  const lines: Array<string> = []
  const context = yield* Layer.build(
    TransactionSql.layer.pipe(
      Layer.provideMerge(Database.server(Redacted.make(proxy.url), 3, timeouts)),
      Layer.provide(keptLines(lines))
    )
  )
  const [sql, transaction] = yield* Effect.provide(Effect.all([SqlClient.SqlClient, Transaction]), context)
  const one = orUnavailable(sql`select 1 as one`)
  /** Every connection of the pool has been used. */
  yield* Effect.all(
    Array.from({ length: 3 }, () => orUnavailable(sql`select pg_sleep(0.05)`)),
    { concurrency: 3 }
  )
  return { proxy, lines, sql, transaction, one }
})

const isUnavailable = (error: unknown) => strictEqual(error instanceof Unavailable, true)

const inTime = Effect.timeout("2 minutes")

describe.skipIf(serverUrl === undefined)("A silent database", () => {
  it.scopedLive("a statement without an answer is Unavailable, and the next one has a connection that answers", () =>
    Effect.gen(function* () {
      const { one, proxy } = yield* given
      yield* proxy.freezeExisting
      isUnavailable(yield* inTime(Effect.flip(one)))
      // The idle connections have become as silent, and none is used again.
      for (let times = 0; times < 5; times++) deepStrictEqual(yield* one, [{ one: 1 }])
    })
  )

  it.scopedLive("nothing is answered while the network is away, and everything once it is back", () =>
    Effect.gen(function* () {
      const { one, proxy } = yield* given
      yield* proxy.freeze
      const failures = yield* inTime(
        Effect.all(
          Array.from({ length: 12 }, () => Effect.flip(one)),
          { concurrency: 12 }
        )
      )
      failures.forEach(isUnavailable)
      isUnavailable(yield* inTime(Effect.flip(one)))
      yield* proxy.thaw
      deepStrictEqual(yield* one, [{ one: 1 }])
    })
  )

  it.scopedLive("a transaction whose statement has no answer is Unavailable, and its connection is given back", () =>
    Effect.gen(function* () {
      const { one, proxy, sql, transaction } = yield* given
      const silent = transaction.atomically(Effect.zipRight(proxy.freezeExisting, orUnavailable(sql`select 2`)))
      isUnavailable(yield* inTime(Effect.flip(silent)))
      const transactions = Effect.all(
        Array.from({ length: 6 }, () => transaction.atomically(one)),
        { concurrency: 6 }
      )
      strictEqual((yield* transactions).length, 6)
    })
  )

  it.scopedLive("a transaction of a half open connection ends on the server, and holds its locks no longer", () =>
    Effect.gen(function* () {
      const { proxy, sql, transaction } = yield* given
      const lock = Math.floor(Math.random() * 2 ** 31)
      const locked = orUnavailable(sql`select pg_advisory_xact_lock(${lock})`)
      const silent = transaction.atomically(
        Effect.all([locked, proxy.freezeExisting, orUnavailable(sql`select 2`)], { discard: true })
      )
      isUnavailable(yield* inTime(Effect.flip(silent)))
      yield* inTime(transaction.atomically(locked))
    })
  )

  it.scopedLive("a statement that is interrupted is given up though nobody confirms it", () =>
    Effect.gen(function* () {
      const { one, proxy, sql } = yield* given
      yield* proxy.freeze
      const statement = yield* Effect.fork(sql`select pg_sleep(60)`)
      yield* Effect.yieldNow()
      yield* Effect.timeout(Fiber.interrupt(statement), "20 seconds")
      yield* proxy.thaw
      deepStrictEqual(yield* one, [{ one: 1 }])
    })
  )

  it.scopedLive("a statement that is interrupted on a sound network is cancelled on the server", () =>
    Effect.gen(function* () {
      const { sql } = yield* given
      const statement = yield* Effect.fork(sql`select pg_sleep(61)`)
      const running = Effect.map(
        sql<{ readonly count: number }>`
          select count(*)::int from pg_stat_activity where query = 'select pg_sleep(61)' and state = 'active'`,
        ([row]) => row?.count
      )
      yield* Effect.repeat(running, { until: (count) => count === 1 })
      yield* Fiber.interrupt(statement)
      yield* Effect.repeat(running, { until: (count) => count === 0 }).pipe(inTime)
    })
  )

  it.scopedLive("the pool closes though nobody says goodbye", () =>
    Effect.gen(function* () {
      const proxy = yield* silentProxy(serverUrl ?? "")
      const used = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`select 1`
        yield* Effect.forkDaemon(Effect.ignore(sql`select 1`.pipe(Effect.delay("1 millis"))))
        yield* proxy.freeze
      })
      yield* inTime(Effect.provide(used, Database.server(Redacted.make(proxy.url), 2)))
    })
  )

  it.scopedLive("ready is Unavailable soon where statements may take long, and succeeds once the network is back", () =>
    Effect.gen(function* () {
      const proxy = yield* silentProxy(serverUrl ?? "")
      const layer = Layer.provide(TransactionSql.layer, Database.server(Redacted.make(proxy.url), 2))
      yield* Effect.gen(function* () {
        const { ready } = yield* Transaction
        yield* ready
        yield* proxy.freeze
        isUnavailable(yield* inTime(Effect.flip(ready)))
        yield* proxy.thaw
        yield* ready
      }).pipe(Effect.provide(layer))
    })
  )

  it.scopedLive("the log hears once that the database is lost and why, and once that it is back", () =>
    Effect.gen(function* () {
      const { lines, one, proxy } = yield* given
      for (let round = 1; round <= 2; round++) {
        yield* proxy.freeze
        yield* Effect.all(
          Array.from({ length: 12 }, () => Effect.flip(one)),
          { concurrency: 12 }
        )
        yield* proxy.thaw
        yield* Effect.all(
          Array.from({ length: 12 }, () => one),
          { concurrency: 12 }
        )
        strictEqual(lines.length, 2 * round, lines.join("\n"))
        expect(lines[2 * round - 2]).toMatch(/^WARN the database is lost: (no answer within 1\.5 s|timeout expired)$/)
        expect(lines[2 * round - 1]).toMatch(/^INFO the database is back after \d+\.\d s$/)
      }
    })
  )
})
