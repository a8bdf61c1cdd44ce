import { Effect, HashMap, Layer, Option } from "effect"
import type { LikeToggled } from "../domain/Like.ts"
import { PostNotFound } from "../domain/Post.ts"
import { LikesRepo } from "../repositories/LikesRepo.ts"
import type { Step } from "./Store.ts"
import { referred, Store, withRow } from "./Store.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  return LikesRepo.of({
    toggle: (postId, userId, at) =>
      store.write((tables): Step<LikeToggled> => {
        const post = referred(tables.posts, postId)
        referred(tables.users, userId)
        const liked = !HashMap.has(post.likedBy, userId)
        const likedBy = liked ? HashMap.set(post.likedBy, userId, at) : HashMap.remove(post.likedBy, userId)
        return [
          Effect.succeed({ liked, likeCount: HashMap.size(likedBy) }),
          { ...tables, posts: withRow(tables.posts, postId, { ...post, likedBy }) }
        ]
      }),

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
