import { Context, type Option } from "effect"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { Change } from "../../domain/Change.ts"
import type { CommentId, DecisionId, PostId, UserId } from "../../domain/Ids.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { CommentNotFound } from "../../domain/posts/Comment.ts"
import type { PostNotFound, PostWithComments } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import type { PostOwnership, PostUpdate } from "../posts/PostsRepo.ts"

/** A hidden post, and the decision that hides it. */
export interface HiddenPost {
  readonly post: PostWithComments
  readonly decisionId: DecisionId
}

/** A hidden comment, with its own decision, or else that of its post. */
export interface HiddenComment {
  readonly postId: PostId
  readonly authorId: UserId
  readonly content: string
  readonly decisionId: DecisionId
  /** True where no decision of its own hides it. */
  readonly isWithPost: boolean
}

/** Hides or restores texts, and gives the changes that the caller appends to the outbox, each once. */
type Moved<E> = StorageEffect<ReadonlyArray<Change>, E>

/**
 * The store of hidden posts and comments. They are not rows of `PostsRepo` and `CommentsRepo`, which treat them as
 * deleted: hiding moves them here, and restoring moves them back, with their ids, times, views, likes and counts. A
 * comment is hidden by a decision of its own, or with its post.
 */
export class HiddenTextsRepo extends Context.Tag("ports/moderation/HiddenTextsRepo")<
  HiddenTextsRepo,
  {
    /**
     * Hides a post with its comments and likes, and deletes the notifications about it. The caller holds the locks that
     * `PostsRepo.remove` needs. Fails with `PostNotFound`, also for one that is hidden.
     */
    readonly hidePost: (id: PostId, decisionId: DecisionId) => Moved<Blocked | PostNotFound>

    /**
     * Hides a comment, and deletes the notifications about it. One that is hidden with its post does not come back with
     * it any more. The caller holds the locks that `CommentsRepo.remove` needs, or that of the hidden post. Fails with
     * `CommentNotFound`, also for one that a decision hides.
     */
    readonly hideComment: (id: CommentId, decisionId: DecisionId) => Moved<Blocked | CommentNotFound>

    /**
     * Notes that nobody has been told of a hidden text: whoever restores it publishes it, and the changes of that have
     * `post_published` or `comment_published` for it.
     */
    readonly noteUntold: (target: TextTarget) => StorageEffect<void>

    /**
     * Hides all texts of a member that no decision hides, by one statement for hundreds of texts: posts as `hidePost`,
     * then comments as `hideComment`, those on hidden posts too. It locks all that it needs, and waits a second for
     * each lock at most; then it fails with `Blocked`. The member writes nothing until the end of the transaction, so
     * no text that is written at the same moment is left out.
     */
    readonly hideAll: (authorId: UserId, decisionId: DecisionId) => Moved<Blocked>

    /**
     * The author, the text and the decision of a hidden post, and a lock of it until the end of the transaction. It
     * does not wait: fails with `Blocked` while another transaction holds the post, and with `PostNotFound` for one
     * that is not hidden.
     */
    readonly lockPost: (
      id: PostId
    ) => StorageEffect<PostOwnership & { readonly decisionId: DecisionId }, Blocked | PostNotFound>

    /** Restores a locked post with the comments hidden with it. Fails with `PostNotFound` if it is not hidden. */
    readonly restorePost: (id: PostId) => Moved<Blocked | PostNotFound>

    /**
     * Restores a comment that a decision hides: at once, or with its post where that is hidden. The caller has locked
     * the post. Fails with `CommentNotFound` if no decision hides the comment.
     */
    readonly restoreComment: (id: CommentId) => Moved<Blocked | CommentNotFound>

    /**
     * Restores all texts of a member that a decision hides, or only those that this one does: posts, then comments.
     * Locks and fails as `hideAll`.
     */
    readonly restoreAll: (authorId: UserId, decisionId: Option.Option<DecisionId>) => Moved<Blocked>

    /**
     * `PostsRepo.update` for a hidden post, which the caller has locked and may read: it has the new text when it is
     * restored. Members whom it mentions now count as mentioned: they are notified when it is published, and
     * never of one that was. Fails with `PostNotFound`.
     */
    readonly updatePost: (id: PostId, change: PostUpdate, editor: UserId) => StorageEffect<void, PostNotFound>

    /**
     * `PostsRepo.setLocked` for a hidden post, which has the new state when it is restored. Fails with `PostNotFound`.
     */
    readonly setLocked: (id: PostId, locked: boolean) => StorageEffect<boolean, PostNotFound>

    /**
     * Gives a text that a decision hides another decision; the caller has locked its post. Fails with `PostNotFound` or
     * `CommentNotFound` if no decision hides it.
     */
    readonly setDecision: (
      target: TextTarget,
      decisionId: DecisionId
    ) => StorageEffect<void, CommentNotFound | PostNotFound>

    /** Deletes a hidden post with its comments; the caller has locked it. Fails with `PostNotFound`. */
    readonly removePost: (id: PostId) => StorageEffect<void, PostNotFound>

    /** A hidden post with its first comments, for whoever asks: services decide who may. Fails with `PostNotFound`. */
    readonly post: (id: PostId, viewer: Option.Option<UserId>) => StorageEffect<HiddenPost, PostNotFound>

    /** A comment that is hidden, by a decision of its own or with its post. Fails with `CommentNotFound`. */
    readonly comment: (id: CommentId) => StorageEffect<HiddenComment, CommentNotFound>

    /**
     * True for a member who is not verified, has fewer than `texts` posts and comments that are shown, and of whose
     * texts moderators have restored fewer, those that are gone or hidden again included.
     */
    readonly isNew: (authorId: UserId, texts: number) => StorageEffect<boolean>
  }
>() {}
