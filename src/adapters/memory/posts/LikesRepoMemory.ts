import { Either, Option } from "effect"
import type { NotAllowed, NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { LikeToggled } from "../../../domain/posts/Like.ts"
import type { PostNotFound } from "../../../domain/posts/Post.ts"
import { LikesRepo, type LikeToWrite } from "../../../ports/LikesRepo.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { findPost, findPostFor, likeKey, likesOf } from "../Views.ts"
import { type Item, notifyAuthor, setActive, writeAll } from "../Writes.ts"

const writeLike = (
  tables: Tables,
  { actorKind, at, postId, userId, wanted }: LikeToWrite
): Either.Either<Item<LikeToggled>, PostNotFound | NotAllowed | NotSignedIn> => {
  const key = likeKey(postId, userId)
  const isLiked = tables.likes.has(key)
  const liked = Option.getOrElse(wanted, () => !isLiked)
  return Either.map(findPostFor(tables, postId, userId, !liked), (): Item<LikeToggled> => {
    if (liked) tables.likes.set(key, tables.likes.get(key) ?? { postId, userId, createdAt: at })
    else tables.likes.delete(key)
    setActive(tables, userId, at)
    const result = { liked, likeCount: likesOf(tables, postId, Option.none()).likeCount }
    if (liked === isLiked) return [result, []]
    const like = { type: "like" as const, actorId: userId, actorKind, postId, commentId: Option.none(), createdAt: at }
    return [result, [{ kind: "like", id: postId, userId: null }, ...(liked ? notifyAuthor(tables, like) : [])]]
  })
}

export const layer = inMemory(LikesRepo, ({ lookUp, write }) => ({
  writeAll: (likes) => write(writeAll(likes, writeLike)),

  of: (postId, viewer) =>
    lookUp((tables) => Either.map(findPost(tables, postId), () => likesOf(tables, postId, viewer)))
}))
