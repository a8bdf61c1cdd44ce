import { Effect, Either, HashMap, Layer, Option } from "effect"
import type { LikeToggled } from "../../../domain/posts/Like.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { LikesRepo, type LikeToToggle } from "../../../ports/LikesRepo.ts"
import { applyAll, type Item, withActive } from "../ApplyAll.ts"
import { notifyAuthor } from "../NotifyAuthor.ts"
import type { Tables } from "../Store.ts"
import { Store, withRow } from "../Store.ts"

const toggled = (
  tables: Tables,
  { at, postId, userId }: LikeToToggle
): Either.Either<Item<LikeToggled>, PostNotFound> => {
  const post = Option.getOrUndefined(HashMap.get(tables.posts.rows, postId))
  if (post === undefined) return Either.left(new PostNotFound({ id: postId }))
  const liked = !HashMap.has(post.likedBy, userId)
  const likedBy = liked ? HashMap.set(post.likedBy, userId, at) : HashMap.remove(post.likedBy, userId)
  const counted = { ...tables, posts: withRow(tables.posts, postId, { ...post, likedBy }) }
  const active = withActive(counted, userId, at)
  const like = { actorId: userId, postId, commentId: Option.none(), createdAt: at }
  const [after, notified] = liked ? notifyAuthor(active, like) : [active, []]
  return Either.right([
    { liked, likeCount: HashMap.size(likedBy) },
    after,
    [{ kind: "like", id: postId, userId: null }, ...notified]
  ])
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return LikesRepo.of({
    toggleAll: (likes) => store.write(applyAll(likes, toggled)),

    of: (postId, viewer) =>
      Effect.flatMap(store.tables, ({ posts }) =>
        Option.match(HashMap.get(posts.rows, postId), {
          onNone: () => Effect.fail(new PostNotFound({ id: postId })),
          onSome: ({ likedBy }) =>
            Effect.succeed({
              likeCount: HashMap.size(likedBy),
              liked: Option.map(viewer, (id) => HashMap.has(likedBy, id))
            })
        })
      )
  })
})

/** Likes in memory; they stand on the posts. */
export const layer = Layer.effect(LikesRepo, make)
