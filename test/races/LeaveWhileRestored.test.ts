import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { answer, type Member, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { decisionId, hide, restore } from "../support/moderation/Hiding.ts"
import { at, statusesOf } from "../support/Wire.ts"
import { behindCommit, forced, type Lock } from "./Forced.ts"

const leave = ({ token }: Member, posts: "delete" | "keep") =>
  send("DELETE", "/api/users/me", { as: token, body: { password: "correct horse battery", posts } })

/** A comment that one member likes and another may, on a post. */
const scene = Effect.gen(function* () {
  const [maria, bob, liker, other] = [yield* join(), yield* join(), yield* join(), yield* join()]
  const post = yield* publish(maria)
  const comment = yield* answer(bob, post.id)
  for (const { token } of [liker, other]) yield* send("PUT", `/api/comments/${comment.id}/like`, { as: token })
  const likes = Effect.map(send("GET", `/api/posts/${post.id}`), ({ body }) => at(body, "comments", 0, "likeCount"))
  return { comment, liker, likes, post }
})

/** Another transaction restores texts as `HiddenTexts` does, with the lock of the post. */
const restoresComment =
  ({ comment, post }: Effect.Effect.Success<typeof scene>): Lock =>
  (sql) =>
    Effect.zipRight(
      sql`select from posts where id = ${post.id} for update`,
      sql`select restore_comments(array[${comment.id}::int])`
    )

const hidesComment =
  ({ comment, post }: Effect.Effect.Success<typeof scene>): Lock =>
  (sql) =>
    Effect.zipRight(
      sql`select from posts where id = ${post.id} for update`,
      sql`select hide_comments(array[${comment.id}::int], ${decisionId})`
    )

const restoresPost =
  ({ post }: Effect.Effect.Success<typeof scene>): Lock =>
  (sql) =>
    sql`select restore_posts(array[${post.id}::int])`

forced("a member who likes a comment leaves", (it) => {
  for (const posts of ["delete", "keep"] as const) {
    it.effect(`while the hidden comment is restored: their like goes (posts: ${posts})`, () =>
      Effect.gen(function* () {
        const given = yield* scene
        yield* hide({ type: "comment", id: given.comment.id })
        deepStrictEqual(statusesOf(yield* behindCommit(restoresComment(given), [leave(given.liker, posts)])), [200])
        strictEqual(yield* given.likes, 1)
      })
    )

    it.effect(`while the comment is hidden: their like goes, and is gone when it is restored (posts: ${posts})`, () =>
      Effect.gen(function* () {
        const given = yield* scene
        deepStrictEqual(statusesOf(yield* behindCommit(hidesComment(given), [leave(given.liker, posts)])), [200])
        yield* restore({ type: "comment", id: given.comment.id })
        strictEqual(yield* given.likes, 1)
      })
    )

    it.effect(`while its hidden post is restored: their like goes (posts: ${posts})`, () =>
      Effect.gen(function* () {
        const given = yield* scene
        yield* hide({ type: "post", id: given.post.id })
        deepStrictEqual(statusesOf(yield* behindCommit(restoresPost(given), [leave(given.liker, posts)])), [200])
        strictEqual(yield* given.likes, 1)
      })
    )
  }
})
