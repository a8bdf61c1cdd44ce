import { Context, Effect, Predicate, Runtime } from "effect"

const codeOf = (error: unknown) => (Predicate.hasProperty(error, "code") ? error.code : undefined)

/** SQLSTATE `disk_full`. */
export const diskFull = "53100"

/** SQLSTATE `too_many_connections`: the server answers, it only takes no more of us. */
const isTooMany = (error: unknown) => codeOf(error) === "53300"

/** Seconds with one digit. */
const seconds = (millis: number) => `${(millis / 1000).toFixed(1)} s`

/**
 * Whether the database answers and has room, as its connections report it. The log hears of each loss and each recovery
 * once, however many requests fail between the two. Times are those of `performance.now()`.
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

  /** Writes its lines to the log of the fiber that makes it. */
  static readonly make = Effect.map(
    Effect.runtime<never>(),
    (runtime) => new DatabaseState((line) => void Runtime.runFork(runtime)(line))
  )

  /** Whether the last write failed because the disk is full. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** A connection that was opened at `openedAt` broke, or could not be opened. */
  lost(openedAt: number, error: Error) {
    if (codeOf(error) === diskFull) {
      this.#full(error)
      return
    }
    // Before the first answer the start fails and says why. Connections older than a loss belong to that loss.
    if (!this.#hasAnswered || this.#isLost || openedAt < this.#lostAt || isTooMany(error)) return
    this.#isLost = true
    this.#lostAt = performance.now()
    this.#log(Effect.logWarning(`the database is lost: ${error.message}`))
  }

  /** The database answered a statement that was sent at `askedAt`; with `error` where it refused it. */
  answered(askedAt: number, error: unknown) {
    this.#hasAnswered = true
    if (codeOf(error) === diskFull) this.#full(error)
    if (!this.#isLost || askedAt < this.#lostAt) return
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
    const said = error instanceof Error ? error.message : String(error)
    this.#log(Effect.logWarning(`the disk of the database is full, writes fail: ${said}`))
  }
}

/** The state of the database, and the end of waiting for it. */
export class Availability extends Context.Tag("adapters/postgres/connection/Availability")<
  Availability,
  {
    readonly state: DatabaseState

    /** Breaks all connections to a server, so that whoever waits for an answer fails now. For the end of the process. */
    readonly giveUp: Effect.Effect<void>
  }
>() {}
