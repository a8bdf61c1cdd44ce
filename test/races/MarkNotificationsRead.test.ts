import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { community } from "../support/Community.ts"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf } from "../support/Wire.ts"

/**
 * Six requests of one member mark overlapping halves, and all, of six notifications as read:
 * - two lock the same rows in opposite orders of their lists: both lock by id, so none waits in a circle;
 * - one finds rows that another has marked, and does not count them again.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: six requests that mark notifications as read at once`,
    (it) => {
      it.effect("count each notification once", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const post = yield* publish(maria)
          yield* Effect.forEach(Array.range(1, 6), () => answer(bob, post.id))
          const list = send("GET", "/api/notifications", { as: maria.token })
          const ids = eachOf(yield* list)
          const mark = (body: unknown) => send("PATCH", "/api/notifications", { as: maria.token, body })
          const halves = [{ notificationIds: ids.slice(0, 4) }, { notificationIds: ids.slice(2).reverse() }, {}]
          const answers = yield* Effect.forEach([...halves, ...halves], mark, { concurrency: "unbounded" })
          const updated = answers.map(({ body }) => Number(at(body, "updated")))
          deepStrictEqual(
            updated.reduce((sum, count) => sum + count, 0),
            6
          )
          deepStrictEqual(at((yield* list).body, "unreadCount"), 0)
        })
      )
    }
  )
}
