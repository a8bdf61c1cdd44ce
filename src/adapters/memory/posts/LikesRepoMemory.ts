import { Either, Option } from "effect"
import type { NotAllowed, NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { visitor } from "../../../domain/posts/Audience.ts"
import type { CommentNotFound } from "../../../domain/posts/Comment.ts"
import type { LikeToggled } from "../../../domain/posts/Like.ts"
import type { PostNotFound } from "../../../domain/posts/Post.ts"
import {
  type CommentLikeToWrite,
  LikesRepo,
  type LikeToWrite,
  type ReactionToWrite
} from "../../../ports/posts/LikesRepo.ts"
import { findComment, findPost, writtenFor } from "../Readable.ts"
import { inMemory } from "../Store.ts"
import type { Table, Tables } from "../Tables.ts"
import { likeKey, likesOf, likesOfComment, openTo } from "../Views.ts"
import { type Cause, type Item, notifyAuthors, setActive, writeAll } from "../Writes.ts"

/** Writes a like of a text in its table, unless the state is the wanted one already. */
const setLike = <Row>(
  tables: Tables,
  { actorKind, at: createdAt, userId: actorId, wanted }: ReactionToWrite,
  likes: Table<string, Row>,
  key: string,
  row: Row,
  about: Pick<Cause, "commentId" | "postId"> & { readonly type: "like" | "comment_like" }
) => {
  const isLiked = likes.has(key)
  const liked = Option.getOrElse(wanted, () => !isLiked)
  if (liked) likes.set(key, likes.get(key) ?? row)
  else likes.delete(key)
  setActive(tables, actorId, createdAt)
  if (liked === isLiked) return { liked, changes: [] }
  const notified = liked ? notifyAuthors(tables, { ...about, actorId, actorKind, createdAt }) : []
  return { liked, changes: [{ kind: "like" as const, id: about.postId, userId: null }, ...notified] }
}

const takesBack = (likes: Pick<Table<string, never>, "has">, key: string, { wanted }: ReactionToWrite) =>
  !Option.getOrElse(wanted, () => !likes.has(key))

const writeLike = (
  tables: Tables,
  like: LikeToWrite
): Either.Either<Item<LikeToggled>, PostNotFound | NotAllowed | NotSignedIn> => {
  const { at: createdAt, postId, userId } = like
  const key = likeKey(postId, userId)
  const readable = writtenFor(tables, like.reader ?? visitor)
  const found = Either.flatMap(findPost(readable, postId), openTo(tables, userId, takesBack(tables.likes, key, like)))
  return Either.map(found, (): Item<LikeToggled> => {
    const about = { type: "like" as const, postId, commentId: Option.none() }
    const { changes, liked } = setLike(tables, like, tables.likes, key, { postId, userId, createdAt }, about)
    return [{ liked, likeCount: likesOf(tables, postId, Option.none()).likeCount }, changes]
  })
}

const writeCommentLike = (
  tables: Tables,
  like: CommentLikeToWrite
): Either.Either<Item<LikeToggled>, CommentNotFound | NotAllowed | NotSignedIn> => {
  const { at: createdAt, commentId, userId } = like
  const { commentLikes } = tables
  const key = likeKey(commentId, userId)
  const found = Either.flatMap(
    findComment(writtenFor(tables, like.reader ?? visitor), commentId),
    openTo(tables, userId, takesBack(commentLikes, key, like))
  )
  return Either.map(found, ({ postId }): Item<LikeToggled> => {
    const about = { type: "comment_like" as const, postId, commentId: Option.some(commentId) }
    const { changes, liked } = setLike(tables, like, commentLikes, key, { commentId, userId, createdAt }, about)
    return [{ liked, likeCount: likesOfComment(tables, commentId, Option.none()).likeCount }, changes]
  })
}

export const layer = inMemory(LikesRepo, ({ lookUp, write }) => ({
  writeAll: (likes) => write(writeAll(likes, writeLike)),

  writeAllOfComments: (likes) => write(writeAll(likes, writeCommentLike)),

  of: (postId, viewer) =>
    lookUp((tables) => Either.map(findPost(tables, postId), () => likesOf(tables, postId, viewer)))
}))
