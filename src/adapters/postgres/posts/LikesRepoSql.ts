import { Option, Schema } from "effect"
import { Likes, LikeToggled } from "../../../domain/posts/Like.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { LikesRepo, type LikeToWrite } from "../../../ports/LikesRepo.ts"
import { batchStatement, refusedReaction } from "../BatchStatement.ts"
import { liked } from "../Columns.ts"
import { firstOr, inDatabase } from "../Rows.ts"

const LikesFor = Schema.Struct({ ...Likes.fields, liked: Schema.OptionFromNullOr(Schema.Boolean) })

export const layer = inDatabase(LikesRepo, (sql) => {
  const writeAll = batchStatement(sql, {
    name: "toggle_likes",
    encode: ({ actorKind, at, postId, userId, wanted }: LikeToWrite) => ({
      postId,
      userId,
      byAgent: actorKind === "agent",
      wanted: Option.getOrNull(wanted),
      at
    }),
    answer: Schema.Struct({ item: Schema.Int, ...LikeToggled.fields }),
    result: (_, { likeCount, liked }): LikeToggled => ({ liked, likeCount }),
    refusal: ({ postId }, refused) => refusedReaction(postId, refused)
  })

  return {
    writeAll,
    of: (postId, viewer) =>
      sql`select post_counts.likes as "likeCount", ${liked(sql, Option.getOrNull(viewer))} as liked
            from posts join post_counts on post_counts.post_id = posts.id where posts.id = ${postId}`.pipe(
        firstOr(LikesFor, () => new PostNotFound({ id: postId }))
      )
  }
})
