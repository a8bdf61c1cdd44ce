import { Data, type Either } from "effect"
import type { SequencedChange } from "./Change.ts"

/**
 * An item of a batch was not written, since another transaction holds a lock that it needs. `by` names the lock, so
 * that items that wait for the same one can be retried in one batch; undefined if it is unknown.
 */
export class Blocked extends Data.TaggedError("Blocked")<{ readonly by: string | undefined }> {}

/**
 * The result of a batch, which is written as a whole or not at all: the result of each item, in order, and the changes
 * in the outbox, which are published after the commit, with the notifications that the batch has added. Results are
 * those of the items written one after the other. A batch waits for no lock: an item that needs a locked row is
 * `Blocked` and not written.
 */
export interface BatchResult<A, E> {
  readonly results: ReadonlyArray<Either.Either<A, E | Blocked>>
  readonly changes: ReadonlyArray<SequencedChange>
}
