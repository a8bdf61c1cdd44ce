import { Context, type DateTime } from "effect"
import type { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { Follow, FollowFilter, FollowTarget, TooManyFollows } from "../../domain/follows/Follow.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { FollowKey } from "../../domain/Lists.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/**
 * The store of follows: who follows what. A deleted post or member loses its followers, a hidden post keeps them, and
 * the followers of a retired disease follow its successor.
 */
export class FollowsRepo extends Context.Tag("ports/follows/FollowsRepo")<
  FollowsRepo,
  {
    /**
     * Makes a member follow a target since `at`; one who does already follows it since the first time. To be called in
     * a transaction, in which calls of one member wait for each other. Fails with `TooManyFollows` at `maxFollows`, and
     * with `NotSignedIn` for a member who does not exist.
     */
    readonly add: (
      userId: UserId,
      target: FollowTarget,
      at: DateTime.Utc
    ) => StorageEffect<void, TooManyFollows | NotSignedIn>

    /** Ends a follow; nothing changes where there is none. */
    readonly remove: (userId: UserId, target: FollowTarget) => StorageEffect<void>

    readonly has: (userId: UserId, target: FollowTarget) => StorageEffect<boolean>

    /** A page of a member's follows, all or of one type, the latest first; without hidden posts. */
    readonly page: (
      userId: UserId,
      filter: FollowFilter,
      window: PageSlice<FollowKey>
    ) => StorageEffect<PageResult<Follow, FollowKey>>
  }
>() {}
