import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Redacted } from "effect"
import { DatabaseState } from "../connection/DatabaseState.ts"
import type { Timeouts } from "../connection/ServerPool.ts"
import * as ServerPool from "../connection/ServerPool.ts"

/** A client of a streaming replica. */
export class ReplicaClient extends Context.Tag("adapters/postgres/replica/ReplicaClient")<
  ReplicaClient,
  {
    readonly sql: SqlClient.SqlClient

    /** The number of connections that were made so far. */
    readonly connections: () => number
  }
>() {
  static readonly layer = (url: Redacted.Redacted, connections: number) =>
    Layer.scoped(
      ReplicaClient,
      Effect.suspend(() => make(url, connections))
    )
}

/** Shorter than those of the primary, which answers when the replica does not. */
const timeouts: Timeouts = {
  lockMillis: 500,
  statementMillis: 3_000,
  answerMillis: 3_500,
  connectMillis: 1_000,
  idleMillis: 10_000,
  poolMillis: 1_000
}

/** Losses of the replica are told by `ReadRouter`. */
const silentState = () => new DatabaseState(() => undefined)

const make = Effect.fnUntraced(function* (url: Redacted.Redacted, max: number) {
  const { pool } = yield* Effect.acquireRelease(
    Effect.sync(() => ServerPool.make(url, max, timeouts, silentState())),
    ({ end, giveUp }) => Effect.zipRight(giveUp, end)
  )
  let connections = 0
  pool.on("connect", () => {
    connections += 1
  })
  const context = yield* Layer.build(PgClient.layerFromPool({ acquire: Effect.succeed(pool) }))
  return ReplicaClient.of({ sql: Context.get(context, SqlClient.SqlClient), connections: () => connections })
})
