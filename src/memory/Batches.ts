import { Chunk, DateTime, Effect, Either, HashMap, Option } from "effect"
import type { Change, PlacedChange } from "../domain/Change.ts"
import { NotificationId, type UserId } from "../domain/Ids.ts"
import type { Written } from "../domain/Written.ts"
import type { NotificationRow } from "./Rows.ts"
import type { Step, Tables } from "./Store.ts"
import { referred, withNew, withRow } from "./Store.ts"

/** What one item of a batch leads to: its result, the tables after it, and what changed. */
export type Item<A> = readonly [result: A, after: Tables, changes: ReadonlyArray<Change>]

/** The tables with these changes at the end of the log, and the changes with their places. */
export const withChanges = (
  tables: Tables,
  changes: ReadonlyArray<Change>
): readonly [Tables, ReadonlyArray<PlacedChange>] => [
  { ...tables, changes: Chunk.appendAll(tables.changes, Chunk.fromIterable(changes)) },
  changes.map((change, index) => ({ ...change, place: Chunk.size(tables.changes) + index + 1 }))
]

/** The tables in which a member was active at a moment, to the minute. */
export const withActive = (tables: Tables, id: UserId, at: DateTime.Utc): Tables => {
  const row = referred(tables.users, id)
  const activeAt = DateTime.max(row.activeAt, DateTime.startOf(at, "minute"))
  return { ...tables, users: withRow(tables.users, id, { ...row, activeAt }) }
}

/** What there is to tell, and whom. */
type Cause = Omit<NotificationRow, "id" | "read">

/** Tells the recipient, unless they did it themselves or were told of this member's like of this post before. */
export const withTold = (tables: Tables, cause: Cause): readonly [Tables, ReadonlyArray<Change>] => {
  const isSameLike = ({ actorId, commentId, postId }: NotificationRow) =>
    Option.isNone(commentId) && actorId === cause.actorId && postId === cause.postId
  const isTold = Option.isNone(cause.commentId) && HashMap.some(tables.notifications.rows, isSameLike)
  if (isTold || cause.actorId === cause.recipientId) return [tables, []]
  const id = NotificationId.make(tables.notifications.lastId + 1)
  return [
    { ...tables, notifications: withNew(tables.notifications, id, { ...cause, id, read: false }) },
    [{ kind: "notification", id, userId: cause.recipientId }]
  ]
}

/** Writes items one after the other; one that is refused leaves the tables as they are. */
export const batchOf =
  <Sent, A, E>(items: ReadonlyArray<Sent>, write: (tables: Tables, item: Sent) => Either.Either<Item<A>, E>) =>
  (before: Tables): Step<Written<A, E>> => {
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
