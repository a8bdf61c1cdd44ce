import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { PGlite } from "@electric-sql/pglite"
import { fuzzystrmatch } from "@electric-sql/pglite/contrib/fuzzystrmatch"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import { Data, Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { databaseConnections, databaseUrl, dataDir } from "../Config.ts"
import { locked } from "./DataFolder.ts"
import * as Migrations from "./Migrations.ts"
import { NamedStatements } from "./NamedStatements.ts"

/** The server of `DATABASE_URL` does not answer; the text is all that an operator needs. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{ readonly message: string }> {}

/** What a connection that fails while it is idle says is said again by the next statement that wants one. */
const quietly = (pool: pg.Pool) => pool.on("error", () => undefined)

/**
 * PostgreSQL in this process, its files in `directory` (`memory://` keeps none), behind the same client as a server.
 * One connection, since PGlite has one session: a statement waits while another fiber's transaction is open.
 */
export const embedded = (directory: string) =>
  PgClient.layerFromPool({
    acquire: Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => {
          const database = await PGlite.create(directory, { extensions: { pg_trgm, fuzzystrmatch } })
          return { database, pool: quietly(new pg.Pool({ ...createPgConfig(database), max: 1 })) }
        }),
        ({ database, pool }) => Effect.promise(() => pool.end().finally(() => database.close()))
      ),
      ({ pool }) => pool
    )
  })

/** How long a statement may wait for a lock and may run, and a transaction may stand idle, in milliseconds. */
const patience = { lock_timeout: 10_000, statement_timeout: 20_000, idle_in_transaction_session_timeout: 30_000 }

/** No statement here runs so long that compiling it would pay. */
const options = "-c jit=off -c plan_cache_mode=force_generic_plan"

/** A PostgreSQL server, its statements prepared once for each connection. */
export const server = (url: Redacted.Redacted, connections: number) =>
  PgClient.layerFromPool({
    acquire: Effect.acquireRelease(
      Effect.sync(() =>
        quietly(
          new pg.Pool({
            connectionString: Redacted.value(url),
            max: connections,
            connectionTimeoutMillis: 5_000,
            keepAlive: true,
            ...patience,
            options,
            Client: NamedStatements
          })
        )
      ),
      (pool) => Effect.promise(() => pool.end())
    )
  })

/** Fails at once, and says so, where the server cannot be reached. */
const reached = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1`).pipe(
    Effect.mapError(({ cause }) => {
      const said = cause instanceof Error && cause.message !== "" ? cause.message : String(cause)
      return new DatabaseRefused({ message: `DATABASE_URL does not answer: ${said}` })
    })
  )
)

/** A client whose schema is up to date. */
export const migrated = <A, E, R>(client: Layer.Layer<A, E, R>) =>
  Migrations.layer.pipe(Layer.provideMerge(client), Layer.provide(NodeContext.layer))

/** The client that the environment names, or the embedded database when it names none. */
export const client = Layer.unwrapScoped(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    if (url === undefined) return embedded(yield* Effect.flatMap(dataDir, locked))
    return Layer.provideMerge(reached, server(url, yield* databaseConnections))
  })
)

/** The same, its schema up to date. */
export const layer = migrated(client)
