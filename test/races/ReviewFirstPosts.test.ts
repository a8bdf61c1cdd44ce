import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { joinAdmin, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { at, statusesOf } from "../support/Wire.ts"
import { behindLock, forced, type Lock } from "./Forced.ts"

/**
 * A new member sends several texts, all of which are found to be of a new member. Each waits for the lock of the author's texts,
 * under which it is counted again: the third one needs no review.
 */
forced(
  "texts of a new member",
  (it) => {
    it.effect("that are all found to need a review are hidden up to REVIEW_FIRST_POSTS", () =>
      Effect.gen(function* () {
        const [admin, { token, user }] = [yield* joinAdmin, yield* join()]
        const { id } = yield* publish(admin)
        const post = send("POST", "/api/posts", { as: token, body: { title: "Hello", content: "I am new." } })
        const comment = send("POST", `/api/posts/${id}/comments`, { as: token, body: { content: "I am new, too." } })
        const lock: Lock = (sql) => sql`select pg_advisory_xact_lock(20, ${user.id})`
        const answers = yield* behindLock(lock, [post, comment, post, comment, post])
        deepStrictEqual(statusesOf(answers), Array.replicate(201, 5))
        strictEqual(answers.filter(({ body }) => at(body, "hidden") === true).length, 2)
      })
    )
  },
  { REVIEW_FIRST_POSTS: "2" }
)
