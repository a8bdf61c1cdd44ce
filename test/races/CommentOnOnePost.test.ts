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
 * Six members write five comments each on one post, while its author marks all notifications as read:
 * - comments share batches, which give ids in the order of their commits;
 * - marking finds the inbox locked by a batch, is rolled back and run again;
 * - a batch finds the inbox locked by marking, and its comments are tried again.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: 30 comments on one post at once`,
    (it) => {
      it.effect("are all counted, listed and notified, while their author marks notifications as read", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const { id } = yield* publish(maria)
          const path = `/api/posts/${id}/comments`
          const writers = [maria, ...(yield* members(5))]
          const comments = writers.flatMap(({ token }) =>
            Array.makeBy(5, (index) => send("POST", path, { as: token, body: { content: `c${index}` } }))
          )
          const mark = send("PATCH", "/api/notifications", { as: maria.token })
          const [answers, marks] = yield* Effect.all(
            [Effect.all(comments, atOnce), Effect.all(Array.replicate(mark, 5), atOnce)],
            atOnce
          )
          const ids = counted(answers, "id")
          strictEqual(new Set(ids).size, 30)
          const list = yield* send("GET", path)
          deepStrictEqual([eachOf(list), at(list.body, "pagination", "total")], [ids, 30])
          strictEqual(at((yield* send("GET", `/api/posts/${id}`)).body, "replyCount"), 30)
          const { body } = yield* send("GET", "/api/notifications", { as: maria.token })
          const marked = counted(marks, "updated").reduce((sum, count) => sum + count, 0)
          deepStrictEqual([at(body, "pagination", "total"), Number(at(body, "unreadCount")) + marked], [25, 25])
        })
      )
    }
  )
}
