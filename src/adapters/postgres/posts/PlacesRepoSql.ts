import type { SqlClient, Statement } from "@effect/sql"
import { type DateTime, Effect, Option, Schema } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { Blocked } from "../../../domain/BatchResult.ts"
import { CommentId, PostId, type UserId } from "../../../domain/Ids.ts"
import { CommentElsewhere, maxNewComments, maxPlaces } from "../../../domain/posts/Place.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import type { StorageEffect } from "../../../domain/Unavailable.ts"
import { PlacesRepo } from "../../../ports/posts/PlacesRepo.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { all, first, iso, one, orBlocked } from "../Rows.ts"

const Saved = Schema.Struct({
  missing: Schema.NullOr(Schema.Literal("post", "comment", "member")),
  previous: Schema.NullOr(Schema.Int)
})
const newFields = { first: CommentId, count: Schema.Int }
const New = Schema.Struct(newFields)
const NewOfThread = Schema.Struct({ postId: PostId, ...newFields })

/** The new comments of a thread for a member (index comments_post_id). */
const selectNew = (
  sql: SqlClient.SqlClient,
  userId: UserId,
  postId: Statement.Fragment,
  after: Statement.Fragment
) => sql`
    select min(id) as first, count(*)::int as count from (
      select id from comments where post_id = ${postId} and id > ${after} and author_id <> ${userId}
      order by id limit ${sql.literal(String(maxNewComments))}
    ) found having count(*) > 0`

export const layer = inDatabaseAsReader(PlacesRepo, (sql) => {
  const save = (userId: UserId, postId: PostId, commentId: number, isVisit: boolean, at: DateTime.Utc) =>
    Effect.flatMap(
      sql`select * from save_place(${userId}, ${postId}, ${commentId}, ${isVisit}, ${iso(at)}, ${maxPlaces})`.pipe(
        orBlocked(undefined),
        one(Saved)
      ),
      ({
        missing,
        previous
      }): StorageEffect<number | null, Blocked | PostNotFound | NotSignedIn | CommentElsewhere> => {
        if (missing === "post") return new PostNotFound({ id: postId })
        if (missing === "member") return new NotSignedIn()
        if (missing === null) return Effect.succeed(previous)
        return new CommentElsewhere({ postId, commentId: CommentId.make(commentId) })
      }
    )

  return {
    set: (userId, { commentId, postId }, at) => Effect.asVoid(save(userId, postId, commentId, false, at)),

    visit: (userId, postId, commentId, at) =>
      save(
        userId,
        postId,
        Option.getOrElse(commentId, () => 0),
        true,
        at
      ).pipe(
        Effect.catchTag("CommentElsewhere", Effect.die),
        Effect.flatMap((previous) =>
          previous === null ? Effect.succeedNone : first(New)(selectNew(sql, userId, sql`${postId}`, sql`${previous}`))
        )
      ),

    // Primary key of places.
    newComments: (userId) =>
      Effect.map(
        all(NewOfThread)(sql`
          select places.post_id as "postId", found.* from places
          cross join lateral (${selectNew(sql, userId, sql`places.post_id`, sql`places.comment_id`)}) found
          where user_id = ${userId}`),
        (rows) => new Map(rows.map(({ postId, ...found }) => [postId, found]))
      )
  }
})
