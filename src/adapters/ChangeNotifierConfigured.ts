import { Effect, Layer, Option } from "effect"
import { databaseUrl } from "../Config.ts"
import * as ChangeNotifierLocal from "./node/ChangeNotifierLocal.ts"
import * as ChangeNotifierPostgres from "./postgres/connection/ChangeNotifierPostgres.ts"
import { redis } from "./RedisConfigured.ts"

/** Between the instances on a server: through the Redis of `REDIS_URL`, else the database. The embedded database has one. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    if (url === undefined) return ChangeNotifierLocal.layer
    const shared = yield* redis
    if (Option.isNone(shared)) return ChangeNotifierPostgres.layer(url)
    const ChangeNotifierRedis = yield* Effect.promise(() => import("./redis/ChangeNotifierRedis.ts"))
    return ChangeNotifierRedis.layer(shared.value)
  })
)
