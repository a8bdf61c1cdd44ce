import { statfs } from "node:fs/promises"
import { PGlite } from "@electric-sql/pglite"
import { fuzzystrmatch } from "@electric-sql/pglite/contrib/fuzzystrmatch"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import { Predicate } from "effect"
import pg from "pg"
import { type DatabaseState, diskFull } from "./DatabaseState.ts"
import { WatchedClient } from "./WatchedClient.ts"

/** How much room a folder must have before the database is opened in it again: some segments of the write-ahead log. */
const neededBytes = 64 * 1_048_576

/** The database ended itself, as PostgreSQL does when it cannot write its log; the folder is as after a crash. */
class Stopped extends Error {
  readonly code = diskFull
  constructor() {
    super("the embedded database has stopped because its disk is full")
  }
}

/**
 * PGlite that is never called again after a PANIC: the next call would not return, and nothing else in this process
 * would run any more. PostgreSQL panics when there is no room for its write-ahead log.
 */
class EmbeddedPostgres extends PGlite {
  hasStopped = false

  override async execProtocolStream(...sent: Parameters<PGlite["execProtocolStream"]>) {
    if (this.hasStopped) throw new Stopped()
    const messages = await super.execProtocolStream(...sent)
    if (messages.some((message) => Predicate.hasProperty(message, "severity") && message.severity === "PANIC")) {
      this.hasStopped = true
    }
    return messages
  }
}

const open = async (directory: string) => {
  const database = new EmbeddedPostgres(directory, { extensions: { pg_trgm, fuzzystrmatch } })
  await database.waitReady
  return database
}

const hasRoom = async (directory: string) => {
  if (directory.startsWith("memory:")) return true
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize >= neededBytes
}

/** PostgreSQL in this process behind a pool of one connection, since PGlite has one session. */
export const make = async (directory: string, state: DatabaseState) => {
  let database = await open(directory)

  class Connection extends WatchedClient {
    constructor() {
      super({ ...createPgConfig(database) }, state, 0, () => undefined)
    }
  }

  const pool = new pg.Pool({ max: 1, Client: Connection })
  pool.on("error", () => undefined) // told to `state`; the next statement takes another connection

  /** Opens a database that has stopped again, once there is room. */
  const reopen = async () => {
    if (database.hasStopped && (await hasRoom(directory))) database = await open(directory)
  }

  const end = async () => {
    await pool.end()
    if (!database.hasStopped) await database.close()
  }
  return { pool, reopen, end }
}
