import { Effect, Either, HashMap, Layer, Option } from "effect"
import type { NotAllowed, NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { LikeToggled } from "../../../domain/posts/Like.ts"
import type { PostNotFound } from "../../../domain/posts/Post.ts"
import { LikesRepo, type LikeToWrite } from "../../../ports/LikesRepo.ts"
import { applyAll, type Item, withActive } from "../ApplyAll.ts"
import { notifyAuthor } from "../NotifyAuthor.ts"
import { findPost, findPostFor } from "../RowMapping.ts"
import { Store } from "../Store.ts"
import { type Tables, withRow } from "../Tables.ts"

const writeLike = (
  tables: Tables,
  { actorKind, at, postId, userId, wanted }: LikeToWrite
): Either.Either<Item<LikeToggled>, PostNotFound | NotAllowed | NotSignedIn> => {
  const isLiked = Option.exists(HashMap.get(tables.posts.rows, postId), ({ likedBy }) => HashMap.has(likedBy, userId))
  const liked = Option.getOrElse(wanted, () => !isLiked)
  return Either.map(findPostFor(tables, postId, userId, !liked), (post): Item<LikeToggled> => {
    if (liked === isLiked) {
      return [{ liked, likeCount: HashMap.size(post.likedBy) }, withActive(tables, userId, at), []]
    }
    const likedBy = liked ? HashMap.set(post.likedBy, userId, at) : HashMap.remove(post.likedBy, userId)
    const counted = { ...tables, posts: withRow(tables.posts, postId, { ...post, likedBy }) }
    const active = withActive(counted, userId, at)
    const like = { type: "like" as const, actorId: userId, actorKind, postId, commentId: Option.none(), createdAt: at }
    const [after, notified] = liked ? notifyAuthor(active, like) : [active, []]
    return [
      { liked, likeCount: HashMap.size(likedBy) },
      after,
      [{ kind: "like", id: postId, userId: null }, ...notified]
    ]
  })
}

const make = Effect.map(Store, (store) =>
  LikesRepo.of({
    writeAll: (likes) => store.write(applyAll(likes, writeLike)),

    of: (postId, viewer) =>
      Effect.flatMap(store.tables, (tables) =>
        Either.map(findPost(tables, postId), ({ likedBy }) => ({
          likeCount: HashMap.size(likedBy),
          liked: Option.map(viewer, (id) => HashMap.has(likedBy, id))
        }))
      )
  })
)

/** Likes in memory, stored with their posts. */
export const layer = Layer.effect(LikesRepo, make)
