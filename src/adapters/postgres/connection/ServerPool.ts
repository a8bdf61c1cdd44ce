import { Effect, Redacted } from "effect"
import pg from "pg"
import type { DatabaseState } from "./DatabaseState.ts"
import { PreparedStatementClient } from "./PreparedStatementClient.ts"
import { NoAnswer, wrapMethod } from "./WatchedClient.ts"

/** How long the parts of a statement may take, in milliseconds; 0 is no limit. */
export interface Timeouts {
  /** For a lock, and in all: the server ends the statement then, and the connection goes on. */
  readonly lockMillis: number
  readonly statementMillis: number
  /** For the answer: this process breaks the connection then. Longer than `statementMillis`, so that it means silence. */
  readonly answerMillis: number
  /** For a new connection. */
  readonly connectMillis: number
  /** For a free connection of the pool. */
  readonly poolMillis: number
}

/** For what somebody waits for. */
export const forRequests: Timeouts = {
  lockMillis: 8_000,
  statementMillis: 9_000,
  answerMillis: 10_000,
  connectMillis: 4_000,
  poolMillis: 5_000
}

/** For commands, whose statements move more. */
export const forImports: Timeouts = { ...forRequests, statementMillis: 55_000, answerMillis: 60_000 }

/** For changes of the schema, which may build an index over everything. */
export const forMigrations: Timeouts = { ...forRequests, lockMillis: 0, statementMillis: 0, answerMillis: 0 }

/** How soon a silent peer is noticed on a connection on which nothing is sent. */
const keepAliveMillis = 10_000

/** How long cancelling a statement may take before its connection is broken instead, and how long a goodbye may. */
const cancelMillis = 500
const goodbyeMillis = 500

/** No statement here runs so long that compiling it would pay. */
const options = "-c jit=off -c plan_cache_mode=force_generic_plan"

/** The connections of one pool, which it cannot list itself. */
class Connections {
  readonly #all = new Set<PreparedStatementClient>()
  #over: Error | undefined

  add(connection: PreparedStatementClient) {
    const over = this.#over
    if (over !== undefined) setImmediate(() => connection.abandon(over))
    this.#all.add(connection)
    connection.once("end", () => this.#all.delete(connection))
  }

  /** Breaks the connections on which nothing has been heard since: the network that is silent for one is for all. */
  abandonIdle(since: number, reason: Error) {
    for (const connection of Array.from(this.#all)) if (connection.isIdleSince(since)) connection.abandon(reason)
  }

  /** Breaks all, and whatever is opened from now on. */
  abandonAll(reason: Error) {
    this.#over = reason
    for (const connection of Array.from(this.#all)) connection.abandon(reason)
  }
}

const config = (url: Redacted.Redacted, max: number, timeouts: Timeouts): pg.PoolConfig => ({
  connectionString: Redacted.value(url),
  max,
  connectionTimeoutMillis: timeouts.poolMillis,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMillis,
  lock_timeout: timeouts.lockMillis,
  statement_timeout: timeouts.statementMillis,
  idle_in_transaction_session_timeout: 30_000,
  options
})

/** Nobody waits longer than `cancelMillis` for a statement to be cancelled, the one thing that is asked of the pool itself. */
const cancelQuickly = (pool: pg.Pool) =>
  wrapMethod(pool, "query", (query) => (...sent) => {
    const callback = sent.at(-1)
    if (typeof callback !== "function") return query(...sent)
    let isDone = false
    const done = (...results: ReadonlyArray<unknown>) => {
      clearTimeout(timer)
      if (!isDone) Reflect.apply(callback, undefined, results)
      isDone = true
    }
    const timer = setTimeout(done, cancelMillis, new NoAnswer(cancelMillis))
    return query(...sent.slice(0, -1), done)
  })

/** A pool whose connections break when they are silent for too long, and which never waits for one that is. */
export const make = (url: Redacted.Redacted, max: number, timeouts: Timeouts, state: DatabaseState) => {
  const connections = new Connections()
  const silent = (since: number, reason: Error) => connections.abandonIdle(since, reason)

  class Connection extends PreparedStatementClient {
    constructor(own?: pg.ClientConfig) {
      super({ ...own, connectionTimeoutMillis: timeouts.connectMillis }, state, timeouts.answerMillis, silent)
      connections.add(this)
      wrapMethod(this, "end", (end) => (...sent) => {
        setTimeout(() => this.connection.stream.destroy(), goodbyeMillis).unref()
        return end(...sent)
      })
    }
  }

  const pool = new pg.Pool({ ...config(url, max, timeouts), Client: Connection })
  pool.on("error", () => undefined) // told to `state`; the next statement takes another connection
  // Whoever gave up a statement without an answer leaves a connection that no other can use.
  pool.on("release", (_, client) => {
    if (client instanceof PreparedStatementClient && client.isBusy) void client.end()
  })
  cancelQuickly(pool)

  const giveUp = Effect.sync(() => connections.abandonAll(new Error("the process is stopping")))
  const end = Effect.promise(() => {
    const late = setTimeout(() => Effect.runSync(giveUp), goodbyeMillis)
    return pool.end().finally(() => clearTimeout(late))
  })
  return { pool, giveUp, end }
}
