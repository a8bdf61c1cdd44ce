import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer, Schedule, Schema } from "effect"
import { inBackground } from "../../../concurrency/BackgroundTasks.ts"
import { clockOffset, update } from "../../../metrics/Metrics.ts"
import { one, Value } from "../Rows.ts"

/**
 * A smaller difference between the clocks of the machine and the database is that of a round trip, and moves no time.
 */
const toleratedMillis = 250

/** A greater difference between the clocks of the machine and the database is logged at the start. */
const loggedMillis = 5_000

/** The interval at which the time of the database is read. */
const followEvery = Schedule.spaced("10 seconds")

/**
 * The time of the database, so that instances whose machines differ agree on the end of a session, of a suspension or
 * of a rotated secret. Between two queries it goes on by the monotonic clock, so nobody who sets the machine's clock
 * moves it.
 */
export class DatabaseClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  readonly #machine = Clock.make()
  /** The database's time at the zero of the monotonic clock; until it is known, the machine's. */
  #zeroMillis = this.#machine.unsafeCurrentTimeMillis() - this.#monotonicMillis()
  readonly currentTimeMillis = Effect.sync(() => this.unsafeCurrentTimeMillis())
  readonly currentTimeNanos = this.#machine.currentTimeNanos
  readonly sleep = this.#machine.sleep.bind(this.#machine)

  unsafeCurrentTimeMillis(): number {
    return Math.floor(this.#zeroMillis + this.#monotonicMillis())
  }

  unsafeCurrentTimeNanos(): bigint {
    return this.#machine.unsafeCurrentTimeNanos()
  }

  #monotonicMillis(): number {
    return Number(this.#machine.unsafeCurrentTimeNanos() / 1_000n) / 1_000
  }

  /**
   * Reads the database's time by a query, and takes it over. Gives the milliseconds by which the machine is ahead of
   * it.
   */
  follow<E, R>(read: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> {
    return Effect.suspend(() => {
      const sentAt = this.#monotonicMillis()
      return Effect.map(read, (databaseMillis) => {
        const middle = (sentAt + this.#monotonicMillis()) / 2
        if (Math.abs(databaseMillis - middle - this.#zeroMillis) > toleratedMillis) {
          this.#zeroMillis = databaseMillis - middle
        }
        const ahead = this.#machine.unsafeCurrentTimeMillis() - (databaseMillis - middle + this.#monotonicMillis())
        update(clockOffset, ahead / 1_000)
        return ahead
      })
    })
  }
}

const Now = Value("millis", Schema.Number)

/** Lets the clock of the program follow the database's until the scope ends, if it is a `DatabaseClock`. */
export const followed = Layer.scopedDiscard(
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    if (!(clock instanceof DatabaseClock)) return
    const sql = yield* SqlClient.SqlClient
    const read = sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as millis`.pipe(one(Now))
    const follow = clock.follow(read)
    const ahead = yield* follow
    if (Math.abs(ahead) > loggedMillis) {
      const difference = `${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? "ahead of" : "behind"}`
      yield* Effect.logWarning(
        `the clock of this machine is ${difference} the database's, whose time is taken: synchronize them`
      )
    }
    yield* inBackground("following the clock of the database", followEvery)(follow)
  })
)
