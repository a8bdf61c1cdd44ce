import { Schema } from "effect"
import type { Pool, PoolClient } from "pg"
import { changeKinds, type SequencedChange } from "../../../domain/Change.ts"
import { UserId } from "../../../domain/Ids.ts"
import { statement, sync } from "./PostgresFrames.ts"

/** Sends a message of a client to the database, and gives its answer. */
export type Send = (message: Uint8Array) => Promise<Uint8Array>

const ChangeRows = Schema.Array(
  Schema.Struct({
    sequence: Schema.Number,
    kind: Schema.Literal(...changeKinds),
    id: Schema.Number,
    userId: Schema.NullOr(UserId)
  })
)
const decodeChanges = Schema.decodeUnknownSync(ChangeRows)

const lastSequence = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query(
    "select (last_value - (not is_called)::int)::float8 as last from outbox_sequence_seq"
  )
  return Number(rows[0]?.last ?? 0)
}

const changesAfter = async (client: PoolClient, sequence: number): Promise<ReadonlyArray<SequencedChange>> => {
  const { rows } = await client.query(
    'select sequence::float8 as sequence, kind, id, user_id as "userId" from outbox where sequence > $1 order by sequence',
    [sequence]
  )
  return decodeChanges(rows)
}

/** Settings of the session by name, which its owner has made; all others have their defaults. */
export type Settings = ReadonlyArray<{ readonly name: string; readonly setting: string }>

/** The settings of the session as it is now. */
export const settingsOf = async (pool: Pool): Promise<Settings> =>
  (await pool.query("select name, setting from pg_settings where source = 'session'")).rows

/** The database has no outbox before its first migrations, and then nobody has read anything from it. */
const orElse = <A>(promise: Promise<A>, other: A): Promise<A> => promise.catch(() => other)

/**
 * The time for which a connection of the socket has the only session of the embedded database: nobody else can use the
 * session then, since its connection in the pool is taken.
 */
export class EmbeddedSession {
  readonly #client: PoolClient
  readonly #send: Send
  readonly #before: number
  #isReleased = false

  private constructor(client: PoolClient, send: Send, before: number) {
    this.#client = client
    this.#send = send
    this.#before = before
  }

  /** Waits for the session. */
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
   * Rolls an open transaction back, and gives the session back without anything that the connection made in it, with the
   * settings of its owner.
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
