import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { PostId, UserId } from "../../../domain/Ids.ts"
import { Likes, LikeToggled } from "../../../domain/posts/Like.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { LikesRepo, type LikeToWrite } from "../../../ports/LikesRepo.ts"
import { batchStatement, refusedReaction } from "../BatchStatement.ts"
import { liked } from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

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

  const of = SqlSchema.findOne({
    Request: Schema.Struct({ postId: PostId, viewer: Schema.OptionFromNullOr(UserId) }),
    Result: Schema.Struct({ ...Likes.fields, liked: Schema.OptionFromNullOr(Schema.Boolean) }),
    execute: ({ postId, viewer }) =>
      sql`select post_counts.likes as "likeCount", ${liked(sql, viewer)} as liked
          from posts join post_counts on post_counts.post_id = posts.id where posts.id = ${postId}`
  })

  return LikesRepo.of({
    writeAll,
    of: (postId, viewer) =>
      Effect.flatMap(
        orUnavailable(of({ postId, viewer })),
        Effect.orElseFail(() => new PostNotFound({ id: postId }))
      )
  })
})

/** Likes in PostgreSQL. */
export const layer = Layer.effect(LikesRepo, make)
