import { Context, Effect, FiberRef, Layer } from "effect"
import { copyOf, newTables, type Tables } from "./Tables.ts"

/** The tables in memory, shared by every adapter of this folder. */
export class Store extends Context.Tag("adapters/memory/Store")<
  Store,
  {
    /** Reads the tables as this fiber's transaction sees them; outside of one, as they were committed last. */
    readonly read: <A>(view: (tables: Tables) => A) => Effect.Effect<A>

    /**
     * Changes the tables in one step, which refuses before it changes anything. Outside of a transaction it waits for the end
     * of the open one.
     */
    readonly write: <A>(step: (tables: Tables) => A) => Effect.Effect<A>

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

const make = Effect.gen(function* () {
  const committed = { tables: newTables() }
  const semaphore = yield* Effect.makeSemaphore(1)
  /** The tables that this fiber works on: those of its transaction, or the committed ones. */
  const current = yield* FiberRef.make<{ tables: Tables }>(committed)

  const oneAtATime = semaphore.withPermits(1)

  const transactOnCopy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const own = { tables: copyOf(committed.tables) }
      return Effect.map(Effect.locally(effect, current, own), (result) => {
        committed.tables = own.tables
        return result
      })
    })

  const withRollback = <A, E, R>(open: { tables: Tables }, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const before = copyOf(open.tables)
      const rollBack = Effect.sync(() => {
        open.tables = before
      })
      return Effect.onError(effect, () => rollBack)
    })

  return Store.of({
    read: (view) => Effect.map(FiberRef.get(current), ({ tables }) => view(tables)),
    write: (step) =>
      Effect.flatMap(FiberRef.get(current), (open) => {
        const write = Effect.sync(() => step(open.tables))
        return open === committed ? oneAtATime(write) : write
      }),
    transact: (effect) =>
      Effect.flatMap(FiberRef.get(current), (open) =>
        open === committed ? oneAtATime(transactOnCopy(effect)) : withRollback(open, effect)
      )
  })
})
