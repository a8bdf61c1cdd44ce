import { Effect, Layer } from "effect"
import { databaseConnections, databaseUrl, readDatabaseUrl } from "../Config.ts"
import * as Database from "./postgres/connection/Database.ts"
import * as Sql from "./postgres/connection/Sql.ts"
import * as Replicated from "./postgres/replica/Replicated.ts"

/** The ports on the database of the environment, and on its replica where `READ_DATABASE_URL` names one. */
const ports = Layer.unwrapEffect(
  Effect.gen(function* () {
    const url = (yield* databaseUrl) === undefined ? undefined : yield* readDatabaseUrl
    return url === undefined ? Sql.layer : Replicated.layer(url, yield* databaseConnections)
  })
)

export const layer = Layer.provideMerge(ports, Database.layer)
