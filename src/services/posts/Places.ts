import { Array, Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, type NotSignedIn, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { CommentId, PostId } from "../../domain/Ids.ts"
import type { CommentElsewhere, NewComments, NewPlace, Place } from "../../domain/posts/Place.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { PlacesRepo } from "../../ports/posts/PlacesRepo.ts"
import { Notifications } from "../notifications/Notifications.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

/** The places up to which members have read threads (contract, Conversations). Later comments of others are new. */
export class Places extends Context.Tag("services/posts/Places")<
  Places,
  {
    /**
     * Sets the caller's place in a thread. Fails with `PostNotFound`, then with `CommentElsewhere`, and with
     * `NotSignedIn` for a caller who has just left.
     */
    readonly set: (
      postId: PostId,
      place: NewPlace
    ) => StorageEffect<Place, PostNotFound | CommentElsewhere | NotSignedIn, CurrentUser>

    /**
     * Marks the caller's notifications about the post and the comments that a page shows as read, moves their place on
     * to the last of these, if any, and gives what is new since the place before. The place of a suspended caller
     * stays, and nothing is new to them. Fails with `PostNotFound`, and with `NotSignedIn` for a caller who has just
     * left.
     */
    readonly visit: (
      postId: PostId,
      comments: ReadonlyArray<CommentId>
    ) => StorageEffect<Option.Option<NewComments>, PostNotFound | NotSignedIn, CurrentUser>

    /** The comments that are new to the viewer in the threads that they have visited. */
    readonly newComments: StorageEffect<ReadonlyMap<PostId, NewComments>, never, Viewer>
  }
>() {
  static readonly layer = Layer.effect(Places, withSpans("Places", Effect.gen(make)))
}

function* make() {
  const repo = yield* PlacesRepo
  const { users, write } = yield* writing
  const notifications = yield* Notifications

  const set = Effect.fnUntraced(function* (postId: PostId, { commentId }: NewPlace) {
    const { id } = yield* CurrentUser
    const at = yield* DateTime.now
    yield* repo.set(id, { postId, commentId }, at)
    yield* users.touch(id, at)
    return { postId, commentId }
  }, write)

  const moveOn = Effect.fnUntraced(function* (postId: PostId, last: Option.Option<CommentId>) {
    const { id, suspended } = yield* CurrentUser
    if (suspended) return Option.none()
    return yield* repo.visit(id, postId, last, yield* DateTime.now)
  }, write)

  const visit = (id: PostId, comments: ReadonlyArray<CommentId>) =>
    Effect.zipRight(notifications.open({ kind: "post", id, comments }), moveOn(id, Array.last(comments)))

  const newComments = Effect.flatMap(
    Viewer,
    Option.match({
      onNone: () => Effect.succeed<ReadonlyMap<PostId, NewComments>>(new Map()),
      onSome: ({ id }) => repo.newComments(id)
    })
  )

  return { set, visit, newComments }
}
