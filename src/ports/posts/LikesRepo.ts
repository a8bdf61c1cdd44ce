import { Context, type DateTime, type Option } from "effect"
import type { NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { AuthorKind } from "../../domain/accounts/User.ts"
import type { BatchResult } from "../../domain/BatchResult.ts"
import type { CommentId, PostId, UserId } from "../../domain/Ids.ts"
import type { Reader } from "../../domain/posts/Audience.ts"
import type { CommentNotFound } from "../../domain/posts/Comment.ts"
import type { Likes, LikeToggled } from "../../domain/posts/Like.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

export interface ReactionToWrite {
  readonly userId: UserId
  /** Who must be able to read the text. Default: a visitor. */
  readonly reader?: Reader
  /** The kind of the member in the notification. */
  readonly actorKind: AuthorKind
  /** True if the member is to like the text; none toggles the like. */
  readonly wanted: Option.Option<boolean>
  readonly at: DateTime.Utc
}

export interface LikeToWrite extends ReactionToWrite {
  readonly postId: PostId
}

export interface CommentLikeToWrite extends ReactionToWrite {
  readonly commentId: CommentId
}

export class LikesRepo extends Context.Tag("ports/posts/LikesRepo")<
  LikesRepo,
  {
    /**
     * Likes posts, or takes likes back, one after the other, and counts them on the posts. Each notifies by the rule of
     * `services/posts/Likes.ts`; its member is active (`UsersRepo.touch`); and it appends its changes: a `like` of the
     * post, and the `notification`. One whose wanted state is the present one appends and notifies nothing. A post that
     * does not exist is `PostNotFound`, one of a member who blocks the caller `NotAllowed` unless a like is taken back,
     * a member who has left `NotSignedIn`; then nothing is written. Batches at once, and transactions that lock a post,
     * wait for each other.
     */
    readonly writeAll: (
      likes: ReadonlyArray<LikeToWrite>
    ) => StorageEffect<BatchResult<LikeToggled, PostNotFound | NotAllowed | NotSignedIn>>

    /** The same for comments, which count their likes. A comment that does not exist is `CommentNotFound`. */
    readonly writeAllOfComments: (
      likes: ReadonlyArray<CommentLikeToWrite>
    ) => StorageEffect<BatchResult<LikeToggled, CommentNotFound | NotAllowed | NotSignedIn>>

    /** The number of likes of a post, and whether the viewer likes it. Fails with `PostNotFound`. */
    readonly of: (postId: PostId, viewer: Option.Option<UserId>) => StorageEffect<Likes, PostNotFound>
  }
>() {}
