import { type ChildProcess, spawn } from "node:child_process"
import { Effect, Redacted, Schedule } from "effect"
import { Redis } from "ioredis"
import { freePort } from "../network/FreePort.ts"

/** The Redis of this run; none without one. */
export const redisUrl = process.env["TEST_REDIS_URL"]

/** A client of a test's own, until the scope ends. */
export const redisClient = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
      return client.on("error", () => undefined)
    }),
    (client) => Effect.sync(() => client.disconnect())
  )

let made = 0

/** The run's Redis, with a prefix that nobody else has; its keys are deleted when the scope ends. */
export const ownPrefix = Effect.gen(function* () {
  const client = yield* redisClient(redisUrl ?? "")
  const prefix = `test:{${process.pid}-${++made}}:`
  const keys = Effect.promise(() => client.keys(`${prefix}*`))
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(keys, (all) => (all.length === 0 ? Effect.void : Effect.promise(() => client.del(all))))
  )
  return { client, keys, shared: { url: Redacted.make(redisUrl ?? ""), prefix } }
})

/** A Redis of a test's own on a free port, which it may kill, pause and start again; killed with the scope. */
export const redisServer = Effect.gen(function* () {
  const port = yield* freePort
  let child: ChildProcess | undefined

  const kill = Effect.async<void>((resume) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

  /** One command by a connection of its own. */
  const command = (name: string, ...args: ReadonlyArray<string>) =>
    Effect.scoped(
      Effect.flatMap(redisClient(`redis://127.0.0.1:${port}`), (client) =>
        Effect.tryPromise(() => client.call(name, ...args))
      )
    )

  /** The number of commands that it has refused, without those that it does not know. */
  const refused = Effect.map(command("INFO", "errorstats"), (text) =>
    Array.from(String(text).matchAll(/errorstat_(?!ERR:)\w+:count=(\d+)/g), ([, count]) => Number(count)).reduce(
      (sum, count) => sum + count,
      0
    )
  )

  const start = Effect.suspend(() => {
    const options = ["--save", "", "--appendonly", "no", "--dir", "/tmp", "--enable-protected-configs", "yes"]
    child = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", ...options], { stdio: "ignore" })
    return Effect.retry(command("PING"), Schedule.spaced("10 millis")).pipe(Effect.timeout("1 minute"), Effect.orDie)
  })

  yield* Effect.acquireRelease(start, () => kill)
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    command,
    refused,
    signal: (signal: NodeJS.Signals) => Effect.sync(() => void child?.kill(signal))
  }
})

export type RedisServer = Effect.Effect.Success<typeof redisServer>
