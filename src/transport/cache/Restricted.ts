import { Effect, type Option } from "effect"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { readerOf, visitor } from "../../domain/posts/Audience.ts"
import { Posts } from "../../services/posts/Posts.ts"

/**
 * Makes the effect that is true for a caller who may read posts that are not for everyone, while there are some. What
 * they read of posts is not cached: the cache holds what everyone may read.
 */
export const makeReadsRestricted = Effect.map(
  Posts,
  ({ hasRestricted }) =>
    (caller: Option.Option<SignedInUser>) =>
      // Where the storage cannot be asked, the request itself fails or not.
      readerOf(caller) === visitor ? Effect.succeed(false) : Effect.orElseSucceed(hasRestricted, () => true)
)
