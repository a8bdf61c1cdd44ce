import { Schema } from "effect"
import { named } from "../Fields.ts"
import { CommentId, PostId } from "../Ids.ts"

/** The maximum number of threads in which a member has a place; the one that was visited longest ago goes. */
export const maxPlaces = 100

/** New comments of a thread are counted up to this number. */
export const maxNewComments = 100

export const NewPlace = Schema.Struct({
  commentId: CommentId.annotations({ description: "The last comment that you have read: one of this post." })
}).annotations(named("NewPlace", "How far the caller has read a thread."))
export type NewPlace = typeof NewPlace.Type

export const Place = Schema.Struct({ postId: PostId, commentId: CommentId }).annotations(
  named("Place", "How far the caller has read a thread.")
)
export type Place = typeof Place.Type

/** The comments of others in a thread after a member's place: the first one, and their number. */
export interface NewComments {
  readonly first: CommentId
  readonly count: number
}

export class CommentElsewhere extends Schema.TaggedError<CommentElsewhere>()("CommentElsewhere", {
  postId: PostId,
  commentId: CommentId
}) {
  override readonly message =
    `post ${this.postId} has no comment ${this.commentId}: send the id of one of its comments (/api/posts/${this.postId}/comments)`
}
