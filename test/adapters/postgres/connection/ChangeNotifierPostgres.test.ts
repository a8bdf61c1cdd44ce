import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Context, Effect, Layer, Redacted, Schedule } from "effect"
import * as ChangeNotifierPostgres from "../../../../src/adapters/postgres/connection/ChangeNotifierPostgres.ts"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../../../src/adapters/postgres/connection/Sql.ts"
import type { Change } from "../../../../src/domain/Change.ts"
import { UserId } from "../../../../src/domain/Ids.ts"
import { ChangeNotifier } from "../../../../src/ports/ChangeNotifier.ts"
import { Changes } from "../../../../src/services/Changes.ts"
import { onServerOf, serverUrl } from "../../../process/Databases.ts"
import { silentProxy } from "../../../process/SilentProxy.ts"

const maria = UserId.make(2_147_483_647)
const notification = (id: number): Change => ({ kind: "notifications_read", id, userId: maria })

/** An instance, and the ids of the changes that it heard about Maria. */
const instance = (url: Redacted.Redacted, hintsUrl = url) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(
      Changes.layer.pipe(
        Layer.provideMerge(ChangeNotifierPostgres.layer(hintsUrl)),
        Layer.provide(Layer.fresh(Sql.layer)),
        Layer.provideMerge(Layer.fresh(Database.server(url, 4)))
      )
    )
    const changes = Context.get(services, Changes)
    const receivedIds: Array<number> = []
    yield* changes.subscribe(`user ${maria}`, ({ id }) => void receivedIds.push(id))
    return {
      receivedIds,
      changes,
      sql: Context.get(services, SqlClient.SqlClient),
      hints: Context.get(services, ChangeNotifier)
    }
  })

/** A new database whose schema is up to date. */
const database = Effect.gen(function* () {
  const { DATABASE_URL = "" } = yield* onServerOf(serverUrl ?? "")
  const url = Redacted.make(DATABASE_URL)
  yield* Effect.scoped(Layer.build(Database.migrated(Database.server(url, 2))))
  return url
})

/** Waits until a condition holds. */
const until = <E>(holds: Effect.Effect<boolean, E>) =>
  Effect.repeat(holds, { until: (is) => is, schedule: Schedule.spaced("5 millis") }).pipe(Effect.timeout("15 seconds"))

const untilReceived = ({ receivedIds }: { readonly receivedIds: ReadonlyArray<number> }, count: number) =>
  until(Effect.sync(() => receivedIds.length >= count))

const current = ({ changes }: { readonly changes: typeof Changes.Service }) => until(Effect.sync(changes.isInSync))

