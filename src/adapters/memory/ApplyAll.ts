import { Chunk, DateTime, Effect, Either } from "effect"
import type { BatchResult } from "../../domain/BatchResult.ts"
import type { Change, SequencedChange } from "../../domain/Change.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { Step } from "./Store.ts"
import { referred, type Tables, withRow } from "./Tables.ts"

/** The effects of one item of a batch: its result, the tables after it, and the changes. */
export type Item<A> = readonly [result: A, after: Tables, changes: ReadonlyArray<Change>]

/** The tables with these changes at the end of the outbox, and the changes with their sequence numbers. */
export const withChanges = (
  tables: Tables,
  changes: ReadonlyArray<Change>
): readonly [Tables, ReadonlyArray<SequencedChange>] => [
  { ...tables, changes: Chunk.appendAll(tables.changes, Chunk.fromIterable(changes)) },
  changes.map((change, index) => ({ ...change, sequence: Chunk.size(tables.changes) + index + 1 }))
]

/** The tables with a member active at a time, to the minute. */
export const withActive = (tables: Tables, id: UserId, at: DateTime.Utc): Tables => {
  const row = referred(tables.users, id)
  const activeAt = DateTime.max(row.activeAt, DateTime.startOf(at, "minute"))
  return { ...tables, users: withRow(tables.users, id, { ...row, activeAt }) }
}

/** Writes items one after the other. A refused item leaves the tables as they are. */
export const applyAll =
  <I, A, E>(items: ReadonlyArray<I>, write: (tables: Tables, item: I) => Either.Either<Item<A>, E>) =>
  (before: Tables): Step<BatchResult<A, E>> => {
    const results: Array<Either.Either<A, E>> = []
    const allChanges: Array<Change> = []
    let tables = before
    for (const item of items) {
      const written = write(tables, item)
      results.push(Either.map(written, ([result]) => result))
      if (Either.isLeft(written)) continue
      tables = written.right[1]
      allChanges.push(...written.right[2])
    }
    const [after, changes] = withChanges(tables, allChanges)
    return [Effect.succeed({ results, changes }), after]
  }
