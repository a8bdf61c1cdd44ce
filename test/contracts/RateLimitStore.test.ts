import { describe } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import * as RateLimitStoreMemory from "../../src/adapters/node/RateLimitStoreMemory.ts"
import { countedIn } from "../support/redis/CountingStores.ts"
import { ownPrefix, redisUrl } from "../support/redis/RedisServer.ts"
import { rateLimitStoreContract } from "./RateLimitStoreContract.ts"

rateLimitStoreContract(
  "memory",
  Effect.succeed({ layer: Layer.fresh(RateLimitStoreMemory.layer), advance: (millis) => TestClock.adjust(millis) })
)

/** Ends the windows of all keys earlier by this time. */
const shorten = `
for _, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key) - tonumber(ARGV[1])
  if left > 0 then redis.call('PEXPIRE', key, left) else redis.call('DEL', key) end
end`

describe.skipIf(redisUrl === undefined)("with a Redis", () =>
  rateLimitStoreContract(
    "Redis",
    Effect.map(ownPrefix, ({ client, keys, shared }) => ({
      layer: countedIn(shared),
      advance: (millis) =>
        Effect.flatMap(keys, (all) => Effect.promise(() => client.eval(shorten, all.length, ...all, millis))).pipe(
          Effect.zipRight(TestClock.adjust(millis))
        )
    }))
  )
)
