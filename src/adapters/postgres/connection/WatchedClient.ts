import { Predicate } from "effect"
import pg from "pg"
import type { DatabaseState } from "./DatabaseState.ts"

/** The database did not answer in time. Its code is the one that Node gives a connection that timed out. */
export class NoAnswer extends Error {
  readonly code = "ETIMEDOUT"
  constructor(millis: number) {
    super(`no answer within ${millis / 1000} s`)
  }
}

type Method = (...sent: ReadonlyArray<unknown>) => unknown

/**
 * Wraps a method of one object. (The methods of `pg` have overloads for promises and callbacks, which a subclass cannot
 * override in TypeScript without stating all of them.)
 */
export const wrapMethod = (object: object, name: string, wrapped: (original: Method) => Method) => {
  const original = Reflect.get(object, name)
  const value = wrapped((...sent) => Reflect.apply(original, object, sent))
  Object.defineProperty(object, name, { configurable: true, value })
}

/** Calls `ended` before the callback with which `sent` ends; none where it ends with no callback. */
const withCallback = (sent: ReadonlyArray<unknown>, ended: (error: unknown) => void) => {
  const callback = sent.at(-1)
  if (typeof callback !== "function") return undefined
  let isDone = false
  const done = (...results: ReadonlyArray<unknown>) => {
    if (isDone) return
    isDone = true
    ended(results[0] ?? undefined)
    Reflect.apply(callback, undefined, results)
  }
  return [...sent.slice(0, -1), done]
}

/** Hears that a statement sent at `since` was not answered. */
type Silent = (since: number, reason: NoAnswer) => void

/**
 * A connection of a pool that reports how its statements end. A statement that is not answered within `answerMillis` (0:
 * no limit) breaks the connection: its socket is destroyed, since a peer that is silent would not answer a goodbye. So
 * the statement and all behind it fail, and the pool opens another connection. (`query_timeout` of `pg` fails the
 * statement, and gives a connection back to the pool that still waits for the answer.)
 */
export class WatchedClient extends pg.Client {
  readonly #openedAt = performance.now()
  readonly #state: DatabaseState
  #heardAt = this.#openedAt
  #unanswered = 0

  constructor(config: pg.ClientConfig | undefined, state: DatabaseState, answerMillis: number, silent: Silent) {
    super(config)
    this.#state = state
    this.on("error", (error) => state.lost(this.#openedAt, error))
    wrapMethod(
      this,
      "connect",
      (connect) =>
        (...sent) =>
          connect(...(withCallback(sent, this.#connected) ?? sent))
    )
    wrapMethod(
      this,
      "query",
      (query) =>
        (...sent) =>
          query(...this.#watched(sent, answerMillis, silent))
    )
  }

  /** Whether a statement has not been answered yet. */
  get isBusy(): boolean {
    return this.#unanswered > 0
  }

  /** Whether nothing came from the server since, and nobody waits for anything. */
  isIdleSince(time: number): boolean {
    return this.#unanswered === 0 && this.#heardAt < time
  }

  /** Breaks the connection at once: whoever waits on it fails with `reason`. */
  abandon(reason: Error) {
    this.connection.stream.destroy(reason)
  }

  readonly #connected = (error: unknown) => {
    if (error instanceof Error) this.#state.lost(this.#openedAt, error)
    else this.#heardAt = performance.now()
  }

  /** What a statement is sent with, so that its end is noted. */
  #watched(sent: ReadonlyArray<unknown>, answerMillis: number, silent: Silent): ReadonlyArray<unknown> {
    const askedAt = performance.now()
    const millis = deadlineOf(sent[0], answerMillis)
    let timer: NodeJS.Timeout | undefined
    const watched = withCallback(sent, (error) => {
      clearTimeout(timer)
      this.#ended(askedAt, error)
    })
    if (watched === undefined) return sent
    this.#unanswered += 1
    const late = () => {
      const reason = new NoAnswer(millis)
      this.abandon(reason)
      silent(askedAt, reason)
    }
    // A process that was busy for so long reads what has come meanwhile before it decides.
    const decideSoon = () => {
      timer = setTimeout(late, 1)
    }
    if (millis > 0) timer = setTimeout(decideSoon, millis)
    return watched
  }

  #ended(askedAt: number, error: unknown) {
    this.#unanswered -= 1
    // What has a severity was said by PostgreSQL itself.
    if (error !== undefined && !Predicate.hasProperty(error, "severity")) return
    this.#heardAt = performance.now()
    this.#state.answered(askedAt, error)
  }
}

/** A rollback waits on nothing but an abandoned statement, and the end of the connection rolls back as well. */
const rollbackMillis = 1_000

const deadlineOf = (text: unknown, answerMillis: number) =>
  text === "ROLLBACK" ? Math.min(rollbackMillis, answerMillis) : answerMillis
