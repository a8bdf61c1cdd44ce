import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { Likes, LikeToggled } from "../domain/Like.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { Written } from "../domain/Written.ts"

/** A like to give, or to take back. */
export interface LikeToToggle {
  readonly postId: PostId
  readonly userId: UserId
  readonly at: DateTime.Utc
}

/** Where likes are stored and counted. */
export class LikesRepo extends Context.Tag("repositories/LikesRepo")<
  LikesRepo,
  {
    /**
     * Likes posts, or takes likes back, one after the other, and counts them on the posts. With each like its post's
     * author is notified, the first time that this member likes this post, and unless it is their own; the member is
     * active (`UsersRepo.touch`); and the changes are written down: a `like` of the post, and the `notification`. A post
     * that is not there is `PostNotFound`, and nothing of that. Batches at once, and transactions that lock a post, wait
     * for each other.
     */
    readonly toggleAll: (
      likes: ReadonlyArray<LikeToToggle>
    ) => Effect.Effect<Written<LikeToggled, PostNotFound>, Unavailable>

    /** How many like the post, and whether the viewer does. Fails with `PostNotFound`. */
    readonly of: (postId: PostId, viewer: Option.Option<UserId>) => Effect.Effect<Likes, PostNotFound | Unavailable>
  }
>() {}
