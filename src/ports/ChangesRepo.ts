import type { Effect } from "effect"
import { Context } from "effect"
import type { Change, SequencedChange, SequenceRange } from "../domain/Change.ts"
import type { Instance } from "../domain/Instance.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** An instance that has not said for so long that it may write counts as gone. */
export const goneSeconds = 30

/** The outbox of changes, and the instances that write it: streams and caches of every instance follow it. */
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

    /**
     * Notes that an instance may write, and forgets those that have not said so for `goneSeconds`. Commits first, then
     * gives all other instances: of two that do this at the same time, one at least sees the other.
     */
    readonly present: (instance: Instance) => Effect.Effect<ReadonlyArray<Instance>, Unavailable>

    /** Forgets an instance, which writes no more. */
    readonly leave: (instance: string) => Effect.Effect<void, Unavailable>

    /** Deletes the changes that were appended more than `days` ago. */
    readonly prune: (days: number) => Effect.Effect<void, Unavailable>
  }
>() {}

/**
 * Tells a storage that reads from a replica, too, that a change was delivered here: whoever reads after this call sees it.
 * Other storages need no call.
 */
export class ReadPosition extends Context.Reference<ReadPosition>()("ports/ReadPosition", {
  defaultValue: () => ({ passed: () => {} })
}) {}
