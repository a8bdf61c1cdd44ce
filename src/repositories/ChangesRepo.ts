import type { Effect } from "effect"
import { Context } from "effect"
import type { Change, PlacedChange, PlaceRange } from "../domain/Change.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The change log: the one channel on which streams and caches learn what happened. */
export class ChangesRepo extends Context.Tag("repositories/ChangesRepo")<
  ChangesRepo,
  {
    /** Writes changes down, in the transaction that makes them, and gives their places in the same order. */
    readonly append: (changes: ReadonlyArray<Change>) => Effect.Effect<ReadonlyArray<number>, Unavailable>

    /**
     * The changes committed so far whose places are in these ranges, in order, at most `limit`. Others may still be
     * committed between them: places are committed in another order than they are given.
     */
    readonly within: (
      ranges: ReadonlyArray<PlaceRange>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PlacedChange>, Unavailable>

    /** The last place up to which all have been committed or given up, so that nothing more comes there. */
    readonly settled: Effect.Effect<number, Unavailable>

    /** Forgets the changes that were written more than `days` ago. */
    readonly prune: (days: number) => Effect.Effect<void, Unavailable>
  }
>() {}
