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

type Method = (...args: ReadonlyArray<unknown>) => unknown

/**
 * Wraps a method of one object. (The methods of `pg` have overloads for promises and callbacks, which a TypeScript
 * subclass can override only by repeating every overload.)
 */
export const wrapMethod = (object: object, name: string, wrapped: (original: Method) => Method) => {
  const original = Reflect.get(object, name)
  const value = wrapped((...args) => Reflect.apply(original, object, args))
  Object.defineProperty(object, name, { configurable: true, value })
}

/** The arguments with a last callback that calls `onEnd` first; undefined if the last argument is not a callback. */
const withCallback = (args: ReadonlyArray<unknown>, onEnd: (error: unknown) => void) => {
  const callback = args.at(-1)
  if (typeof callback !== "function") return undefined
  let isDone = false
  const done = (...results: ReadonlyArray<unknown>) => {
    if (isDone) return
    isDone = true
    onEnd(results[0] ?? undefined)
    Reflect.apply(callback, undefined, results)
  }
  return [...args.slice(0, -1), done]
}

/** Is called when a statement that was sent at `since` has no answer in time. */
type OnSilence = (since: number, reason: NoAnswer) => void

/**
 * A connection of a pool that reports how its statements end. A statement that is not answered within `answerMillis`
 * (0: no limit) breaks the connection: its socket is destroyed, since a peer that is silent would not answer a goodbye.
 * So the statement and all after it fail, and the pool opens another connection. (`query_timeout` of `pg` fails the
 * statement, and gives a connection back to the pool that still waits for the answer.)
 */
export class WatchedClient extends pg.Client {
  readonly #openedAt = performance.now()
  readonly #state: DatabaseState
  #heardAt = this.#openedAt
  #unanswered = 0

  constructor(config: pg.ClientConfig | undefined, state: DatabaseState, answerMillis: number, onSilence: OnSilence) {
    super(config)
    this.#state = state
    this.on("error", (error) => state.lost(this.#openedAt, error))
    wrapMethod(
      this,
      "connect",
      (connect) =>
        (...args) =>
          connect(...(withCallback(args, this.#connected) ?? args))
    )
    wrapMethod(
      this,
      "query",
      (query) =>
        (...args) =>
          query(...this.#watch(args, answerMillis, onSilence))
    )
  }

  /** True while a statement has no answer. */
  get isBusy(): boolean {
    return this.#unanswered > 0
  }

  /** True if no statement waits for an answer, and none has been answered since a time. */
  isIdleSince(time: number): boolean {
    return this.#unanswered === 0 && this.#heardAt < time
  }

  /** Breaks the connection at once: its statements fail with `reason`. */
  abandon(reason: Error) {
    this.connection.stream.destroy(reason)
  }

  readonly #connected = (error: unknown) => {
    if (error instanceof Error) this.#state.lost(this.#openedAt, error)
    else this.#heardAt = performance.now()
  }

  /** The arguments of `query`, with a callback that reports the end of the statement. */
  #watch(args: ReadonlyArray<unknown>, answerMillis: number, onSilence: OnSilence): ReadonlyArray<unknown> {
    const sentAt = performance.now()
    const millis = timeoutOf(args[0], answerMillis)
    let timer: NodeJS.Timeout | undefined
    const watched = withCallback(args, (error) => {
      clearTimeout(timer)
      this.#ended(sentAt, error)
    })
    if (watched === undefined) return args
    this.#unanswered += 1
    const fail = () => {
      const reason = new NoAnswer(millis)
      this.abandon(reason)
      onSilence(sentAt, reason)
    }
    // A process that was busy for that time first reads the answers that have arrived.
    const failSoon = () => {
      timer = setTimeout(fail, 1)
    }
    if (millis > 0) timer = setTimeout(failSoon, millis)
    return watched
  }

  #ended(sentAt: number, error: unknown) {
    this.#unanswered -= 1
    // Errors of PostgreSQL itself have a severity.
    if (error !== undefined && !Predicate.hasProperty(error, "severity")) return
    this.#heardAt = performance.now()
    this.#state.answered(sentAt, error)
  }
}

/**
 * The longest wait for a rollback, which only waits for an abandoned statement; the end of the connection rolls back as
 * well.
 */
const rollbackMillis = 1_000

const timeoutOf = (text: unknown, answerMillis: number) =>
  text === "ROLLBACK" ? Math.min(rollbackMillis, answerMillis) : answerMillis
