import { Context, Effect, Either, FiberRef, Layer, Ref } from "effect"
import { emptyTables, type Tables } from "./Tables.ts"

/** The result of a call, and the tables after it. */
export type Step<A, E = never> = readonly [Effect.Effect<A, E>, Tables]

/** The tables in memory, shared by every adapter of this folder. */
export class Store extends Context.Tag("adapters/memory/Store")<
  Store,
  {
    /** The tables as this fiber's transaction sees them; outside of one, as they were committed last. */
    readonly tables: Effect.Effect<Tables>

    /** Changes the tables and gives a result in one step. Outside of a transaction it waits for the end of the open one. */
    readonly write: <A, E>(step: (tables: Tables) => Step<A, E>) => Effect.Effect<A, E>

    /** `write` without a result. */
    readonly update: (change: (tables: Tables) => Tables) => Effect.Effect<void>

    /**
     * Runs `effect` on tables of its own, which are committed when it succeeds and dropped when it fails; one at a time.
     * Inside another transaction it works on that transaction's tables, and rolls back only its own changes.
     */
    readonly transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {
  /** Empty tables. */
  static readonly layer = Layer.scoped(
    Store,
    Effect.suspend(() => make)
  )
}

/** The step of a change that may be refused; a refused one leaves the tables as they are. */
export const stepOf = <A, E>(before: Tables, change: Either.Either<readonly [A, Tables], E>): Step<A, E> =>
  Either.match(change, {
    onLeft: (error) => [Effect.fail(error), before],
    onRight: ([result, after]) => [Effect.succeed(result), after]
  })

const make = Effect.gen(function* () {
  const committed = yield* Ref.make(emptyTables)
  const semaphore = yield* Effect.makeSemaphore(1)
  /** The tables that this fiber works on: those of its transaction, or the committed ones. */
  const current = yield* FiberRef.make(committed)

  const write = <A, E>(step: (tables: Tables) => Step<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(FiberRef.get(current), (tables) => {
      const modified = Ref.modify(tables, step)
      return Effect.flatten(tables === committed ? semaphore.withPermits(1)(modified) : modified)
    })

  const transactOnCopy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const own = yield* Ref.make(yield* Ref.get(committed))
      const result = yield* Effect.locally(effect, current, own)
      yield* Ref.set(committed, yield* Ref.get(own))
      return result
    })

  const withRollback = <A, E, R>(tables: Ref.Ref<Tables>, effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Ref.get(tables), (before) => Effect.onError(effect, () => Ref.set(tables, before)))

  const transact = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(current), (tables) =>
      tables === committed ? semaphore.withPermits(1)(transactOnCopy(effect)) : withRollback(tables, effect)
    )

  return Store.of({
    tables: Effect.flatMap(FiberRef.get(current), Ref.get),
    write,
    update: (change) => write((tables): Step<void> => [Effect.void, change(tables)]),
    transact
  })
})
