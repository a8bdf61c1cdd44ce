import type { Effect } from "effect"
import { Context } from "effect"
import type { UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** What can change. */
export const changeKinds = [
  "post",
  "comment",
  "like",
  "notification",
  "notifications_read",
  "user",
  "session",
  "api_key"
] as const

/**
 * One thing that changed: what it is, which one, and whom it concerns where it concerns one member. The id is that of
 * the post for `post`, `comment` and `like` (something about this post), of the row that was made or ended for the
 * others, and 0 for `notifications_read` when all of them were marked.
 */
export interface Change {
  readonly kind: (typeof changeKinds)[number]
  readonly id: number
  readonly userId: UserId | null
}

/** A change with its place in the log. */
export interface PlacedChange extends Change {
  readonly place: number
}

/** The change log: the one channel on which streams and caches learn what happened. */
export class ChangesRepo extends Context.Tag("repositories/ChangesRepo")<
  ChangesRepo,
  {
    /** Writes changes down, in the transaction that makes them, and gives their places in the same order. */
    readonly append: (changes: ReadonlyArray<Change>) => Effect.Effect<ReadonlyArray<number>, Unavailable>

    /** The changes whose place in the log is greater than `after`, in order, at most `limit`. Who reads on from the last one steps over none, in whatever order transactions are committed. */
    readonly after: (after: number, limit: number) => Effect.Effect<ReadonlyArray<PlacedChange>, Unavailable>

    /** The place to read on from for who wants nothing of what has been written so far. */
    readonly last: Effect.Effect<number, Unavailable>

    /** Forgets the changes that were written more than `days` ago. */
    readonly prune: (days: number) => Effect.Effect<void, Unavailable>
  }
>() {}
