import { Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, Viewer } from "../domain/CurrentUser.ts"
import type { PostId } from "../domain/Ids.ts"
import type { Likes as LikesOf, LikeToggled } from "../domain/Like.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { LikesRepo } from "../repositories/LikesRepo.ts"
import { batching } from "./Batches.ts"

const make = Effect.gen(function* () {
  const likes = yield* LikesRepo
  const submit = yield* batching(likes.toggleAll)

  const of = Effect.fnUntraced(function* (postId: PostId) {
    const viewer = yield* Viewer
    return yield* likes.of(
      postId,
      Option.map(viewer, ({ id }) => id)
    )
  })

  const toggle = Effect.fnUntraced(function* (postId: PostId) {
    const { id } = yield* CurrentUser
    return yield* submit({ postId, userId: id, at: yield* DateTime.now })
  })

  return { of, toggle }
})

/** Who likes a post (spec, States and transitions). */
export class Likes extends Context.Tag("services/Likes")<
  Likes,
  {
    /** How many like the post, and whether the caller does. Fails with `PostNotFound`. */
    readonly of: (postId: PostId) => Effect.Effect<LikesOf, PostNotFound | Unavailable, Viewer>

    /** Likes the post as the caller, or takes the like back; the first like notifies its author (`LikesRepo.toggleAll`). Fails with `PostNotFound`. */
    readonly toggle: (postId: PostId) => Effect.Effect<LikeToggled, PostNotFound | Unavailable, CurrentUser>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.scoped(Likes, make)
}
