import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf } from "../support/Wire.ts"

/**
 * Three requests delete one post, while others comment on it, like, read and change it:
 * - a comment or like is stored before the deletion, which takes it and its notification along;
 * - it comes after the deletion, and is 404;
 * - it finds the post locked by the deletion, is left out of its batch, tried again, and is 404 then;
 * - the deletion finds the post locked by a batch, is rolled back and run again.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: three deletions of one post at once, beside comments, likes and reads`,
    (it) => {
      it.effect("delete it once, and leave no notification of a comment or like", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const { id } = yield* publish(maria)
          const path = `/api/posts/${id}`
          const remove = send("DELETE", path, { as: maria.token })
          const answers = yield* Effect.all(
            [
              remove,
              send("POST", `${path}/comments`, { as: bob.token, body: { content: "x" } }),
              send("POST", `${path}/like`, { as: bob.token }),
              remove,
              send("GET", path),
              send("PATCH", path, { as: maria.token, body: { title: "x" } }),
              remove
            ],
            { concurrency: "unbounded" }
          )
          const statuses = answers.map(({ status }) => status)
          deepStrictEqual([statuses[0], statuses[3], statuses[6]].sort(), [200, 404, 404])
          deepStrictEqual(
            statuses.filter((status) => ![200, 201, 404].includes(status)),
            []
          )
          const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
          deepStrictEqual([eachOf(inbox), at(inbox.body, "unreadCount")], [[], 0])
        })
      )
    }
  )
}
