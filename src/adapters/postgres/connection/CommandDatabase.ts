import { Context, Effect, Layer, Option } from "effect"
import { databaseConnections, databaseUrl, dataDir } from "../../../Config.ts"
import * as Database from "./Database.ts"
import { DataFolderRefused, holdsDatabase, locked, servedFolder } from "./DataFolder.ts"
import type { Timeouts } from "./ServerPool.ts"
import * as ServerPool from "./ServerPool.ts"

/**
 * The way of a command to its database: a server, the socket of the server that holds the folder, or the folder itself.
 */
export class DatabaseRoute extends Context.Tag("adapters/postgres/connection/DatabaseRoute")<
  DatabaseRoute,
  "server" | "socket" | "folder"
>() {}

/** The embedded database of the environment: through the server that runs on it, else opened here. */
const openFolder = (timeouts: Timeouts) =>
  Effect.gen(function* () {
    const folder = yield* dataDir
    const served = yield* servedFolder(folder)
    return Option.isSome(served)
      ? Layer.merge(Database.throughSocket(served.value, timeouts), Layer.succeed(DatabaseRoute, "socket"))
      : Layer.merge(Database.embedded(yield* locked(folder)), Layer.succeed(DatabaseRoute, "folder"))
  })

/** The client that the environment names, without migrations; its statements have the timeouts of migrations. */
export const unmigrated = Layer.unwrapScoped(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    if (url === undefined) return yield* openFolder(ServerPool.forMigrations)
    const client = Database.answering(Database.server(url, 2, ServerPool.forMigrations))
    return Layer.merge(client, Layer.succeed(DatabaseRoute, "server"))
  })
)

/** The client of a command that writes; the schema is up to date. */
export const migrated = Layer.unwrapScoped(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    return url === undefined
      ? Database.migrated(yield* openFolder(ServerPool.forImports))
      : Database.migratedServer(url, yield* databaseConnections, ServerPool.forImports)
  })
)

/** True if the environment names a server, or a folder in which the embedded database has been made. */
export const isMade = Effect.gen(function* () {
  return (yield* databaseUrl) !== undefined || holdsDatabase(yield* dataDir)
})

/** Fails with `DataFolderRefused` if the embedded database has not been made: a wrong `DATA_DIR` makes no other one. */
export const mustBeMade = Effect.gen(function* () {
  if (yield* isMade) return
  const message = `DATA_DIR ${yield* dataDir} holds no database: set that of the server, or start the server once`
  return yield* new DataFolderRefused({ message })
})

/** Fails with `DataFolderRefused`: a command that replaces everything cannot do so below a running server. */
export const refuseServed = Effect.flatMap(
  dataDir,
  (folder) =>
    new DataFolderRefused({ message: `DATA_DIR ${folder} is in use by a server: stop it, or set another DATA_DIR` })
)
