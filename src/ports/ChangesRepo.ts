import { Context, type Option } from "effect"
import type { Change, SequencedChange, SequenceRange } from "../domain/Change.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"

/** Changes of the outbox. After a loss of commits, such as by a failover, the epoch is another one. */
export interface OutboxPage {
  readonly epoch: string
  readonly changes: ReadonlyArray<SequencedChange>
}

/** The outbox of changes: streams and caches of every instance follow it. */
export class ChangesRepo extends Context.Tag("ports/ChangesRepo")<
  ChangesRepo,
  {
    /** Appends changes in the transaction that makes them; gives their sequence numbers, in the same order. */
    readonly append: (changes: ReadonlyArray<Change>) => StorageEffect<ReadonlyArray<number>>

    /**
     * Takes changes out again in the transaction that has appended them, so that nobody learns of them: their sequence
     * numbers are given to no other change.
     */
    readonly withdraw: (sequences: ReadonlyArray<number>) => StorageEffect<void>

    /**
     * The committed changes whose sequence numbers are in these ranges, in order, at most `limit`. Others may still be
     * committed between them: numbers are committed in another order than they are given.
     */
    readonly within: (ranges: ReadonlyArray<SequenceRange>, limit: number) => StorageEffect<OutboxPage>

    /** The sequence number of the oldest change that is left; none if there is no change. */
    readonly oldest: StorageEffect<Option.Option<number>>

    /** The greatest sequence number up to which every transaction has committed or aborted. */
    readonly lowWatermark: StorageEffect<number>

    /** Deletes changes older than `days`, but the newest, and those that the fan-out has to read (`FanOutRepo`). */
    readonly prune: (days: number) => StorageEffect<void>
  }
>() {}
