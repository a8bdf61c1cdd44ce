import { statfs } from "node:fs/promises"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import { Effect, Predicate } from "effect"
import pg from "pg"
import { yieldToEventLoop } from "../../../concurrency/BatchQueue.ts"
import { type DatabaseState, diskFull } from "./DatabaseState.ts"
import { makePrivate } from "./DataFolder.ts"
import { putNewCluster } from "./NewCluster.ts"
import { statusOf } from "./PostgresFrames.ts"
import { WatchedClient, wrapMethod } from "./WatchedClient.ts"

/** The room that a folder must have before its database is opened again: some segments of the write-ahead log. */
const minFreeBytes = 64 * 1_048_576

/** The database ended itself, as PostgreSQL does when it cannot write its log; the folder is as after a crash. */
class Stopped extends Error {
  readonly code = diskFull
  constructor(why: string) {
    super(`the embedded database has stopped: ${why}`)
  }
}

/** The longest time for which statements that follow each other keep the event loop to themselves. */
const maxBusyMillis = 20

/**
 * PGlite that is never called again after a PANIC: the next call would not return, and nothing else in this process
 * would run any more. PostgreSQL panics when there is no room for its write-ahead log.
 */
class EmbeddedPostgres extends PGlite {
  stopped: Stopped | undefined
  #turnedAt = performance.now()

  override async execProtocolStream(...sent: Parameters<PGlite["execProtocolStream"]>) {
    await this.#letOthersRun()
    if (this.stopped !== undefined) throw this.stopped
    const messages = await super.execProtocolStream(...sent)
    const panic = messages.find((message) => Predicate.hasProperty(message, "severity") && message.severity === "PANIC")
    if (panic === undefined) return messages
    // No further messages would come, so the connection fails as if it were broken.
    this.stopped = new Stopped(panic instanceof Error ? panic.message : String(panic))
    throw this.stopped
  }

  /** PGlite answers in microtasks, so no signal, timer or socket would be heard while one statement follows another. */
  async #letOthersRun() {
    if (performance.now() - this.#turnedAt < maxBusyMillis) return
    await Effect.runPromise(yieldToEventLoop)
    this.#turnedAt = performance.now()
  }

  /** Passes a message of a client on, and gives the answer as it is. */
  async answer(message: Uint8Array): Promise<Uint8Array> {
    if (this.stopped !== undefined) throw this.stopped
    const answer = await this.execProtocolRaw(message)
    const { panic } = statusOf(answer)
    if (panic === undefined) return answer
    this.stopped = new Stopped(panic)
    throw this.stopped
  }
}

/**
 * The config by which `pg` speaks to the database. `pg` drops its listeners at its end; a later failure must not be
 * thrown.
 */
const configOf = (database: PGlite) => {
  const config = createPgConfig(database)
  const { connection } = config
  wrapMethod(connection, "emit", (emit) => (...sent) => {
    if (sent[0] === "error" && connection.listenerCount("error") === 0) return false
    return emit(...sent)
  })
  return config
}

const isInMemory = (directory: string) => directory.startsWith("memory:")

/**
 * `shared_buffers` are the pages that the database keeps in memory; the system keeps more of them. PostgreSQL would
 * take 128 MB. A recycled segment of the write-ahead log would still hold words of a member who left.
 */
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB", "-c", "wal_recycle=off"]

const open = async (directory: string) => {
  if (!isInMemory(directory)) putNewCluster(directory)
  const database = new EmbeddedPostgres(directory, { extensions: { pg_trgm }, startParams })
  await database.waitReady
  if (!isInMemory(directory)) makePrivate(directory)
  return database
}

const hasRoom = async (directory: string) => {
  if (isInMemory(directory)) return true
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize >= minFreeBytes
}

export type EmbeddedPool = Awaited<ReturnType<typeof make>>

/** PostgreSQL in this process as a pool of one connection, since PGlite has one session. */
export const make = async (directory: string, state: DatabaseState) => {
  let database = await open(directory)

  class Connection extends WatchedClient {
    constructor() {
      super({ ...configOf(database) }, state, 0, () => undefined)
    }
  }

  const pool = new pg.Pool({ max: 1, Client: Connection })
  pool.on("error", () => undefined) // reported to `state`; the next statement takes another connection

  /** Opens a stopped database again if there is room. */
  const reopen = async () => {
    if (database.stopped !== undefined && (await hasRoom(directory))) database = await open(directory)
  }

  const end = async () => {
    await pool.end()
    if (database.stopped === undefined) await database.close()
  }
  return { pool, reopen, end, send: (message: Uint8Array) => database.answer(message) }
}
