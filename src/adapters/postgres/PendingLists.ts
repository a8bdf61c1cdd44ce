import type { SqlClient } from "@effect/sql"
import { Effect, Schedule, type Scope } from "effect"
import { inBackground } from "../../concurrency/BackgroundTasks.ts"
import { run } from "./Rows.ts"

/** The interval at which the pending lists of the indexes of texts are emptied while texts are written. */
const emptyEvery = Schedule.spaced("500 millis")

/**
 * Empties the pending lists of the GIN indexes of texts twice a second while texts are written, so that no write has
 * to and no search reads a long list (`migrations/functions/posts.sql`). Gives the effect that notes a write.
 */
export const emptyPendingLists = (
  sql: SqlClient.SqlClient,
  table: "comment_search" | "post_search"
): Effect.Effect<Effect.Effect<void>, never, Scope.Scope> => {
  let isWritten = false
  const empty = Effect.suspend(() => {
    if (!isWritten) return Effect.void
    isWritten = false
    return run(sql`select empty_pending_lists(${`all_${table}`}::text::regclass)`)
  })
  const noteWrite = Effect.sync(() => {
    isWritten = true
  })
  return Effect.as(inBackground(`emptying the pending lists of ${table}`, emptyEvery)(empty), noteWrite)
}
