import { Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, Viewer } from "../domain/CurrentUser.ts"
import type { PostId } from "../domain/Ids.ts"
import type { Likes as LikesOf, LikeToggled } from "../domain/Like.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { LikesRepo } from "../repositories/LikesRepo.ts"
import { PostsRepo } from "../repositories/PostsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { UsersRepo } from "../repositories/UsersRepo.ts"
import { Changes } from "./Changes.ts"
import { Notifications } from "./Notifications.ts"

const make = Effect.gen(function* () {
  const likes = yield* LikesRepo
  const posts = yield* PostsRepo
  const users = yield* UsersRepo
  const changes = yield* Changes
  const notifications = yield* Notifications
  const transaction = yield* Transaction

  const of = Effect.fnUntraced(function* (postId: PostId) {
    const viewer = yield* Viewer
    return yield* likes.of(
      postId,
      Option.map(viewer, ({ id }) => id)
    )
  })

  const toggle = Effect.fnUntraced(function* (postId: PostId) {
    const user = yield* CurrentUser
    const { authorId } = yield* posts.lock(postId)
    const now = yield* DateTime.now
    const toggled = yield* likes.toggle(postId, user.id, now)
    yield* users.touch(user.id, now)
    yield* changes.record([{ kind: "like", id: postId, userId: null }])
    if (toggled.liked) yield* notifications.tell({ recipientId: authorId, postId, commentId: Option.none() })
    return toggled
  }, transaction.atomically)

  return { of, toggle }
})

/** Who likes a post (spec, States and transitions). */
export class Likes extends Context.Tag("services/Likes")<
  Likes,
  {
    /** How many like the post, and whether the caller does. Fails with `PostNotFound`. */
    readonly of: (postId: PostId) => Effect.Effect<LikesOf, PostNotFound | Unavailable, Viewer>

    /** Likes the post as the caller, or takes the like back; the first like notifies its author. Fails with `PostNotFound`. */
    readonly toggle: (postId: PostId) => Effect.Effect<LikeToggled, PostNotFound | Unavailable, CurrentUser>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(Likes, make)
}
