import type { Effect } from "effect"
import { Context } from "effect"
import type { Change, PlacedChange } from "../domain/Change.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The change log: the one channel on which streams and caches learn what happened. */
export class ChangesRepo extends Context.Tag("repositories/ChangesRepo")<
  ChangesRepo,
  {
    /** Writes changes down, in the transaction that makes them, and gives their places in the same order. */
    readonly append: (changes: ReadonlyArray<Change>) => Effect.Effect<ReadonlyArray<number>, Unavailable>

    /** The changes whose place in the log is greater than `after`, in order, at most `limit`. Who reads on from the last one steps over none, in whatever order transactions are committed. */
    readonly after: (after: number, limit: number) => Effect.Effect<ReadonlyArray<PlacedChange>, Unavailable>

    /** The place to read on from for who wants nothing of what has been written so far. */
    readonly last: Effect.Effect<number, Unavailable>

    /** Forgets the changes that were written more than `days` ago. */
    readonly prune: (days: number) => Effect.Effect<void, Unavailable>
  }
>() {}
