import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { Comment } from "../domain/Comment.ts"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { CommentKey } from "../domain/Lists.ts"
import type { Filtered } from "../domain/Markdown.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

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
    /** Stores a comment under the next id and raises the post's `replyCount`, which locks the post until the transaction ends. Fails with `PostNotFound`. */
    readonly add: (comment: CommentToAdd) => Effect.Effect<Comment, PostNotFound | Unavailable>

    /** The comments of a post, oldest first. Fails with `PostNotFound`. */
    readonly page: (
      postId: PostId,
      window: Window<CommentKey>
    ) => Effect.Effect<Found<Comment, CommentKey>, PostNotFound | Unavailable>
  }
>() {}
