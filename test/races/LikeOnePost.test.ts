import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { atOnce, counted, members } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf } from "../support/Wire.ts"

/**
 * Members toggle their like of one post:
 * - toggles of several members share a batch, whose statement counts them in order;
 * - toggles of one member share a batch: each sees the one before it;
 * - a batch finds the post locked by the one before it, and its items are tried again.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: toggles of the like of one post at once`,
    (it) => {
      it.effect("of twelve members are all counted, and notify the author once each", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const path = `/api/posts/${(yield* publish(maria)).id}/like`
          const likers = yield* members(12)
          const toggles = likers.map(({ token }) => send("POST", path, { as: token }))
          deepStrictEqual(counted(yield* Effect.all(toggles, atOnce), "likeCount"), Array.range(1, 12))
          deepStrictEqual((yield* send("GET", path)).body, { likeCount: 12 })
          deepStrictEqual(counted(yield* Effect.all(toggles.slice(0, 5), atOnce), "likeCount"), Array.range(7, 11))
          const inbox = yield* send("GET", "/api/notifications?limit=100", { as: maria.token })
          deepStrictEqual(
            eachOf(inbox, "actor", "id")
              .map(Number)
              .sort((a, b) => a - b),
            likers.map(({ user }) => Number(user.id)).sort((a, b) => a - b)
          )
        })
      )

      it.effect("of one member all count, and notify the author once", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const path = `/api/posts/${(yield* publish(maria)).id}/like`
          const toggle = send("POST", path, { as: bob.token })
          const answers = yield* Effect.all(Array.replicate(toggle, 21), atOnce)
          deepStrictEqual(counted(answers, "likeCount"), [...Array.replicate(0, 10), ...Array.replicate(1, 11)])
          for (const { body } of answers) strictEqual(at(body, "liked"), at(body, "likeCount") === 1)
          deepStrictEqual((yield* send("GET", path, { as: bob.token })).body, { likeCount: 1, liked: true })
          const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
          deepStrictEqual([eachOf(inbox, "type"), at(inbox.body, "unreadCount")], [["like"], 1])
        })
      )
    }
  )
}
