import { Context, type DateTime, type Option } from "effect"
import type { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { CommentId, PostId, UserId } from "../../domain/Ids.ts"
import type { CommentElsewhere, NewComments, Place } from "../../domain/posts/Place.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/**
 * The store of places: how far members have read threads. A member has at most `maxPlaces`: another one ends that of
 * the thread which was visited longest ago. The places of a thread that is deleted or hidden are gone.
 */
export class PlacesRepo extends Context.Tag("ports/posts/PlacesRepo")<
  PlacesRepo,
  {
    /**
     * Sets a place. Fails with `PostNotFound`, then with `CommentElsewhere` for a comment of no such thread, then with
     * `NotSignedIn` for a member who does not exist; with `Blocked` while another transaction holds a lock that it
     * needs.
     */
    readonly set: (
      userId: UserId,
      place: Place,
      at: DateTime.Utc
    ) => StorageEffect<void, Blocked | PostNotFound | CommentElsewhere | NotSignedIn>

    /**
     * Moves a place on to a comment, never back; none: the thread has no comment yet. Gives what others have written
     * since the place before, none at the first visit. Fails as `set` does, except for `CommentElsewhere`.
     */
    readonly visit: (
      userId: UserId,
      postId: PostId,
      commentId: Option.Option<CommentId>,
      at: DateTime.Utc
    ) => StorageEffect<Option.Option<NewComments>, Blocked | PostNotFound | NotSignedIn>

    /** The comments of others after a member's places, by thread; threads without such comments are left out. */
    readonly newComments: (userId: UserId) => StorageEffect<ReadonlyMap<PostId, NewComments>>
  }
>() {}
