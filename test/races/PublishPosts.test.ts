import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { atOnce, members } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf } from "../support/Wire.ts"

/**
 * Four members publish four posts each:
 * - posts share batches, whose triggers add to the counts of the community, of categories and of authors;
 * - two batches lock the counts of the same authors, by id, so that neither waits for the other in a circle.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: 16 posts of four members at once`,
    (it) => {
      it.effect("are all counted and listed", () =>
        Effect.gen(function* () {
          const before = at((yield* send("GET", "/api/stats")).body, "posts")
          const writers = yield* members(4)
          const posts = writers.flatMap((member) => Array.replicate(publish(member), 4))
          const ids = (yield* Effect.all(posts, atOnce)).map(({ id }) => Number(id)).sort((a, b) => b - a)
          deepStrictEqual(eachOf(yield* send("GET", "/api/posts?limit=16")), ids)
          strictEqual(at((yield* send("GET", "/api/stats")).body, "posts"), Number(before) + 16)
          const [first] = writers
          const { body } = yield* send(
            "GET",
            `/api/users/${first?.user.id}`,
            first === undefined ? {} : { as: first.token }
          )
          strictEqual(at(body, "postCount"), 4)
        })
      )
    }
  )
}
