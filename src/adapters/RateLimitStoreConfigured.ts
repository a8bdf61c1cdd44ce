import { Effect, Layer, Option } from "effect"
import { sharedRedis } from "../Config.ts"
import * as RateLimitStoreMemory from "./node/RateLimitStoreMemory.ts"
import { redis } from "./RedisConfigured.ts"

/** Shared by the instances through the Redis of `REDIS_URL`, else counted in each process. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const shared = yield* redis
    if (Option.isSome(shared)) {
      const RateLimitStoreRedis = yield* Effect.promise(() => import("./redis/RateLimitStoreRedis.ts"))
      return RateLimitStoreRedis.layer(shared.value)
    }
    if ((yield* sharedRedis) !== undefined) {
      yield* Effect.logWarning("REDIS_URL has no effect without DATABASE_URL: the embedded database has one instance")
    }
    return RateLimitStoreMemory.layer
  })
)
