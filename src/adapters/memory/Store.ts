import { Context, Effect, type Either, FiberRef, Layer } from "effect"
import { PostReader } from "../../domain/posts/Audience.ts"
import { adapterOn } from "../../ports/Adapter.ts"
import { hasRestricted, shownTo, writtenFor } from "./Readable.ts"
import { copyOf, type Tables } from "./Tables.ts"

/** The tables in memory, shared by every adapter of this folder. */
export class Store extends Context.Tag("adapters/memory/Store")<
  Store,
  {
    /**
     * Reads the tables as this fiber's transaction sees them; outside of one, as they were committed last. Posts that
     * are not for the reader of the request (`PostReader`), and what hangs on them, are not there.
     */
    readonly read: <A>(view: (tables: Tables) => A) => Effect.Effect<A>

    /** `read` with all posts. */
    readonly readAll: <A>(view: (tables: Tables) => A) => Effect.Effect<A>

    /**
     * Changes the tables in one step, which refuses before it changes anything. Outside of a transaction it waits for
     * the end of the open one.
     */
    readonly write: <A>(step: (tables: Tables) => A) => Effect.Effect<A>

    /** `read` for a view that may fail, such as of a missing row. */
    readonly lookUp: <A, E>(view: (tables: Tables) => Either.Either<A, E>) => Effect.Effect<A, E>

    /** `write` for a step that may refuse. */
    readonly attempt: <A, E>(step: (tables: Tables) => Either.Either<A, E>) => Effect.Effect<A, E>

    /**
     * Runs `effect` on tables of its own, which are committed when it succeeds and dropped when it fails; one at a
     * time. Inside another transaction it works on that transaction's tables, and rolls back only its own changes.
     */
    readonly transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {
  static readonly over = (committed: Committed) => Layer.scoped(Store, make(committed))
}

/** The tables as they were committed last. */
export interface Committed {
  tables: Tables
}

const make = Effect.fnUntraced(function* (committed: Committed) {
  const semaphore = yield* Effect.makeSemaphore(1)
  /** The tables that this fiber works on: those of its transaction, or the committed ones. */
  const current = yield* FiberRef.make<Committed>(committed)

  const oneAtATime = semaphore.withPermits(1)

  const transactOnCopy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const own = { tables: copyOf(committed.tables) }
      return Effect.map(Effect.locally(effect, current, own), (result) => {
        committed.tables = own.tables
        return result
      })
    })

  const withRollback = <A, E, R>(open: Committed, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const before = copyOf(open.tables)
      const rollBack = Effect.sync(() => {
        open.tables = before
      })
      return Effect.onError(effect, () => rollBack)
    })

  const readAll = <A>(view: (tables: Tables) => A) => Effect.map(FiberRef.get(current), ({ tables }) => view(tables))

  const read = <A>(view: (tables: Tables) => A) =>
    Effect.flatMap(PostReader, (reader) =>
      readAll((tables) => view(hasRestricted(tables) ? shownTo(tables, reader) : tables))
    )

  const write = <A>(step: (tables: Tables) => A) =>
    Effect.zipWith(FiberRef.get(current), PostReader, (open, reader) => ({ open, reader })).pipe(
      Effect.flatMap(({ open, reader }) => {
        const written = Effect.sync(() => step(writtenFor(open.tables, reader)))
        return open === committed ? oneAtATime(written) : written
      })
    )

  return Store.of({
    read,
    readAll,
    write,
    lookUp: (view) => Effect.flatten(read(view)),
    attempt: (step) => Effect.flatten(write(step)),
    transact: (effect) =>
      Effect.flatMap(FiberRef.get(current), (open) =>
        open === committed ? oneAtATime(transactOnCopy(effect)) : withRollback(open, effect)
      )
  })
})

/** The layer of an adapter that works on the tables. */
export const inMemory = adapterOn(Store)
