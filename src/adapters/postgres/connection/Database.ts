import { NodeContext } from "@effect/platform-node"
import { SqlClient, type SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer, Option, Redacted, Schema, type Scope } from "effect"
import type { Pool } from "pg"
import { databaseConnections, databaseUrl, dataDir } from "../../../Config.ts"
import type { SequencedChange } from "../../../domain/Change.ts"
import { databasePool, sampled, update } from "../../../metrics/Metrics.ts"
import { one, Value } from "../Rows.ts"
import { Availability, DatabaseState } from "./DatabaseState.ts"
import { commandSocket, locked } from "./DataFolder.ts"
import * as EmbeddedPool from "./EmbeddedPool.ts"
import * as EmbeddedSocket from "./EmbeddedSocket.ts"
import * as Migrations from "./Migrations.ts"
import type { Timeouts } from "./ServerPool.ts"
import * as ServerPool from "./ServerPool.ts"

type Listener = (changes: ReadonlyArray<SequencedChange>) => void

/** The changes that commands make in the embedded database of this process, through its socket. */
export class CommandChanges extends Context.Tag("adapters/postgres/connection/CommandChanges")<
  CommandChanges,
  {
    /** Calls the listeners with changes that a command has committed. */
    readonly publish: Listener

    /** Calls `listener` until the scope ends. It must not throw, and not wait. */
    readonly listen: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer = Layer.sync(CommandChanges, () => {
    const listeners = new Set<Listener>()
    return {
      publish: (changes) => {
        for (const listener of listeners) listener(changes)
      },
      listen: (listener) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => listeners.add(listener)),
            () => Effect.sync(() => listeners.delete(listener))
          )
        )
    }
  })
}

const Id = Value("id", Schema.String)

/**
 * The id of the database among all others: a replica that is promoted keeps it, a database that is restored has
 * another. An embedded one has its id in its configuration (`NewCluster.ts`).
 */
export const databaseId = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
    select coalesce(current_setting('community.id', true), system_identifier::text) || '-' || pg_database.oid as id
    from pg_control_system(), pg_database where datname = current_database()`.pipe(one(Id))
)

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

/**
 * A client over a pool, and the state of its database. Once the disk was full, the room is checked until there is some.
 */
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

/** An embedded database that is open, and what serves its socket until the scope ends. */
type ServeSocket<R> = (database: EmbeddedPool.EmbeddedPool) => Effect.Effect<void, never, R>

const embeddedWith = <R>(directory: string, serveSocket: ServeSocket<R>) =>
  overPool((state) =>
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => EmbeddedPool.make(directory, state)),
        ({ end }) => Effect.promise(end)
      )
      yield* serveSocket(database)
      return { pool: database.pool, reopen: Effect.promise(database.reopen), giveUp: Effect.void }
    })
  )

/**
 * PostgreSQL in this process, its files in `directory` (none for `memory://`), with the same client as a server. A
 * statement waits while another fiber's transaction is open.
 */
export const embedded = (directory: string) => embeddedWith(directory, () => Effect.void)

/** The same for a server, whose commands reach the database through a socket in its folder. */
const embeddedServed = (directory: string) =>
  embeddedWith(directory, ({ pool, send }) =>
    Option.match(commandSocket(directory), {
      onNone: () =>
        Effect.logWarning("commands cannot reach this server: the path of DATA_DIR is too long for a socket"),
      onSome: (path) =>
        Effect.flatMap(CommandChanges, ({ publish }) => EmbeddedSocket.serve(path, { pool, send, publish }))
    })
  )

const overServerPool = (make: (state: DatabaseState) => ReturnType<typeof ServerPool.make>) =>
  overPool((state) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => make(state)),
        ({ end }) => end
      ),
      ({ giveUp, pool }) => ({ pool, reopen: Effect.void, giveUp })
    )
  )

/** A PostgreSQL server, its statements prepared once for each connection. */
export const server = (url: Redacted.Redacted, connections: number, timeouts: Timeouts = ServerPool.forRequests) =>
  overServerPool((state) => ServerPool.make(url, connections, timeouts, state))

/** The embedded database of the server that holds its folder. All share one session, so no statement is prepared. */
export const throughSocket = (folder: string, timeouts: Timeouts) => {
  const url = Redacted.make(`postgres://operator@localhost:5432/postgres?host=${encodeURIComponent(folder)}`)
  return overServerPool((state) => ServerPool.make(url, 2, timeouts, state, { prepares: false }))
}

const checkConnection = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1`).pipe(
    Effect.mapError(({ cause }) => {
      const reason = cause instanceof Error && cause.message !== "" ? cause.message : String(cause)
      return new DatabaseRefused({ message: `DATABASE_URL does not answer: ${reason}` })
    })
  )
)

/** A client, which fails with `DatabaseRefused` if its server cannot be reached. */
export const answering = <A, E, R>(client: Layer.Layer<SqlClient.SqlClient | A, E, R>) =>
  Layer.provideMerge(checkConnection, client)

/** A client whose schema is up to date. */
export const migrated = <A, E, R>(client: Layer.Layer<A, E, R>) =>
  Migrations.layer.pipe(Layer.provideMerge(client), Layer.provide(NodeContext.layer))

/** A server that answers, its schema up to date. Migrations have connections of their own, with longer timeouts. */
export const migratedServer = (url: Redacted.Redacted, connections: number, timeouts: Timeouts) =>
  Layer.scopedDiscard(Effect.scoped(Layer.build(migrated(server(url, 2, ServerPool.forMigrations))))).pipe(
    Layer.provideMerge(answering(server(url, connections, timeouts)))
  )

/** The client of a server: that which the environment names, else the embedded database; its schema is up to date. */
export const layer = Layer.unwrapScoped(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    return url === undefined
      ? migrated(embeddedServed(yield* Effect.flatMap(dataDir, locked)))
      : migratedServer(url, yield* databaseConnections, ServerPool.forRequests)
  })
)
