import { NodeContext } from "@effect/platform-node"
import { SqlClient, type SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Data, Effect, Layer, type Redacted, type Scope } from "effect"
import type { Pool } from "pg"
import { databaseConnections, databaseUrl, dataDir } from "../../../Config.ts"
import { Availability, DatabaseState } from "./DatabaseState.ts"
import { locked } from "./DataFolder.ts"
import * as EmbeddedPool from "./EmbeddedPool.ts"
import * as Migrations from "./Migrations.ts"
import type { Timeouts } from "./ServerPool.ts"
import * as ServerPool from "./ServerPool.ts"

/** The server of `DATABASE_URL` does not answer; the text is all that an operator needs. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{ readonly message: string }> {}

/** A pool, what opens a database again that has stopped, and what ends the waiting for a server. */
interface Opened {
  readonly pool: Pool
  readonly reopen: Effect.Effect<void>
  readonly giveUp: Effect.Effect<void>
}

/** How often it is looked whether a full disk has room again. */
const roomSoughtEvery = "2 seconds"

/** Fails with `disk_full` where there is no room: the server must write a file of half a megabyte, and removes it. */
const takeRoom = (sql: SqlClient.SqlClient) =>
  sql.withTransaction(
    sql`create temporary table room on commit drop as select repeat('x', 1000) from generate_series(1, 500)`
  )

/** What fails is tried again; `DatabaseState` has told the log. */
const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.catchAllCause(effect, () => Effect.void)

/** A client and what is known of its database, over a pool. Once the disk was full it is tried again and again. */
const overPool = <E, R>(
  make: (state: DatabaseState) => Effect.Effect<Opened, E, R>
): Layer.Layer<SqlClient.SqlClient | Availability, E | SqlError.SqlError, Exclude<R, Scope.Scope>> =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const state = yield* DatabaseState.make
      const { giveUp, pool, reopen } = yield* make(state)
      const seekRoom = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.when(
          Effect.zipRight(
            Effect.zipRight(reopen, takeRoom(sql)),
            Effect.sync(() => state.hasRoom())
          ),
          () => state.isFull
        )
      )
      return Layer.scopedDiscard(
        // Interruptible also where a client is made in a part that is not, or its scope would never close.
        Effect.forkScoped(Effect.interruptible(Effect.forever(Effect.delay(quietly(seekRoom), roomSoughtEvery))))
      ).pipe(
        Layer.provideMerge(PgClient.layerFromPool({ acquire: Effect.succeed(pool) })),
        Layer.merge(Layer.succeed(Availability, { state, giveUp }))
      )
    })
  )

/**
 * PostgreSQL in this process, its files in `directory` (`memory://` keeps none), behind the same client as a server.
 * A statement waits while another fiber's transaction is open.
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

/** The client that the environment names, its schema as it is; its statements may take as long as a migration does. */
export const unmigrated = Layer.unwrapScoped(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    return url === undefined
      ? embedded(yield* Effect.flatMap(dataDir, locked))
      : Layer.provideMerge(reached, server(url, 2, ServerPool.forMigrations))
  })
)

/** The client that the environment names, or the embedded database when it names none; its schema up to date. */
export const layerWith = (timeouts: Timeouts) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const url = yield* databaseUrl
      if (url === undefined) return migrated(embedded(yield* Effect.flatMap(dataDir, locked)))
      const inTime = Layer.provideMerge(reached, server(url, yield* databaseConnections, timeouts))
      // On connections of their own, which may take longer than a statement of a request.
      const migrations = Layer.scopedDiscard(
        Effect.scoped(Layer.build(migrated(server(url, 2, ServerPool.forMigrations))))
      )
      return Layer.provideMerge(migrations, inTime)
    })
  )

/** The same for a server of requests. */
export const layer = layerWith(ServerPool.forRequests)