/** The connections that listen. */
const listening = (sql: SqlClient.SqlClient) =>
  sql<{ readonly pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (query ilike 'listen %' or query like '%pg_notify($1%')`

/** Waits until each of so many instances listens. */
const untilListening = (sql: SqlClient.SqlClient, instances: number) =>
  until(Effect.map(listening(sql), ({ length }) => length === instances))

describe.skipIf(serverUrl === undefined)("ChangeNotifierPostgres", () => {
  it.scopedLive(
    "ChangeNotifierPostgres brings each change once to each instance, though the log brings it too",
    () =>
      Effect.gen(function* () {
        const url = yield* database
        const [one, two] = [yield* instance(url), yield* instance(url)]
        yield* untilListening(one.sql, 2)
        for (const [index, from] of [one, two, one, two, one, two, one, two].entries()) {
          yield* from.changes.append([notification(index + 1)])
          yield* Effect.all([untilReceived(one, index + 1), untilReceived(two, index + 1)])
        }
        yield* Effect.sleep("2500 millis") // the log has been read twice
        deepStrictEqual([one.receivedIds, two.receivedIds], [Array.range(1, 8), Array.range(1, 8)])
      }),
    60_000
  )

  it.scopedLive(
    "ChangeNotifierPostgres sends a thousand changes at once, though a message holds 8,000 bytes",
    () =>
      Effect.gen(function* () {
        const url = yield* database
        const [one, two] = [yield* instance(url), yield* instance(url)]
        yield* untilListening(one.sql, 2)
        // Hinted alone, so that the log cannot bring them; at places as long as places get.
        const from = 9_007_199_254_000_000
        const hinted = Array.makeBy(1_000, (index) => ({
          ...notification(2_147_480_000 + index),
          sequence: from + index
        }))
        yield* one.hints.send(hinted)
        yield* untilReceived(two, 1_000)
        deepStrictEqual(
          two.receivedIds,
          hinted.map(({ id }) => id)
        )
        const written = Array.makeBy(1_000, (index) => index + 1)
        yield* two.changes.append(written.map(notification))
        yield* untilReceived(one, 1_000)
        deepStrictEqual(one.receivedIds, written)
      }),
    60_000
  )

  it.scopedLive(
    "Changes loses nothing when the notifier's connection is killed, and hears hints again on a new one",
    () =>
      Effect.gen(function* () {
        const url = yield* database
        const [one, two] = [yield* instance(url), yield* instance(url)]
        yield* untilListening(one.sql, 2)
        yield* Effect.all([current(one), current(two)])
        const before = yield* listening(one.sql)
        for (const { pid } of before) yield* one.sql`select pg_terminate_backend(${pid})`
        yield* until(Effect.sync(() => !two.changes.isInSync()))
        const missed = Array.range(1, 20)
        yield* Effect.forEach(missed, (id) => one.changes.append([notification(id)]))
        yield* untilReceived(two, 20)
        deepStrictEqual(two.receivedIds, missed)
        yield* until(
          Effect.map(
            listening(one.sql),
            (now) => now.length === 2 && now.every(({ pid }) => before.every((killed) => killed.pid !== pid))
          )
        )
        yield* one.hints.send([{ ...notification(21), sequence: 9_007_199_254_000_000 }])
        yield* untilReceived(two, 21)
        yield* Effect.all([current(one), current(two)])
        yield* Effect.sleep("1500 millis")
        deepStrictEqual([one.receivedIds, two.receivedIds], [missed, [...missed, 21]])
      }),
    60_000
  )

  it.scopedLive("Changes.isInSync is false within two seconds of a silent connection, and true once one answers", () =>
    Effect.gen(function* () {
      const url = yield* database
      const proxy = yield* silentProxy(Redacted.value(url))
      const one = yield* instance(url, Redacted.make(proxy.url))
      yield* current(one)
      yield* proxy.freeze
      const doubted = until(Effect.sync(() => !one.changes.isInSync()))
      yield* Effect.timeout(doubted, "2 seconds")
      yield* proxy.thaw
      yield* current(one)
      yield* proxy.freezeExisting
      yield* Effect.timeout(doubted, "2 seconds")
      yield* current(one)
    })
  )

  it.scopedLive(
    "Changes.readBarrier brings the first write of an instance that starts beside one that was alone and hears no hint",
    () =>
      Effect.gen(function* () {
        const url = yield* database
        const proxy = yield* silentProxy(Redacted.value(url))
        const one = yield* instance(url, Redacted.make(proxy.url))
        /** True if the barrier leaves out a change that no instance has made. */
        const isAlone = Effect.gen(function* () {
          const count = one.receivedIds.length
          yield* one.sql`select append_to_outbox(array[('notifications_read', 1, ${maria}::int)::change])`
          yield* one.changes.readBarrier
          return one.receivedIds.length === count
        })
        yield* until(isAlone)
        yield* proxy.freeze
        const two = yield* instance(url)
        yield* two.changes.append([notification(2)])
        yield* one.changes.readBarrier
        deepStrictEqual(one.receivedIds.includes(2), true)
      }),
    60_000
  )

  it.scopedLive("ChangeNotifierPostgres ends with its layer though its connection is silent", () =>
    Effect.gen(function* () {
      const url = yield* database
      const proxy = yield* silentProxy(Redacted.value(url))
      const used = Effect.gen(function* () {
        const one = yield* instance(url, Redacted.make(proxy.url))
        yield* current(one)
        yield* proxy.freeze
      })
      yield* Effect.timeout(Effect.scoped(used), "8 seconds")
    })
  )
})
