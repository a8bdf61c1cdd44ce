import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { DatabaseState } from "../../../../src/adapters/postgres/connection/DatabaseState.ts"
import * as EmbeddedPool from "../../../../src/adapters/postgres/connection/EmbeddedPool.ts"
import * as EmbeddedSocket from "../../../../src/adapters/postgres/connection/EmbeddedSocket.ts"

/** A served database, its pool, and clients of its socket. */
const served = (holdMillis?: number) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "community-socket-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
    )
    const data = join(folder, "data")
    cpSync(join(inject("embeddedTemplates"), "empty"), data, { recursive: true })
    const state = yield* DatabaseState.make
    const { pool, send } = yield* Effect.acquireRelease(
      Effect.promise(() => EmbeddedPool.make(data, state)),
      ({ end }) => Effect.promise(end)
    )
    const hold = holdMillis === undefined ? {} : { holdMillis }
    yield* EmbeddedSocket.serve(join(folder, ".s.PGSQL.5432"), { pool, send, publish: () => {}, ...hold })
    const connect = () => new pg.Client({ host: folder, port: 5432, user: "operator", database: "postgres" })
    return { pool, connect }
  })

describe("EmbeddedSocket.serve", () => {
  it.scopedLive("leaves nothing of a connection in the session once it has ended, in a transaction or not", () =>
    Effect.gen(function* () {
      const { connect, pool } = yield* served()
      const state = Effect.promise(async () => {
        const { rows } = await pool.query(
          `select current_setting('search_path') as path, current_setting('TimeZone') as zone, current_user as role,
            (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
            (select count(*)::int from pg_class where relname = 'left_over') as tables,
            (select count(*)::int from pg_listening_channels()) as channels`
        )
        return JSON.stringify(rows)
      })
      const before = yield* state
      for (const begin of ["select 1", "begin"]) {
        const client = connect()
        yield* Effect.promise(async () => {
          await client.connect()
          await client.query("create role reader")
          for (const sql of [
            "set search_path = nowhere",
            "set timezone = 'Asia/Tokyo'",
            "create temporary table left_over (n int)",
            "listen changes",
            "select pg_advisory_lock(1)",
            "set role reader",
            begin,
            "set statement_timeout = 1"
          ])
            await client.query(sql)
        })
        if (begin !== "begin") expect(yield* state).not.toBe(before)
        yield* Effect.promise(() => client.end())
        expect(yield* Effect.repeat(state, { until: (now) => now === before })).toBe(before)
        yield* Effect.promise(() => pool.query("drop role reader"))
      }
    })
  )

  it.scopedLive("ends a connection that holds the database too long, rolls back, and serves the others", () =>
    Effect.gen(function* () {
      const { connect, pool } = yield* served(100)
      const [stuck, other] = [connect(), connect()]
      const lost = new Promise<string>((resolve) => void stuck.once("error", (error) => resolve(error.message)))
      stuck.on("error", () => undefined)
      const answer = yield* Effect.promise(async () => {
        await Promise.all([stuck.connect(), other.connect()])
        await stuck.query("create table kept (n int)")
        await stuck.query("begin")
        await stuck.query("insert into kept values (1)")
        const { rows } = await other.query("select count(*)::int as rows from kept") // waits for the first connection
        await pool.query("select 1")
        await other.end()
        return rows
      })
      expect(answer).toEqual([{ rows: 0 }])
      expect(yield* Effect.promise(() => lost)).toMatch(/it held the database for 0.1 s/)
    })
  )
})
