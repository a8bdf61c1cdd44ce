import { Effect, Layer, Option } from "effect"
import { databaseUrl } from "../Config.ts"
import type { ChangeNotifier } from "../ports/ChangeNotifier.ts"
import * as ChangeNotifierLocal from "./node/ChangeNotifierLocal.ts"
import * as ChangeNotifierPostgres from "./postgres/connection/ChangeNotifierPostgres.ts"
import * as CommandChanges from "./postgres/connection/CommandChanges.ts"
import { redis } from "./RedisConfigured.ts"

/** Between the instances on a server: through the Redis of `REDIS_URL`, else the database. `embedded` where there is no server. */
const configured = <R>(embedded: Layer.Layer<ChangeNotifier, never, R>) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const url = yield* databaseUrl
      if (url === undefined) return embedded
      const shared = yield* redis
      if (Option.isNone(shared)) return ChangeNotifierPostgres.layer(url)
      const ChangeNotifierRedis = yield* Effect.promise(() => import("./redis/ChangeNotifierRedis.ts"))
      return ChangeNotifierRedis.layer(shared.value)
    })
  )

/** For a command. */
export const layer = configured(ChangeNotifierLocal.layer)

/** For a server: on the embedded database it hears of the changes of commands, which its socket brings. */
export const layerOfServer = configured(CommandChanges.notifier)
