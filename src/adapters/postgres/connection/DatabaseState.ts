import { Context, Effect, Predicate, Runtime } from "effect"

/** The state of the database, and a way to stop waiting for it. */
export class Availability extends Context.Tag("adapters/postgres/connection/Availability")<
  Availability,
  {
    readonly state: DatabaseState

    /** Breaks all connections to a server: statements without an answer fail now. For the end of the process. */
    readonly giveUp: Effect.Effect<void>
  }
>() {}

const codeOf = (error: unknown) => (Predicate.hasProperty(error, "code") ? error.code : undefined)

/** SQLSTATE `disk_full`. */
export const diskFull = "53100"

/** SQLSTATE `too_many_connections`: the server answers, but accepts no more connections. */
const isTooMany = (error: unknown) => codeOf(error) === "53300"

/** Seconds with one digit. */
const seconds = (millis: number) => `${(millis / 1000).toFixed(1)} s`

/**
 * The availability of the database and of room on its disk, as its connections report it. Logs each loss and each
 * recovery once, however many requests fail between the two. Times are those of `performance.now()`.
 */
export class DatabaseState {
  readonly #log: (line: Effect.Effect<void>) => void
  #hasAnswered = false
  #isLost = false
  #lostAt = Number.NEGATIVE_INFINITY
  #isFull = false

  constructor(log: (line: Effect.Effect<void>) => void) {
    this.#log = log
  }

  /** Makes a state that logs as the current fiber does. */
  static readonly make = Effect.map(
    Effect.runtime<never>(),
    (runtime) => new DatabaseState((line) => void Runtime.runFork(runtime)(line))
  )

  /** True if the last write failed because the disk is full. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** A connection that was opened at `openedAt` broke, or could not be opened. */
  lost(openedAt: number, error: Error) {
    if (codeOf(error) === diskFull) {
      this.#full(error)
      return
    }
    // Before the first answer the start fails with the reason. A connection older than a loss is part of that loss.
    if (!this.#hasAnswered || this.#isLost || openedAt < this.#lostAt || isTooMany(error)) return
    this.#isLost = true
    this.#lostAt = performance.now()
    this.#log(Effect.logWarning(`the database is lost: ${error.message}`))
  }

  /** The database answered a statement that was sent at `sentAt`; with an error if it refused the statement. */
  answered(sentAt: number, error: unknown) {
    this.#hasAnswered = true
    if (codeOf(error) === diskFull) this.#full(error)
    if (!this.#isLost || sentAt < this.#lostAt) return
    this.#isLost = false
    this.#log(Effect.logInfo(`the database is back after ${seconds(performance.now() - this.#lostAt)}`))
  }

  /** A write that needed room succeeded. */
  hasRoom() {
    if (!this.#isFull) return
    this.#isFull = false
    this.#log(Effect.logInfo("the disk of the database has room again"))
  }

  #full(error: unknown) {
    if (this.#isFull) return
    this.#isFull = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#log(Effect.logWarning(`the disk of the database is full, writes fail: ${reason}`))
  }
}
