import { Chunk, DateTime, Effect, Either } from "effect"
import type { BatchResult } from "../../domain/BatchResult.ts"
import type { Change, SequencedChange } from "../../domain/Change.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { Step } from "./Store.ts"
import { referred, type Tables, withRow } from "./Tables.ts"

/** What one item of a batch leads to: its result, the tables after it, and what changed. */
export type Item<A> = readonly [result: A, after: Tables, changes: ReadonlyArray<Change>]

/** The tables with these changes at the end of the log, and the changes with their places. */
export const withChanges = (
  tables: Tables,
  changes: ReadonlyArray<Change>
): readonly [Tables, ReadonlyArray<SequencedChange>] => [
  { ...tables, changes: Chunk.appendAll(tables.changes, Chunk.fromIterable(changes)) },
  changes.map((change, index) => ({ ...change, sequence: Chunk.size(tables.changes) + index + 1 }))
]

/** The tables in which a member was active at a moment, to the minute. */
export const withActive = (tables: Tables, id: UserId, at: DateTime.Utc): Tables => {
  const row = referred(tables.users, id)
  const activeAt = DateTime.max(row.activeAt, DateTime.startOf(at, "minute"))
  return { ...tables, users: withRow(tables.users, id, { ...row, activeAt }) }
}

/** Writes items one after the other; one that is refused leaves the tables as they are. */
export const applyAll =
  <Sent, A, E>(items: ReadonlyArray<Sent>, write: (tables: Tables, item: Sent) => Either.Either<Item<A>, E>) =>
  (before: Tables): Step<BatchResult<A, E>> => {
    const results: Array<Either.Either<A, E>> = []
    const changed: Array<Change> = []
    let tables = before
    for (const item of items) {
      const written = write(tables, item)
      results.push(Either.map(written, ([result]) => result))
      if (Either.isLeft(written)) continue
      tables = written.right[1]
      changed.push(...written.right[2])
    }
    const [after, changes] = withChanges(tables, changed)
    return [Effect.succeed({ results, changes }), after]
  }
