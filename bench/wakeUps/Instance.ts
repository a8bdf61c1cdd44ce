import { Context, Effect, Layer, Redacted } from "effect"
import * as ChangeNotifierPostgres from "../../src/adapters/postgres/connection/ChangeNotifierPostgres.ts"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import * as ChangeNotifierRedis from "../../src/adapters/redis/ChangeNotifierRedis.ts"
import { storedChange } from "../../src/domain/Change.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { Changes } from "../../src/services/Changes.ts"
import { sleep } from "../driver/Load.ts"
import { changesOfWrite, type Run, type RunResult } from "./Run.ts"

/**
 * An instance in a process of its own: it appends changes to the outbox, wakes the others, and delivers theirs. It is
 * started by `bench/wake-ups.ts`, whose messages set how much it writes.
 */
const { DATABASE_URL = "", REDIS_URL = "", CHANNEL = "" } = process.env

/** At most this many latencies of each kind are reported. */
const maxReported = 20_000

/** The time in microseconds, alike in all processes of a machine; it fits into the id of a change. */
const stampMask = 2 ** 30 - 1
const stamp = () => Number((process.hrtime.bigint() / 1_000n) & BigInt(stampMask))
const millisSince = (sent: number) => ((stamp() - sent) & stampMask) / 1_000

const notifier = () => {
  if (CHANNEL === "postgres") return ChangeNotifierPostgres.layer(Redacted.make(DATABASE_URL))
  if (CHANNEL === "redis") return ChangeNotifierRedis.layer({ url: Redacted.make(REDIS_URL), prefix: "bench:" })
  return ChangeNotifier.none
}

const thinned = (latencies: ReadonlyArray<number>) => {
  const step = Math.ceil(latencies.length / maxReported)
  return latencies.filter((_, index) => index % step === 0)
}

const program = Effect.gen(function* () {
  const { append, subscribeAll } = Context.get(
    yield* Layer.build(
      Layer.provide(
        Changes.layer,
        Layer.merge(notifier(), Layer.provideMerge(Sql.layer, Database.server(Redacted.make(DATABASE_URL), 4)))
      )
    ),
    Changes
  )
  let deliveries: Array<number> = []
  const own = new Set<number>()
  yield* subscribeAll(({ id }) => void (own.delete(id) || deliveries.push(millisSince(id))))

  const write = (writes: Array<number>) =>
    Effect.suspend(() => {
      const began = performance.now()
      const changes = Array.from({ length: changesOfWrite }, () => storedChange("post", stamp(), null))
      for (const { id } of changes) own.add(id)
      return Effect.map(append(changes), () => writes.push(performance.now() - began))
    })

  const run = async ({ millis, perSecond, settleMillis, writers }: Run): Promise<RunResult> => {
    const writes: Array<number> = []
    deliveries = []
    const before = process.cpuUsage()
    const until = performance.now() + millis
    const lane = async (index: number) => {
      const pause = perSecond === 0 ? 0 : (1_000 * writers) / perSecond
      for (let next = performance.now() + pause * (index / writers); next < until; next += pause) {
        if (perSecond === 0) next = performance.now()
        else await sleep(Math.max(0, next - performance.now()))
        await Effect.runPromise(write(writes))
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, index) => lane(index)))
    await sleep(settleMillis)
    const { system, user } = process.cpuUsage(before)
    const counts = { writes: writes.length, deliveries: deliveries.length, cpu: system + user }
    return { ...counts, writeLatencies: thinned(writes), deliveryLatencies: thinned(deliveries) }
  }

  process.on("message", (asked: Run) => void run(asked).then((result) => process.send?.(result)))
  process.send?.("ready")
  yield* Effect.never
})

process.on("disconnect", () => process.exit())
await Effect.runPromise(Effect.scoped(program))
