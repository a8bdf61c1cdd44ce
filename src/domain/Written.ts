import { Data, type Either } from "effect"
import type { PlacedChange } from "./Change.ts"

/**
 * An item of a batch was not written, since others hold a lock that it needs. `by` names that lock, so that items which
 * wait for the same one can be tried again together; none where it is unknown.
 */
export class Blocked extends Data.TaggedError("Blocked")<{ readonly by: string | undefined }> {}

/**
 * What came of a batch, which is written as a whole or, where it fails, not at all: the result of each item, in their
 * order, and the changes that were written down with them, to be told once they are committed (`Changes.tell`). A batch
 * gives what its items would give one after the other. It waits for no lock: an item that needs a locked row is `Blocked`,
 * and nothing of it was written.
 */
export interface Written<A, E> {
  readonly results: ReadonlyArray<Either.Either<A, E | Blocked>>
  readonly changes: ReadonlyArray<PlacedChange>
}
