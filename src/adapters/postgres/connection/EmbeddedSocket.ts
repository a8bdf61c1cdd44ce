import { chmodSync, rmSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import { Effect, type Scope } from "effect"
import type { Pool } from "pg"
import type { SequencedChange } from "../../../domain/Change.ts"
import { EmbeddedSession, type Send, type Settings, settingsOf } from "./EmbeddedSession.ts"
import { type Frame, FrameReader, fatal, noEncryption, statusOf, welcome } from "./PostgresFrames.ts"

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
 * A client of the socket. It has the database from its first message on, until a statement or transaction has ended, and
 * not longer than `maxHoldMillis`.
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
