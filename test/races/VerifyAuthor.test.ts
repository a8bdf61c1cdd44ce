import { SqlClient } from "@effect/sql"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Fiber } from "effect"
import { answer, joinAdmin, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { at } from "../support/Wire.ts"
import { behindCommit, forced, lockPost, seenWaiting, whileWaiting } from "./Forced.ts"

/** A comment, and requests of its author and about them. */
const scene = Effect.gen(function* () {
  const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
  const post = yield* publish(maria)
  const { id } = yield* answer(bob, post.id)
  return {
    bob: bob.user.id,
    postId: post.id,
    change: send("PATCH", `/api/comments/${id}`, { as: bob.token, body: { content: "changed" } }),
    verify: send("PUT", `/api/users/${bob.user.id}/verification`, { as: admin.token, body: { as: "nurse" } }),
    answered: send("GET", `/api/posts?answered=true&authorId=${maria.user.id}`)
  }
})

/**
 * A verification changes the comments of its member, and so the counts of their posts:
 * - it waits for the posts before it locks the member, whom writes lock after their post;
 * - a write that meets it, or an erasure, in a deadlock is run again.
 */
forced("The author of a comment", (it) => {
  it.effect("is not held by a verification that waits for the post", () =>
    Effect.gen(function* () {
      const { answered, bob, postId, verify } = yield* scene
      const sql = yield* SqlClient.SqlClient
      const held = sql`select from users where id = ${bob} for key share nowait`
      const [{ status }, rows] = yield* whileWaiting(lockPost(postId), verify, held)
      deepStrictEqual([status, rows.length], [200, 1])
      strictEqual(at((yield* answered).body, "pagination", "total"), 1)
    })
  )

  it.effect("changes it after a deadlock with another transaction", () =>
    Effect.gen(function* () {
      const { bob, change, postId } = yield* scene
      const sql = yield* SqlClient.SqlClient
      const [isLocked, waits] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const other = Effect.gen(function* () {
        yield* sql`set local deadlock_timeout = '1min'`
        yield* sql`select from users where id = ${bob} for update`
        yield* Deferred.succeed(isLocked, undefined)
        yield* Deferred.await(waits)
        yield* sql`select from posts where id = ${postId} for update`
      })
      const fiber = yield* Effect.fork(sql.withTransaction(other))
      yield* Deferred.await(isLocked)
      const changing = yield* Effect.fork(change)
      yield* seenWaiting(1)
      yield* Deferred.succeed(waits, undefined)
      yield* Fiber.join(fiber)
      strictEqual((yield* Fiber.join(changing)).status, 200)
    })
  )

  it.effect("who leaves it behind changes it no more", () =>
    Effect.gen(function* () {
      const { bob, change } = yield* scene
      const [changed] = yield* behindCommit((sql) => sql`select erase_member(${bob}, true)`, [change])
      strictEqual(changed?.status, 403)
    })
  )
})
