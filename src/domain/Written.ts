import type { Either } from "effect"
import type { PlacedChange } from "./Change.ts"

/**
 * What came of a batch, which is written as a whole or, where it fails, not at all: the result of each item, in their
 * order, and the changes that were written down with them, to be told once they are committed (`Changes.tell`). A batch
 * gives what its items would give one after the other.
 */
export interface Written<A, E> {
  readonly results: ReadonlyArray<Either.Either<A, E>>
  readonly changes: ReadonlyArray<PlacedChange>
}
