import { chmodSync, rmSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import { Effect, Schema, type Scope } from "effect"
import type { Pool, PoolClient } from "pg"
import { ChangeKind, type SequencedChange, storedChange } from "../../../domain/Change.ts"
import { UserId } from "../../../domain/Ids.ts"
import { type Frame, FrameReader, fatal, noEncryption, statement, statusOf, sync, welcome } from "./PostgresFrames.ts"

/** Sends a message of a client to the database, and gives its answer. */
export type Send = (message: Uint8Array) => Promise<Uint8Array>

const ChangeRows = Schema.Array(
  Schema.Struct({
    sequence: Schema.Number,
    kind: ChangeKind,
    id: Schema.Number,
    userId: Schema.NullOr(UserId)
  })
)
const decodeChanges = Schema.decodeUnknownSync(ChangeRows)

const decodeLast = Schema.decodeUnknownSync(Schema.Struct({ last: Schema.Number }))

const lastSequence = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query(
    "select (last_value - (not is_called)::int)::float8 as last from outbox_sequence_seq"
  )
  return decodeLast(rows[0]).last
}

const changesAfter = async (client: PoolClient, sequence: number): Promise<ReadonlyArray<SequencedChange>> => {
  const { rows } = await client.query(
    'select sequence::float8 as sequence, kind, id, user_id as "userId" from outbox where sequence > $1 order by sequence',
    [sequence]
  )
  return decodeChanges(rows).map(({ id, kind, sequence, userId }) => ({ sequence, ...storedChange(kind, id, userId) }))
}

/** Settings of the session by name, which its owner has made; all others have their defaults. */
const Settings = Schema.Array(Schema.Struct({ name: Schema.String, setting: Schema.String }))
export type Settings = typeof Settings.Type

const decodeSettings = Schema.decodeUnknownSync(Settings)

/** The settings of the session as it is now. */
export const settingsOf = async (pool: Pool): Promise<Settings> =>
  decodeSettings((await pool.query("select name, setting from pg_settings where source = 'session'")).rows)

/** The database has no outbox before its first migrations, and then nobody has read anything from it. */
const orElse = <A>(promise: Promise<A>, other: A): Promise<A> => promise.catch(() => other)

/**
 * The time for which a connection of the socket has the only session of the embedded database: nobody else can use the
 * session then, since its connection in the pool is taken.
 */
class EmbeddedSession {
  readonly #client: PoolClient
  readonly #send: Send
  readonly #before: number
  #isReleased = false

  private constructor(client: PoolClient, send: Send, before: number) {
    this.#client = client
    this.#send = send
    this.#before = before
  }

  static async acquire(pool: Pool, send: Send): Promise<EmbeddedSession> {
    const client = await pool.connect()
    return new EmbeddedSession(client, send, await orElse(lastSequence(client), Number.MAX_SAFE_INTEGER))
  }

  send(message: Uint8Array): Promise<Uint8Array> {
    return this.#send(message)
  }

  /** Gives the session back, which is not in a transaction, with the changes that were committed in that time. */
  async release(): Promise<ReadonlyArray<SequencedChange>> {
    const changes = await orElse(changesAfter(this.#client, this.#before), [])
    this.#end()
    return changes
  }

  /**
   * Rolls an open transaction back, and gives the session back without anything that the connection made in it, with
   * the settings of its owner.
   */
  async reset(settings: Settings): Promise<void> {
    try {
      await this.#send(sync)
      for (const sql of ["rollback", "discard all"]) await this.#send(statement(sql))
      for (const { name, setting } of settings) {
        await this.#client.query("select set_config($1, $2, false)", [name, setting])
      }
    } finally {
      this.#end()
    }
  }

  #end() {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#client.release()
  }
}

/** The longest time for which a connection may have the database, during which the server cannot use it. */
const maxHoldMillis = 20_000

/** SQLSTATE `admin_shutdown`, which a client takes for a lost connection. */
const shutdownCode = "57P01"

/** The embedded database of this process, as a connection of the socket uses it. */
export interface ServedDatabase {
  readonly pool: Pool
  readonly send: Send
  /** Is called with the changes of a connection right after their commit, before the connection is answered. */
  readonly publish: (changes: ReadonlyArray<SequencedChange>) => void
  readonly holdMillis?: number
}

/**
 * A client of the socket. It has the database from its first message on, until a statement or transaction has ended,
 * and not longer than `maxHoldMillis`.
 */
class SocketClient {
  readonly #database: ServedDatabase
  readonly #settings: Settings
  readonly #socket: Socket
  readonly #frames = new FrameReader()
  #session: EmbeddedSession | undefined
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()
  #isUsed = false

