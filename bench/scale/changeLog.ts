import { Effect, Layer, Redacted } from "effect"
import type pg from "pg"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { type Change, storedChange } from "../../src/domain/Change.ts"
import { ChangesRepo } from "../../src/ports/ChangesRepo.ts"
import { CpuMeter } from "../driver/Cpu.ts"
import { say, short } from "../driver/Report.ts"
import { readCounters } from "./Meter.ts"

const changesOfTransaction = 20
const transactions = 1_000
const page = 1_000

const changes: ReadonlyArray<Change> = Array.from({ length: changesOfTransaction }, (_, nth) =>
  storedChange("comment", nth + 1, null)
)

/** Appends changes to the outbox and reads them back as a consumer does, both through the port. */
export const changeLog = async (client: pg.Client, adminUrl: string, databaseUrl: string, database: string) => {
  const storage = Sql.layer.pipe(Layer.provide(Database.server(Redacted.make(databaseUrl), 1)))
  const meter = await CpuMeter.open(adminUrl, process.pid, database)
  const count = changesOfTransaction * transactions
  const wal = async () => (await readCounters(client)).wal
  const told = (title: string, { database, server }: { database: number; server: number }, bytes: number) =>
    say(
      `${title}: ${short(database / count)} µs of the database and ${short(server / count)} µs of the program a change, ` +
        `${short(bytes / count)} bytes of log`
    )
  const measured = Effect.gen(function* () {
    const repo = yield* ChangesRepo
    const [first = 0] = yield* repo.append(changes)
    const before = yield* Effect.promise(wal)
    const appended = yield* Effect.promise(() =>
      meter.during(() => Effect.runPromise(Effect.repeatN(repo.append(changes), transactions - 1)))
    )
    const after = yield* Effect.promise(wal)
    told(`outbox, ${changesOfTransaction} changes a transaction`, appended.cpu, after - before)
    const read = Effect.gen(function* () {
      let [last, found] = [first, 0]
      for (;;) {
        const { changes: some } = yield* repo.within([{ after: last, until: Number.MAX_SAFE_INTEGER }], page)
        found += some.length
        last = some.at(-1)?.sequence ?? last
        if (some.length < page) return found
      }
    })
    const { cpu, done } = yield* Effect.promise(() => meter.during(() => Effect.runPromise(read)))
    told(`read by pages of ${page} (${done} changes)`, cpu, 0)
    yield* Effect.promise(() => client.query("delete from outbox where sequence >= $1", [first]))
  })
  await Effect.runPromise(Effect.provide(measured, storage))
  const message = "0".repeat(36)
  const notify = async () => {
    for (let sent = 0; sent < transactions; sent++)
      await client.query({ name: "wake", text: "select pg_notify('community_scale', $1)", values: [message] })
  }
  const { cpu } = await meter.during(notify)
  told("a wake-up by pg_notify", cpu, 0)
  await meter.close()
}
