import type { Effect } from "effect"
import { Context } from "effect"
import type { UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** One thing that changed: what it is, which one (its row's id), and whom it concerns where it concerns one member. */
export interface Change {
  readonly kind: "post" | "comment" | "like" | "notification" | "notifications_read" | "user" | "credential"
  readonly id: number
  readonly userId: UserId | null
}

/** The change log: the one channel on which streams and caches learn what happened. */
export class ChangesRepo extends Context.Tag("repositories/ChangesRepo")<
  ChangesRepo,
  {
    /** Writes changes down, in the transaction that makes them. */
    readonly append: (changes: ReadonlyArray<Change>) => Effect.Effect<void, Unavailable>

    /** The changes whose place in the log is greater than `after`, in order, at most `limit`, each with its place. */
    readonly after: (
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Change & { readonly place: number }>, Unavailable>
  }
>() {}
