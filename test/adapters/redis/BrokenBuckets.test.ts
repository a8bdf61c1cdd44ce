import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, Layer, Metric } from "effect"
import { redisLost } from "../../../src/metrics/Metrics.ts"
import { RateLimitStore } from "../../../src/ports/RateLimitStore.ts"
import { countedIn } from "../../support/redis/CountingStores.ts"
import { ownPrefix, redisUrl } from "../../support/redis/RedisServer.ts"

const minute = 60_000

describe.skipIf(redisUrl === undefined)("RateLimitStoreRedis", () => {
  it.scopedLive("take begins a bucket again whose value is not a count, and goes on with the others", () =>
    Effect.gen(function* () {
      const { client, shared } = yield* ownPrefix
      const store = Context.get(yield* Layer.build(countedIn(shared)), RateLimitStore)
      const take = (key: string, limit: number) =>
        Effect.map(store.take(minute, [{ key, limit }]), ({ allowed }) => allowed)
      const keyOf = (name: string) => `${shared.prefix}${minute}:${name}`
      const values: ReadonlyArray<readonly [string, (key: string) => Promise<unknown>]> = [
        ["1e300", (key) => client.set(key, "1e300")],
        ["inf", (key) => client.set(key, "inf")],
        ["-5", (key) => client.set(key, "-5")],
        ["2.5", (key) => client.set(key, "2.5")],
        ["", (key) => client.set(key, "")],
        ["text", (key) => client.set(key, "text")],
        ["99999999999999999999", (key) => client.set(key, "99999999999999999999")],
        ["a list", (key) => client.rpush(key, "1", "2")],
        ["a hash", (key) => client.hset(key, "a", "1")]
      ]
      for (const [name, put] of values) {
        yield* Effect.promise(async () => {
          await put(keyOf(name))
          await client.pexpire(keyOf(name), minute / 2)
        })
        deepStrictEqual((yield* store.level(minute, name)).used, 0, name)
        deepStrictEqual([yield* take(name, 2), yield* take(name, 2), yield* take("b", 100)], [true, true, true], name)
        strictEqual((yield* store.level(minute, name)).used, 2, name)
        strictEqual((yield* Metric.value(redisLost)).value, 0, name)
      }
    })
  )
})
