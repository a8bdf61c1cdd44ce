import { Effect, Redacted } from "effect"
import * as ChangeNotifierPostgres from "../../src/adapters/postgres/connection/ChangeNotifierPostgres.ts"
import * as ChangeNotifierRedis from "../../src/adapters/redis/ChangeNotifierRedis.ts"
import { serverUrl } from "../process/Databases.ts"
import { redisServer, redisUrl } from "../support/redis/RedisServer.ts"
import { onServer } from "../support/Templates.ts"
import { changeNotifierContract } from "./ChangeNotifierContract.ts"

/** The connections that listen. */
const listening = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and (query ilike 'listen %' or query like '%pg_notify($1%') and pid <> pg_backend_pid()`

changeNotifierContract("PostgreSQL", serverUrl !== undefined, (database) =>
  Effect.succeed({
    url: Redacted.value(database),
    layer: (url) => ChangeNotifierPostgres.layer(Redacted.make(url)),
    breakAll: Effect.orDie(onServer(Redacted.value(database), listening))
  })
)

changeNotifierContract("Redis", serverUrl !== undefined && redisUrl !== undefined, () =>
  Effect.map(redisServer, ({ command, url }) => ({
    url,
    layer: (url) => ChangeNotifierRedis.layer({ url: Redacted.make(url), prefix: "test:" }),
    breakAll: Effect.orDie(
      Effect.zipRight(command("CLIENT", "KILL", "TYPE", "pubsub"), command("CLIENT", "KILL", "TYPE", "normal"))
    )
  }))
)
