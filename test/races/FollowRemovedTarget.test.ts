import { SqlClient } from "@effect/sql"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { FollowsRepo } from "../../src/ports/follows/FollowsRepo.ts"
import { PostsRepo } from "../../src/ports/posts/PostsRepo.ts"
import { moment, untilFree } from "../contracts/newRows.ts"
import { account, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { statusesOf } from "../support/Wire.ts"
import { behindCommit, forced } from "./Forced.ts"

/** A member, another one with a post, and the follows of the first, of which each row counts towards the limit. */
const scene = Effect.gen(function* () {
  const [bob, maria] = [yield* join(), yield* join()]
  const { id } = yield* publish(maria)
  const sql = yield* SqlClient.SqlClient
  const { password } = account()
  return {
    bob: bob.user.id,
    maria: maria.user.id,
    post: id,
    followPost: send("PUT", `/api/posts/${id}/follow`, { as: bob.token }),
    followMaria: send("PUT", `/api/users/${maria.user.id}/follow`, { as: bob.token }),
    remove: send("DELETE", `/api/posts/${id}`, { as: maria.token }),
    leave: send("DELETE", "/api/users/me", { as: maria.token, body: { password, posts: "delete" } }),
    follows: Effect.map(sql`select from follows where user_id = ${bob.user.id}`, ({ length }) => length)
  }
})

/**
 * A member follows a post or a member while they are deleted. Follows have no foreign key to their targets:
 * - the follow waits for the deletion, and finds no target then;
 * - the deletion waits for the follow, and takes it along.
 */
forced("a follow", (it) => {
  it.effect("of a post that is being deleted is 404, and leaves no row", () =>
    Effect.gen(function* () {
      const { follows, followPost, post } = yield* scene
      const answers = yield* behindCommit((sql) => sql`delete from posts where id = ${post}`, [followPost])
      deepStrictEqual([statusesOf(answers), yield* follows], [[404], 0])
    })
  )

  it.effect("of a member who is leaving is 404, and leaves no row", () =>
    Effect.gen(function* () {
      const { followMaria, follows, maria } = yield* scene
      const answers = yield* behindCommit((sql) => sql`select erase_member(${maria}, false)`, [followMaria])
      deepStrictEqual([statusesOf(answers), yield* follows], [[404], 0])
    })
  )

  it.effect("that is being stored is deleted with its post, or its member", () =>
    Effect.gen(function* () {
      const { bob, follows, leave, maria, post, remove } = yield* scene
      const [repo, posts, users] = [yield* FollowsRepo, yield* PostsRepo, yield* UsersRepo]
      const ofPost = Effect.zipRight(untilFree(posts.lock(post)), repo.add(bob, { type: "post", id: post }, moment))
      deepStrictEqual(statusesOf(yield* behindCommit(() => ofPost, [remove])), [200])
      strictEqual(yield* follows, 0)
      const ofMaria = Effect.zipRight(users.hold(maria), repo.add(bob, { type: "user", id: maria }, moment))
      deepStrictEqual(statusesOf(yield* behindCommit(() => ofMaria, [leave])), [200])
      strictEqual(yield* follows, 0)
    })
  )
})
