import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { publish } from "../support/Given.ts"
import { join } from "../support/Members.ts"
import { redisServer, redisUrl } from "../support/redis/RedisServer.ts"
import { unlimited } from "../support/Unlimited.ts"
import { until } from "../support/Waiting.ts"
import { at } from "../support/Wire.ts"
import { onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, logged, metricOf, start } from "./Program.ts"

type Server = Effect.Effect.Success<ReturnType<typeof start>>

/** Reads a page as a client of an address; the status of the response. */
const read = ({ url }: { readonly url: string }, address: string, path = "/api/posts") =>
  Effect.promise(async () => {
    const response = await fetch(new URL(path, url), { headers: { "x-forwarded-for": address } })
    await response.arrayBuffer()
    return response.status
  })

/** So many concurrent reads of one address, of each server in turn; the number of those that were admitted. */
const admitted = (servers: ReadonlyArray<Server>, count: number, address: string) =>
  Effect.map(
    Effect.forEach(
      Array.makeBy(count, (index) => servers[index % servers.length]).filter((server) => server !== undefined),
      (server) => read(server, address),
      { concurrency: "unbounded" }
    ),
    (statuses) => {
      assertTrue(
        statuses.every((status) => status === 200 || status === 429),
        statuses.join()
      )
      return statuses.filter((status) => status === 200).length
    }
  )

/** The lines of a log about Redis, by their level. */
const redisLines = ({ stdout }: Server) =>
  Effect.map(stdout, (text) =>
    logged(text)
      .filter(({ message }) => /Redis/.test(String(message)))
      .map(({ logLevel }) => logLevel)
  )

describe.skipIf(serverUrl === undefined || redisUrl === undefined)("Two instances with one Redis (server)", () => {
  it.scopedLive("count a limit as one, go on alone while Redis is killed, and count as one again when it is back", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const variables = {
        ...unlimited,
        RATE_LIMIT_READ: "40",
        TRUST_PROXY: "127.0.0.1",
        REDIS_URL: redis.url,
        ...(yield* onServerOf(serverUrl ?? ""))
      }
      const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
      const both = [one, two]
      strictEqual(yield* admitted(both, 100, "192.0.2.1"), 40)

      // Killed between requests that nobody interrupts.
      const going = Effect.forEach(Array.range(1, 300), (index) => read(one, `198.51.100.${index % 200}`))
      const [statuses] = yield* Effect.all([going, Effect.delay(redis.kill, "50 millis")], { concurrency: 2 })
      deepStrictEqual(Array.dedupe(statuses), [200])
      for (const server of both) {
        yield* until(Effect.map(metricOf(server, "redis_lost"), (lost) => lost === 1))
        const before = yield* metricOf(server, 'rate_limit_takes_total{counted="process"}')
        strictEqual(yield* admitted([server], 60, "192.0.2.2"), 40)
        assertTrue((yield* metricOf(server, 'rate_limit_takes_total{counted="process"}')) >= before + 40)
        yield* until(Effect.map(redisLines(server), (lines) => lines.length > 0))
        deepStrictEqual(yield* redisLines(server), ["WARN"])
      }

      yield* redis.start
      for (const server of both) yield* until(Effect.map(metricOf(server, "redis_lost"), (lost) => lost === 0))
      strictEqual(yield* admitted(both, 100, "192.0.2.3"), 40)
      // A line of the log is written within a tenth of a second.
      for (const server of both) yield* until(Effect.map(redisLines(server), (lines) => lines.length === 2))
      for (const server of both) deepStrictEqual(yield* redisLines(server), ["WARN", "INFO"])
    })
  )

  it.scopedLive("hear of each other's writes by Redis, and lose nothing while it is gone", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const variables = { ...unlimited, REDIS_URL: redis.url, ...(yield* onServerOf(serverUrl ?? "")) }
      const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
      const maria = yield* Effect.provide(join(), clientOf(one.url))
      const newest = ({ url }: Server) =>
        Effect.promise(async () => {
          const page = await (await fetch(new URL("/api/posts?limit=1", url))).json()
          return Number(at(page, "data", 0, "id") ?? 0)
        })
      const published = Effect.provide(publish(maria), clientOf(one.url))
      const isShownBy = (server: Server, id: number) => until(Effect.map(newest(server), (shown) => shown === id))

      yield* until(Effect.map(redis.command("PUBSUB", "CHANNELS"), (channels) => at(channels, 0) !== undefined))
      const channel = String(at(yield* redis.command("PUBSUB", "CHANNELS"), 0))
      assertTrue(/^community:\{\d+-\d+\}:changes$/.test(channel), channel)
      // Each instance subscribes in the background after its start.
      yield* until(Effect.map(redis.command("PUBSUB", "NUMSUB", channel), (reply) => at(reply, 1) === 2))

      for (let times = 0; times < 10; times++) {
        yield* newest(two) // it is cached there
        const heard = yield* metricOf(two, "change_wake_ups_total")
        const { id } = yield* published
        yield* isShownBy(two, id)
        yield* until(Effect.map(metricOf(two, "change_wake_ups_total"), (now) => now > heard))
      }

      yield* redis.kill
      for (let times = 0; times < 3; times++) {
        const { id } = yield* published
        yield* isShownBy(two, id)
      }
      yield* redis.start
      yield* until(
        Effect.gen(function* () {
          const heard = yield* metricOf(two, "change_wake_ups_total")
          const { id } = yield* published
          yield* isShownBy(two, id)
          return (yield* metricOf(two, "change_wake_ups_total")) > heard
        })
      )
    })
  )

  it.scopedLive("start while the Redis cannot be reached, with one warning, and stop as always", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      yield* redis.kill
      const alone = yield* start({ REDIS_URL: redis.url, ...(yield* onServerOf(serverUrl ?? "")) })
      strictEqual(yield* read(alone, "192.0.2.1"), 200)
      deepStrictEqual(yield* redisLines(alone), ["WARN"])
      yield* alone.kill("SIGTERM")
      deepStrictEqual(yield* alone.ended, { code: 0, signal: null })
    })
  )
})
