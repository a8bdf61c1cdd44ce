import { Effect, Layer, Option } from "effect"
import * as RateLimitStoreMemory from "../adapters/node/RateLimitStoreMemory.ts"
import * as ChangeNotifierPostgres from "../adapters/postgres/connection/ChangeNotifierPostgres.ts"
import { databaseId } from "../adapters/postgres/connection/Database.ts"
import type { SharedRedis } from "../adapters/redis/RedisConnection.ts"
import { databaseUrl, sharedRedis } from "../Config.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"

/** The Redis of `REDIS_URL`; none without `DATABASE_URL`, since the embedded database has one instance. */
const redis = Effect.gen(function* () {
  const url = yield* sharedRedis
  if (url === undefined || (yield* databaseUrl) === undefined) return Option.none<SharedRedis>()
  // In braces: a proxy in front of a Redis Cluster then finds all keys of a command in one slot.
  return Option.some<SharedRedis>({ url, prefix: `community:{${yield* databaseId}}:` })
})

/**
 * Between the instances on a server: through the Redis of `REDIS_URL`, else the database. The embedded database has
 * one.
 */
export const changeNotifier = Layer.unwrapEffect(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    if (url === undefined) return ChangeNotifier.none
    const shared = yield* redis
    if (Option.isNone(shared)) return ChangeNotifierPostgres.layer(url)
    const ChangeNotifierRedis = yield* Effect.promise(() => import("../adapters/redis/ChangeNotifierRedis.ts"))
    return ChangeNotifierRedis.layer(shared.value)
  })
)

/** Shared by the instances through the Redis of `REDIS_URL`, else counted in each process. */
export const rateLimitStore = Layer.unwrapEffect(
  Effect.gen(function* () {
    const shared = yield* redis
    if (Option.isSome(shared)) {
      const RateLimitStoreRedis = yield* Effect.promise(() => import("../adapters/redis/RateLimitStoreRedis.ts"))
      return Layer.provide(RateLimitStoreRedis.layer(shared.value), RateLimitStoreMemory.layer)
    }
    if ((yield* sharedRedis) !== undefined) {
      yield* Effect.logWarning("REDIS_URL has no effect without DATABASE_URL: the embedded database has one instance")
    }
    return RateLimitStoreMemory.layer
  })
)
