import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { Likes, LikeToggled } from "../domain/Like.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** Where likes are stored and counted. */
export class LikesRepo extends Context.Tag("repositories/LikesRepo")<
  LikesRepo,
  {
    /**
     * Likes the post, or takes the like back, and counts it on the post. To be called under `PostsRepo.lock`:
     * two toggles at once would otherwise both see the same state.
     */
    readonly toggle: (postId: PostId, userId: UserId, at: DateTime.Utc) => Effect.Effect<LikeToggled, Unavailable>

    /** How many like the post, and whether the viewer does. Fails with `PostNotFound`. */
    readonly of: (postId: PostId, viewer: Option.Option<UserId>) => Effect.Effect<Likes, PostNotFound | Unavailable>
  }
>() {}
