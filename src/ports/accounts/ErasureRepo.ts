import { Context } from "effect"
import type { LeftPosts } from "../../domain/accounts/Leaving.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { SequencedChange } from "../../domain/Change.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The erasure of members from the storage. */
export class ErasureRepo extends Context.Tag("ports/accounts/ErasureRepo")<
  ErasureRepo,
  {
    /**
     * Erases all that is stored about a member, as a part of the caller's transaction: credentials end, the texts are
     * deleted or given to `formerMember`, and records that stay keep ids only. Appends and gives the changes. Writes of
     * the member that are stored at the same time come before it, and are erased too, or fail. Fails with
     * `UserNotFound`, and with `Blocked` after a second of waiting for others.
     */
    readonly erase: (
      id: UserId,
      posts: LeftPosts
    ) => StorageEffect<ReadonlyArray<SequencedChange>, UserNotFound | Blocked>

    /**
     * Removes erased rows from the files of an embedded database, if that is due: from tables, statistics and the
     * write-ahead log. Outside of every transaction. Nothing on a server, whose operator does it (docs/own-data.md).
     */
    readonly scrub: StorageEffect<void>
  }
>() {}