  constructor(socket: Socket, database: ServedDatabase, settings: Settings) {
    this.#socket = socket
    this.#settings = settings
    this.#database = database
    socket.on("error", () => undefined) // `close` follows
    socket.on("data", (bytes) => this.#then(() => this.#take(bytes)))
    socket.on("close", () => this.#then(() => this.#leave()))
  }

  /** Waits until nothing of the client is left in the database. */
  async close(): Promise<void> {
    this.#socket.destroy()
    this.#then(() => this.#leave())
    await this.#work
  }

  #then(next: () => Promise<void>) {
    this.#work = this.#work.then(next).catch(() => void this.#socket.destroy())
  }

  async #take(bytes: Buffer) {
    for (const frame of this.#frames.read(bytes)) {
      if (this.#socket.destroyed) return
      await this.#answer(frame)
    }
  }

  async #answer(frame: Frame) {
    switch (frame._tag) {
      case "Encryption":
        return void this.#socket.write(noEncryption)
      case "Startup":
        return void this.#socket.write(welcome)
      case "Cancel":
        return void this.#socket.end()
      case "Message":
        return frame.type === "X" ? void this.#socket.end() : this.#run(frame.bytes)
    }
  }

  async #run(message: Uint8Array) {
    const session = this.#session ?? (await this.#acquire())
    this.#session = session
    const answer = await session.send(message)
    if (statusOf(answer).isIdle) {
      this.#session = undefined
      clearTimeout(this.#timer)
      this.#database.publish(await session.release())
    }
    if (answer.length > 0) this.#socket.write(answer)
  }

  async #acquire() {
    this.#isUsed = true
    const session = await EmbeddedSession.acquire(this.#database.pool, this.#database.send)
    const { holdMillis = maxHoldMillis } = this.#database
    this.#timer = setTimeout(() => {
      this.#socket.write(fatal(shutdownCode, `connection terminated: it held the database for ${holdMillis / 1_000} s`))
      this.#socket.destroySoon()
      this.#then(() => this.#leave())
    }, holdMillis)
    return session
  }

  /** Ends everything that the client had begun. Settings, prepared statements and cursors outlive a transaction. */
  async #leave() {
    clearTimeout(this.#timer)
    const session = this.#session ?? (this.#isUsed ? await this.#acquire() : undefined)
    clearTimeout(this.#timer)
    this.#session = undefined
    this.#isUsed = false
    await session?.reset(this.#settings)
  }
}

const asError = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))

const listen = (path: string, accept: (socket: Socket) => void) =>
  Effect.async<Server, Error>((resume) => {
    const server = createServer(accept)
    server.unref()
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(path, () => {
      chmodSync(path, 0o600)
      resume(Effect.succeed(server))
    })
  })

/**
 * Serves the embedded database on a socket until the scope ends, in PostgreSQL's protocol, and only to the user of this
 * process. The folder must be locked, so a file that is left there belongs to nobody. A failure leaves the database
 * without a socket, and is logged.
 */
export const serve = (path: string, database: ServedDatabase): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clients = new Set<SocketClient>()
    yield* Effect.sync(() => rmSync(path, { force: true }))
    const settings = yield* Effect.tryPromise({ try: () => settingsOf(database.pool), catch: asError })
    const accept = (socket: Socket) => {
      const client = new SocketClient(socket, database, settings)
      clients.add(client)
      socket.once("close", () => clients.delete(client))
    }
    yield* Effect.acquireRelease(listen(path, accept), (server) =>
      Effect.promise(async () => {
        server.close()
        await Promise.all(Array.from(clients, (client) => client.close()))
      })
    )
  }).pipe(Effect.catchAll((error) => Effect.logWarning(`commands cannot reach this server: ${error.message}`)))
