import { type ChildProcess, fork, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Effect, Layer, Redacted } from "effect"
import * as Database from "../src/adapters/postgres/connection/Database.ts"
import { adminUrl, connected, drop, urlOf } from "./Database.ts"
import { ranNanos } from "./driver/Cpu.ts"
import { percentile, sleep } from "./driver/Load.ts"
import { say, short } from "./driver/Report.ts"
import { freePort } from "./Server.ts"
import { changesOfWrite, type Run, type RunResult } from "./wakeUps/Run.ts"

/**
 * Compares the channels of wake-ups: instances in processes of their own write to the outbox of one database and wake
 * each other through PostgreSQL, through Redis, or not at all. `npm run bench -- wake-ups [--instances 2,4,8]
 * [--rates 100,1000,0] [--millis 3000]`; a rate is that of all instances, and 0 is as fast as it goes.
 */
const { values } = parseArgs({
  options: {
    instances: { type: "string", default: "2,4,8" },
    rates: { type: "string", default: "100,1000,0" },
    millis: { type: "string", default: "3000" }
  }
})
const numbersOf = (list: string) => list.split(",").map(Number)
const [instanceCounts, rates, millis] = [numbersOf(values.instances), numbersOf(values.rates), Number(values.millis)]

const channels = ["none", "postgres", "redis"] as const
const writersOfInstance = 4
const database = `community_wake_ups_${process.pid}`

const redisPort = await freePort()
const redis = spawn("redis-server", ["--port", String(redisPort), "--save", "", "--appendonly", "no"], {
  stdio: "ignore"
})

const answer = <A>(child: ChildProcess) => new Promise<A>((resolve) => void child.once("message", resolve))

const startInstance = async (channel: string) => {
  const { HOME = "", PATH = "" } = process.env
  const env = {
    HOME,
    PATH,
    CHANNEL: channel,
    DATABASE_URL: urlOf(database),
    REDIS_URL: `redis://127.0.0.1:${redisPort}`
  }
  const child = fork(fileURLToPath(new URL("./wakeUps/Instance.ts", import.meta.url)), { env })
  await answer<string>(child)
  return child
}

const backends = () =>
  connected(adminUrl(), async (client) => {
    const { rows } = await client.query<{ readonly pid: number }>(
      "select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
      [database]
    )
    return rows.map(({ pid }) => pid)
  })

const microsOf = (pids: ReadonlyArray<number>) => pids.reduce((sum, pid) => sum + ranNanos(pid), 0) / 1_000

const cells = (row: ReadonlyArray<string>) => say(row.map((cell) => cell.padStart(10)).join(" "))

const measure = async (channel: string, children: ReadonlyArray<ChildProcess>, rate: number) => {
  const run: Run = { millis, perSecond: rate / children.length, writers: writersOfInstance, settleMillis: 1_000 }
  const ask = (child: ChildProcess, asked: Run) => {
    const result = answer<RunResult>(child)
    child.send(asked)
    return result
  }
  await Promise.all(children.map((child) => ask(child, { ...run, millis: 1_000 }))) // warm-up
  const pids = await backends()
  const before = [microsOf(pids), microsOf([redis.pid ?? 0])] as const
  const results = await Promise.all(children.map((child) => ask(child, run)))
  const after = [microsOf(pids), microsOf([redis.pid ?? 0])] as const
  const sum = (count: (result: RunResult) => number) => results.reduce((total, result) => total + count(result), 0)
  const [writes, deliveries] = [sum((result) => result.writes), sum((result) => result.deliveries)]
  const written = results.flatMap(({ writeLatencies }) => writeLatencies)
  const delivered = results.flatMap(({ deliveryLatencies }) => deliveryLatencies)
  const expected = channel === "none" ? 0 : writes * changesOfWrite * (children.length - 1)
  cells([
    channel,
    String(children.length),
    rate === 0 ? "all" : String(rate),
    short((writes * 1_000) / millis),
    ...[0.5, 0.99].map((share) => short(percentile(written, share))),
    ...[0.5, 0.99].map((share) => (delivered.length === 0 ? "" : short(percentile(delivered, share)))),
    expected === 0 ? "" : `${((100 * deliveries) / expected).toFixed(1)} %`,
    short(sum(({ cpu }) => cpu) / writes),
    short((after[0] - before[0]) / writes),
    short((after[1] - before[1]) / writes)
  ])
}

const migrated = Layer.build(Database.migrated(Database.server(Redacted.make(urlOf(database)), 2)))

try {
  await connected(adminUrl(), (client) => client.query(`create database ${database}`))
  await Effect.runPromise(Effect.scoped(migrated))
  say("write and delivery in ms; CPU in µs for each write, of all instances, PostgreSQL's backends and Redis")
  cells([
    "channel",
    "instances",
    "asked/s",
    "writes/s",
    "write p50",
    "p99",
    "deliv. p50",
    "p99",
    "delivered",
    "instances",
    "PostgreSQL",
    "Redis"
  ])
  for (const count of instanceCounts) {
    for (const channel of channels) {
      const children = await Promise.all(Array.from({ length: count }, () => startInstance(channel)))
      await sleep(500)
      for (const rate of rates) await measure(channel, children, rate)
      for (const child of children) child.kill()
    }
  }
} finally {
  redis.kill()
  await drop(database)
}
process.exit(0)
