import { Context, type DateTime, type Option } from "effect"
import type { NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { AuthorKind } from "../../domain/accounts/User.ts"
import type { BatchResult, Blocked } from "../../domain/BatchResult.ts"
import type { Change } from "../../domain/Change.ts"
import type { CommentId, PostId, UserId } from "../../domain/Ids.ts"
import type { CommentKey } from "../../domain/Lists.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { Audience, AudienceWidened, Reader } from "../../domain/posts/Audience.ts"
import type { Comment, CommentNotFound, CommentOfMember, UnknownReplyTo } from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

export interface CommentToAdd {
  readonly postId: PostId
  readonly authorId: UserId
  /** The reader for whom the post must be: a visitor, unless said. */
  readonly reader?: Reader
  readonly authorKind: AuthorKind
  readonly content: FilteredText
  readonly language: string
  /** The comment of the same post that it answers. */
  readonly replyTo: Option.Option<CommentId>
  /** The audience of the post when it was written: not stored where the post has more readers now; any, unless said. */
  readonly audience?: Audience | undefined
  readonly createdAt: DateTime.Utc
}

/** A comment that is not stored. */
export type CommentRefused = PostNotFound | NotAllowed | UnknownReplyTo | AudienceWidened | NotSignedIn

/** The part of a comment that access rules and length rules need. */
export interface CommentOwnership {
  readonly postId: PostId
  readonly authorId: UserId
  readonly content: string
}

/** Where a comment is: its post, and the number of the comments before it there. */
export interface CommentPlace {
  readonly postId: PostId
  readonly before: number
  /** False where the comments before it on its page leave no room for it in one response. */
  readonly fits: boolean
}

/** The changes of a comment; absent fields are unchanged. */
export interface CommentUpdate {
  readonly content: Option.Option<FilteredText>
  readonly language: Option.Option<string>
  readonly authorKind: AuthorKind
  readonly editorId: UserId
  readonly updatedAt: DateTime.Utc
}

export interface HelpedMark {
  readonly helped: boolean
  /** The kind of the post's author in the notification. */
  readonly actorKind: AuthorKind
  readonly at: DateTime.Utc
}

export class CommentsRepo extends Context.Tag("ports/posts/CommentsRepo")<
  CommentsRepo,
  {
    /**
     * Stores comments under the next ids, in their order, and counts them on their posts (`replyCount`). Each notifies
     * by the rule of `services/posts/Comments.ts`; its author is active (`UsersRepo.touch`); and it appends its
     * changes: a `comment` of the post, and the `notification`. A post that does not exist is `PostNotFound`, a locked
     * one, or one of a member who blocks the author, `NotAllowed`, an answer to what is not a comment of the post
     * `UnknownReplyTo`, one for fewer readers than the post has `AudienceWidened`, an author who has left
     * `NotSignedIn`; then nothing is written. Batches at once, and transactions that lock a post, wait for each other.
     */
    readonly addAll: (comments: ReadonlyArray<CommentToAdd>) => StorageEffect<BatchResult<Comment, CommentRefused>>

    /** The post, author and text of a comment. Fails with `CommentNotFound`. */
    readonly ownership: (id: CommentId) => StorageEffect<CommentOwnership, CommentNotFound>

    /** The newest comments of a member that are not hidden, newest first. */
    readonly newestOf: (authorId: UserId, limit: number) => StorageEffect<ReadonlyArray<CommentOfMember>>

    /** The greatest id among the comments of a post, 0 while there is none. Fails with `PostNotFound`. */
    readonly newestId: (postId: PostId) => StorageEffect<number, PostNotFound>

    /** The place of a comment in the list that `page` reads in pages of `limit`. Fails with `CommentNotFound`. */
    readonly place: (id: CommentId, limit: number) => StorageEffect<CommentPlace, CommentNotFound>

    /**
     * Changes the text of a comment, keeps the replaced one as a revision (`editedAt`), and returns the changed
     * comment. `agent` marks it as an agent's, in the notification about it too; `human` leaves the mark as it is. The
     * caller has locked its post. Fails with `CommentNotFound`.
     */
    readonly update: (id: CommentId, change: CommentUpdate) => StorageEffect<Comment, CommentNotFound>

    /**
     * Marks a comment as one that helped the author of its post, or takes the mark back, notifies by the rule of
     * `services/posts/Comments.ts`, and gives the changes, none where it was so already. The caller has locked its
     * post. Fails with `Blocked` while another transaction holds the inbox of its author.
     */
    readonly setHelped: (id: CommentId, mark: HelpedMark) => StorageEffect<ReadonlyArray<Change>, Blocked>

    /**
     * Deletes a comment with the notification about it, takes it from the count of its post, and gives the recipients
     * of the notification. The caller has locked its post, and the inbox of the post's author. Fails with
     * `CommentNotFound`.
     */
    readonly remove: (id: CommentId) => StorageEffect<ReadonlyArray<UserId>, CommentNotFound>

    /**
     * The comments of a post, oldest first: fewer than the limit where one response cannot hold them (`countFitting`),
     * then with `next`. HTML stored above its limit is `shownHtml`; `liked` is the viewer's, if there is one. Fails
     * with `PostNotFound`.
     */
    readonly page: (
      postId: PostId,
      window: PageSlice<CommentKey>,
      viewer?: Option.Option<UserId>
    ) => StorageEffect<PageResult<Comment, CommentKey>, PostNotFound>
  }
>() {}
