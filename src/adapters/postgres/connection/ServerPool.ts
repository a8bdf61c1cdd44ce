import { createHash } from "node:crypto"
import { Effect, Redacted } from "effect"
import pg from "pg"
import type { DatabaseState } from "./DatabaseState.ts"
import { NoAnswer, WatchedClient, wrapMethod } from "./WatchedClient.ts"

/** The timeouts of the parts of a statement, in milliseconds; 0 turns a limit off. */
export interface Timeouts {
  /** For a lock, and for the whole statement: the server cancels the statement, and the connection stays usable. */
  readonly lockMillis: number
  readonly statementMillis: number
  /** For the answer: this process breaks the connection. Longer than `statementMillis`, so it only ends silent ones. */
  readonly answerMillis: number
  /** Between two statements of a transaction: the server ends the session, whose locks nobody would release. */
  readonly idleMillis: number
  /** For a new connection. */
  readonly connectMillis: number
  /** For a free connection of the pool. */
  readonly poolMillis: number
}

export const forRequests: Timeouts = {
  /** The longest wait of a request for a lock. */
  lockMillis: 8_000,
  /** The longest statement of a request. */
  statementMillis: 9_000,
  /** The longest wait of a request for an answer of the database. */
  answerMillis: 10_000,
  /** The longest pause between two statements of a request's transaction. */
  idleMillis: 10_000,
  /** The longest wait for a new connection to the database. */
  connectMillis: 4_000,
  /** The longest wait for a free connection to the database. */
  poolMillis: 5_000
}

/** For commands, whose statements write more rows. */
export const forImports: Timeouts = {
  ...forRequests,
  /** The longest statement of a command. */
  statementMillis: 55_000,
  /** The longest wait of a command for an answer of the database. */
  answerMillis: 60_000,
  /** The longest pause between two statements of a command's transaction. */
  idleMillis: 30_000
}

/** For changes of the schema, which may build indexes. */
export const forMigrations: Timeouts = {
  ...forImports,
  /** A migration waits for locks without a limit. */
  lockMillis: 0,
  /** A statement of a migration has no limit. */
  statementMillis: 0,
  /** A migration waits for the database without a limit. */
  answerMillis: 0
}

/** The idle time after which the system checks if the peer of a connection still answers. */
const keepAliveMillis = 10_000

/** The longest time for cancelling a statement, after which its connection is broken. */
const cancelMillis = 500

/** The longest time for closing a connection to the database with a goodbye. */
const goodbyeMillis = 500

/** No statement runs long enough for compilation to pay. Plans are generic (decision 0010). */
const options = "-c jit=off -c plan_cache_mode=force_generic_plan"

/** The connections of one pool, which the pool itself does not list. */
class Connections {
  readonly #all = new Set<WatchedClient>()
  #endReason: Error | undefined

  add(connection: WatchedClient) {
    const endReason = this.#endReason
    if (endReason !== undefined) setImmediate(() => connection.abandon(endReason))
    this.#all.add(connection)
    connection.once("end", () => this.#all.delete(connection))
  }

  /** Breaks the connections that have been idle since a time: a network that is silent for one is silent for all. */
  abandonIdle(since: number, reason: Error) {
    for (const connection of Array.from(this.#all)) if (connection.isIdleSince(since)) connection.abandon(reason)
  }

  /** Breaks all connections, also those that are opened later. */
  abandonAll(reason: Error) {
    this.#endReason = reason
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
  idle_in_transaction_session_timeout: timeouts.idleMillis,
  options
})

/** Limits the queries of the pool itself, which only cancel statements, to `cancelMillis`. */
const cancelQuickly = (pool: pg.Pool) =>
  wrapMethod(pool, "query", (query) => (...args) => {
    const callback = args.at(-1)
    if (typeof callback !== "function") return query(...args)
    let isDone = false
    const done = (...results: ReadonlyArray<unknown>) => {
      clearTimeout(timer)
      if (!isDone) Reflect.apply(callback, undefined, results)
      isDone = true
    }
    const timer = setTimeout(done, cancelMillis, new NoAnswer(cancelMillis))
    return query(...args.slice(0, -1), done)
  })

/** The maximum number of statements that a connection prepares. A connection holds them until its end. */
const maxStatements = 500

/** A longer statement is not prepared. */
const maxStatementCharacters = 8_000

/** The names under which the connections of one pool prepare their statements. */
class StatementNames {
  readonly #names = new Map<string, string>()

  /** The arguments of `query` with a name for the statement, if it has values and is within the limits. */
  withName(args: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    const [text, values, ...rest] = args
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0) return args
    const name = this.#nameOf(text)
    return name === undefined ? args : [{ name, text, values }, ...rest]
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxStatements || text.length > maxStatementCharacters) return known
    const name = createHash("sha256").update(text).digest("hex").slice(0, 24)
    this.#names.set(text, name)
    return name
  }
}

/** How a pool sends statements. */
interface PoolOptions {
  /**
   * Prepares statements, so that the server parses and plans each once for a connection. `@effect/sql-pg` has no option
   * for it. It does not work through a pooler in transaction mode.
   */
  readonly prepares: boolean
}

/** A pool that breaks silent connections and never waits for one. */
export const make = (
  url: Redacted.Redacted,
  max: number,
  timeouts: Timeouts,
  state: DatabaseState,
  { prepares }: PoolOptions = { prepares: true }
) => {
  const [connections, names] = [new Connections(), new StatementNames()]
  const silent = (since: number, reason: Error) => connections.abandonIdle(since, reason)

  class Connection extends WatchedClient {
    constructor(own?: pg.ClientConfig) {
      super({ ...own, connectionTimeoutMillis: timeouts.connectMillis }, state, timeouts.answerMillis, silent)
      connections.add(this)
      if (prepares) {
        wrapMethod(
          this,
          "query",
          (query) =>
            (...args) =>
              query(...names.withName(args))
        )
      }
      wrapMethod(this, "end", (end) => (...args) => {
        setTimeout(() => this.connection.stream.destroy(), goodbyeMillis).unref()
        return end(...args)
      })
    }
  }

  const pool = new pg.Pool({ ...config(url, max, timeouts), Client: Connection })
  pool.on("error", () => undefined) // reported to `state`; the next statement takes another connection
  // A caller that was interrupted releases its connection while a statement is unanswered. Others cannot use it.
  pool.on("release", (_, client) => {
    if (client instanceof WatchedClient && client.isBusy) void client.end()
  })
  cancelQuickly(pool)

  const giveUp = Effect.sync(() => connections.abandonAll(new Error("the process is stopping")))
  const end = Effect.promise(() => {
    const late = setTimeout(() => Effect.runSync(giveUp), goodbyeMillis)
    return pool.end().finally(() => clearTimeout(late))
  })
  return { pool, giveUp, end }
}
