import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { DatabaseState } from "../../../../src/adapters/postgres/connection/DatabaseState.ts"
import * as EmbeddedPool from "../../../../src/adapters/postgres/connection/EmbeddedPool.ts"
import * as EmbeddedSocket from "../../../../src/adapters/postgres/connection/EmbeddedSocket.ts"

describe("EmbeddedSocket.serve", () => {
  it.scopedLive("ends a connection that holds the database too long, rolls back, and serves the others", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "community-socket-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const state = yield* DatabaseState.make
      const { pool, send } = yield* Effect.acquireRelease(
        Effect.promise(() => EmbeddedPool.make("memory://", state)),
        ({ end }) => Effect.promise(end)
      )
      yield* EmbeddedSocket.serve(join(folder, ".s.PGSQL.5432"), { pool, send, publish: () => {}, holdMillis: 100 })
      const connect = () => new pg.Client({ host: folder, port: 5432, user: "operator", database: "postgres" })
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
