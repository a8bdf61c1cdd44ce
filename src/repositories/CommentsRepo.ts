import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { Comment } from "../domain/Comment.ts"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { CommentKey } from "../domain/Lists.ts"
import type { Filtered } from "../domain/Markdown.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { Written } from "../domain/Written.ts"

/** A comment to store. */
export interface CommentToAdd {
  readonly postId: PostId
  readonly authorId: UserId
  readonly content: Filtered
  readonly createdAt: DateTime.Utc
}

/** Where comments are stored and found. */
export class CommentsRepo extends Context.Tag("repositories/CommentsRepo")<
  CommentsRepo,
  {
    /**
     * Stores comments under the next ids, in their order, and counts them on their posts (`replyCount`). With each the
     * post's author is notified, unless they wrote it themselves; the author is active (`UsersRepo.touch`); and the
     * changes are written down: a `comment` of the post, and the `notification`. A post that is not there is
     * `PostNotFound`, and nothing of that. Batches at once, and transactions that lock a post, wait for each other.
     */
    readonly addAll: (
      comments: ReadonlyArray<CommentToAdd>
    ) => Effect.Effect<Written<Comment, PostNotFound>, Unavailable>

    /** The comments of a post, oldest first. Fails with `PostNotFound`. */
    readonly page: (
      postId: PostId,
      window: Window<CommentKey>
    ) => Effect.Effect<Found<Comment, CommentKey>, PostNotFound | Unavailable>
  }
>() {}
