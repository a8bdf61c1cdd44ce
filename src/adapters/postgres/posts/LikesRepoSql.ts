import { Option, Schema } from "effect"
import { CommentNotFound } from "../../../domain/posts/Comment.ts"
import { Likes, LikeToggled } from "../../../domain/posts/Like.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import {
  type CommentLikeToWrite,
  LikesRepo,
  type LikeToWrite,
  type ReactionToWrite
} from "../../../ports/posts/LikesRepo.ts"
import { batchStatement, refusedReaction } from "../BatchStatement.ts"
import { liked } from "../Columns.ts"
import { inDatabaseAsReader, nameOf } from "../Reading.ts"
import { firstOr } from "../Rows.ts"

const LikesFor = Schema.Struct({ ...Likes.fields, liked: Schema.OptionFromNullOr(Schema.Boolean) })

const encode = ({ actorKind, at, reader, userId, wanted }: ReactionToWrite) => ({
  userId,
  reader: reader && nameOf(reader),
  byAgent: actorKind === "agent",
  wanted: Option.getOrNull(wanted),
  at
})

const likeResult = {
  answer: Schema.Struct({ item: Schema.Int, ...LikeToggled.fields }),
  result: (_: unknown, { likeCount, liked }: LikeToggled): LikeToggled => ({ liked, likeCount })
}

export const layer = inDatabaseAsReader(LikesRepo, (sql) => {
  const writeAll = batchStatement(sql, {
    ...likeResult,
    name: "toggle_likes",
    encode: (like: LikeToWrite) => ({ ...encode(like), postId: like.postId }),
    refusal: ({ postId }, refused) => refusedReaction(refused, new PostNotFound({ id: postId }))
  })
  const writeAllOfComments = batchStatement(sql, {
    ...likeResult,
    name: "toggle_comment_likes",
    encode: (like: CommentLikeToWrite) => ({ ...encode(like), commentId: like.commentId }),
    refusal: ({ commentId }, refused) => refusedReaction(refused, new CommentNotFound({ id: commentId }))
  })

  return {
    writeAll,
    writeAllOfComments,
    of: (postId, viewer) =>
      sql`select post_counts.likes as "likeCount", ${liked(sql, Option.getOrNull(viewer))} as liked
            from posts join post_counts on post_counts.post_id = posts.id where posts.id = ${postId}`.pipe(
        firstOr(LikesFor, () => new PostNotFound({ id: postId }))
      )
  }
})
