import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { PostId, UserId } from "../domain/Ids.ts"
import { Likes, LikeToggled } from "../domain/Like.ts"
import { PostNotFound } from "../domain/Post.ts"
import { LikesRepo } from "../repositories/LikesRepo.ts"
import { liked } from "./Columns.ts"
import { stored } from "./Failures.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Its snapshot is taken after the lock of the post was waited for, so it sees what the last toggle left.
  const toggle = SqlSchema.single({
    Request: Schema.Struct({ postId: PostId, userId: UserId, at: Schema.DateTimeUtc }),
    Result: LikeToggled,
    execute: ({ at, postId, userId }) => sql`
      with removed as (
        delete from likes where post_id = ${postId} and user_id = ${userId} returning 1
      ), added as (
        insert into likes (post_id, user_id, created_at)
        select ${postId}::int, ${userId}::int, ${at}::timestamptz where not exists (select from removed)
        returning 1
      )
      update posts set
        like_count = like_count + (select count(*) from added) - (select count(*) from removed)
      where id = ${postId}
      returning exists (select from added) as liked, like_count as "likeCount"`
  })

  const of = SqlSchema.findOne({
    Request: Schema.Struct({ postId: PostId, viewer: Schema.OptionFromNullOr(UserId) }),
    Result: Schema.Struct({ ...Likes.fields, liked: Schema.OptionFromNullOr(Schema.Boolean) }),
    execute: ({ postId, viewer }) =>
      sql`select like_count as "likeCount", ${liked(sql, viewer)} as liked from posts where id = ${postId}`
  })

  return LikesRepo.of({
    toggle: (postId, userId, at) => stored(toggle({ postId, userId, at })),
    of: (postId, viewer) =>
      Effect.flatMap(
        stored(of({ postId, viewer })),
        Effect.orElseFail(() => new PostNotFound({ id: postId }))
      )
  })
})

/** Likes in PostgreSQL. */
export const layer = Layer.effect(LikesRepo, make)
