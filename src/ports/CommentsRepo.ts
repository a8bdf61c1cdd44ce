import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { AuthorKind } from "../domain/accounts/User.ts"
import type { BatchResult } from "../domain/BatchResult.ts"
import type { PostId, UserId } from "../domain/Ids.ts"
import type { CommentKey } from "../domain/Lists.ts"
import type { FilteredText } from "../domain/Markdown.ts"
import type { PageResult, PageSlice } from "../domain/Page.ts"
import type { Comment } from "../domain/posts/Comment.ts"
import type { PostNotFound } from "../domain/posts/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A comment to store. */
export interface CommentToAdd {
  readonly postId: PostId
  readonly authorId: UserId
  readonly authorKind: AuthorKind
  readonly content: FilteredText
  readonly createdAt: DateTime.Utc
}

/** The store of comments. */
export class CommentsRepo extends Context.Tag("ports/CommentsRepo")<
  CommentsRepo,
  {
    /**
     * Stores comments under the next ids, in their order, and counts them on their posts (`replyCount`). Each notifies by
     * the rule of `services/posts/Comments.ts`; its author is active (`UsersRepo.touch`); and it appends its changes: a
     * `comment` of the post, and the `notification`. A post that does not exist is `PostNotFound`, and nothing is written.
     * Batches at once, and transactions that lock a post, wait for each other.
     */
    readonly addAll: (
      comments: ReadonlyArray<CommentToAdd>
    ) => Effect.Effect<BatchResult<Comment, PostNotFound>, Unavailable>

    /** The comments of a post, oldest first. Fails with `PostNotFound`. */
    readonly page: (
      postId: PostId,
      window: PageSlice<CommentKey>
    ) => Effect.Effect<PageResult<Comment, CommentKey>, PostNotFound | Unavailable>
  }
>() {}
