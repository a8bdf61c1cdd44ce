import { NodeContext } from "@effect/platform-node"
import { SqlClient, type SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Data, Effect, Layer, type Redacted, type Scope } from "effect"
import type { Pool } from "pg"
import { databaseConnections, databaseUrl, dataDir } from "../../../Config.ts"
import { databasePool, sampled, update } from "../../../concurrency/Metrics.ts"
import { Availability, DatabaseState } from "./DatabaseState.ts"
import { DataFolderRefused, holdsDatabase, locked } from "./DataFolder.ts"
import * as EmbeddedPool from "./EmbeddedPool.ts"
import * as Migrations from "./Migrations.ts"
import type { Timeouts } from "./ServerPool.ts"
import * as ServerPool from "./ServerPool.ts"

/** The server of `DATABASE_URL` does not answer. The message is for an operator. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{ readonly message: string }> {}

interface OpenPool {
  readonly pool: Pool
  /** Opens an embedded database again that has stopped. */
  readonly reopen: Effect.Effect<void>
  /** Breaks all connections to a server. */
  readonly giveUp: Effect.Effect<void>
}

/** The interval of the checks for room on a full disk. */
const roomCheckInterval = "2 seconds"

/** Fails with `disk_full` if there is no room: the server writes a file of half a megabyte, and removes it. */
const probeRoom = (sql: SqlClient.SqlClient) =>
  sql.withTransaction(
    sql`create temporary table room on commit drop as select repeat('x', 1000) from generate_series(1, 500)`
  )

const samplePool = (pool: Pool) =>
  sampled(() => {
    update(databasePool.idle, pool.idleCount)
    update(databasePool.busy, pool.totalCount - pool.idleCount)
    update(databasePool.waiting, pool.waitingCount)
  })

/** A client over a pool, and the state of its database. Once the disk was full, the room is checked until there is some. */
const overPool = <E, R>(
  make: (state: DatabaseState) => Effect.Effect<OpenPool, E, R>
): Layer.Layer<SqlClient.SqlClient | Availability, E | SqlError.SqlError, Exclude<R, Scope.Scope>> =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const state = yield* DatabaseState.make
      const { giveUp, pool, reopen } = yield* make(state)
      yield* samplePool(pool)
      const checkRoom = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.when(
          Effect.zipRight(
            Effect.zipRight(reopen, probeRoom(sql)),
            Effect.sync(() => state.hasRoom())
          ),
          () => state.isFull
        )
      )
      return Layer.scopedDiscard(
        // A client may be made in an uninterruptible region. Its scope would never close if this fiber were one too. A
        // failed check is repeated; `DatabaseState` has logged the loss.
        Effect.forkScoped(
          Effect.interruptible(
            Effect.forever(
              Effect.delay(
                Effect.catchAllCause(checkRoom, () => Effect.void),
                roomCheckInterval
              )
            )
          )
        )
      ).pipe(
        Layer.provideMerge(PgClient.layerFromPool({ acquire: Effect.succeed(pool) })),
        Layer.merge(Layer.succeed(Availability, { state, giveUp }))
      )
    })
  )

/**
 * PostgreSQL in this process, its files in `directory` (none for `memory://`), behind the same client as a server. A
 * statement waits while another fiber's transaction is open.
 */
export const embedded = (directory: string) =>
  overPool((state) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => EmbeddedPool.make(directory, state)),
        ({ end }) => Effect.promise(end)
      ),
      ({ pool, reopen }) => ({ pool, reopen: Effect.promise(reopen), giveUp: Effect.void })
    )
  )

/** A PostgreSQL server, its statements prepared once for each connection. */
export const server = (url: Redacted.Redacted, connections: number, timeouts: Timeouts = ServerPool.forRequests) =>
  overPool((state) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => ServerPool.make(url, connections, timeouts, state)),
        ({ end }) => end
      ),
      ({ giveUp, pool }) => ({ pool, reopen: Effect.void, giveUp })
    )
  )

/** Fails with `DatabaseRefused` if the server cannot be reached. */
const checkConnection = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1`).pipe(
    Effect.mapError(({ cause }) => {
      const reason = cause instanceof Error && cause.message !== "" ? cause.message : String(cause)
      return new DatabaseRefused({ message: `DATABASE_URL does not answer: ${reason}` })
    })
  )
)

/** A client whose schema is up to date. */
export const migrated = <A, E, R>(client: Layer.Layer<A, E, R>) =>
  Migrations.layer.pipe(Layer.provideMerge(client), Layer.provide(NodeContext.layer))

/** The client that the environment names, without migrations; its statements have the timeouts of migrations. */
export const unmigrated = Layer.unwrapScoped(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    return url === undefined
      ? embedded(yield* Effect.flatMap(dataDir, locked))
      : Layer.provideMerge(checkConnection, server(url, 2, ServerPool.forMigrations))
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

/** The client that the environment names, else the embedded database; its schema is up to date. */
export const layerWith = (timeouts: Timeouts) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const url = yield* databaseUrl
      if (url === undefined) return migrated(embedded(yield* Effect.flatMap(dataDir, locked)))
      const client = Layer.provideMerge(checkConnection, server(url, yield* databaseConnections, timeouts))
      // Migrations have connections of their own, with longer timeouts.
      const migrations = Layer.scopedDiscard(
        Effect.scoped(Layer.build(migrated(server(url, 2, ServerPool.forMigrations))))
      )
      return Layer.provideMerge(migrations, client)
    })
  )

/** `layerWith` the timeouts of requests. */
export const layer = layerWith(ServerPool.forRequests)
