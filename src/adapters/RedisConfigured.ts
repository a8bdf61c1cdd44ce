import { Effect, Option } from "effect"
import { databaseUrl, sharedRedis } from "../Config.ts"
import { databaseId } from "./postgres/connection/DatabaseId.ts"
import type { SharedRedis } from "./redis/RedisConnection.ts"

/** The Redis of `REDIS_URL`; none without `DATABASE_URL`, since the embedded database has one instance. */
export const redis = Effect.gen(function* () {
  const url = yield* sharedRedis
  if (url === undefined || (yield* databaseUrl) === undefined) return Option.none<SharedRedis>()
  // In braces: a proxy in front of a Redis Cluster then finds all keys of a command in one slot.
  return Option.some<SharedRedis>({ url, prefix: `community:{${yield* databaseId}}:` })
})
