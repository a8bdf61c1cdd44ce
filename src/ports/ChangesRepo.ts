import type { Effect } from "effect"
import { Context } from "effect"
import type { Change, SequencedChange, SequenceRange } from "../domain/Change.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The outbox of changes: streams and caches of every instance follow it. */
export class ChangesRepo extends Context.Tag("ports/ChangesRepo")<
  ChangesRepo,
  {
    /** Appends changes in the transaction that makes them; gives their sequence numbers, in the same order. */
    readonly append: (changes: ReadonlyArray<Change>) => Effect.Effect<ReadonlyArray<number>, Unavailable>

    /**
     * The committed changes whose sequence numbers are in these ranges, in order, at most `limit`. Others may still be
     * committed between them: numbers are committed in another order than they are given.
     */
    readonly within: (
      ranges: ReadonlyArray<SequenceRange>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SequencedChange>, Unavailable>

    /** The greatest sequence number up to which every transaction has committed or aborted. */
    readonly lowWatermark: Effect.Effect<number, Unavailable>

    /** Deletes the changes that were appended more than `days` ago. */
    readonly prune: (days: number) => Effect.Effect<void, Unavailable>
  }
>() {}
