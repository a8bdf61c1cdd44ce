import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf, listAt } from "../support/Wire.ts"

/** A comment on a post, and requests about both. */
const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const post = yield* publish(maria)
  const { id } = yield* answer(bob, post.id)
  const path = `/api/comments/${id}`
  return {
    change: (content: string) => send("PATCH", path, { as: bob.token, body: { content } }),
    remove: send("DELETE", path, { as: bob.token }),
    removePost: send("DELETE", `/api/posts/${post.id}`, { as: maria.token }),
    another: send("POST", `/api/posts/${post.id}/comments`, { as: bob.token, body: { content: "another" } }),
    read: send("GET", `/api/posts/${post.id}`),
    inbox: send("GET", "/api/notifications", { as: maria.token })
  }
})

const statusesOf = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status)

/**
 * Requests about one comment:
 * - two of them want the lock of the post: the later one is rolled back, run again, and sees the earlier one's text;
 * - the comment, or its post, is gone when a request has the lock: it is 404;
 * - a batch with another comment holds the post: the request about the first one is run again.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: requests about one comment`,
    (it) => {
      it.effect("five changes at once all succeed, and one of them is stored whole", () =>
        Effect.gen(function* () {
          const { change, read } = yield* scene
          const texts = ["a", "b", "c", "d", "e"]
          const answers = yield* Effect.forEach(texts, change, atOnce)
          deepStrictEqual(
            answers.map(({ body }) => at(body, "content")),
            texts
          )
          const [comment] = listAt((yield* read).body, "comments")
          assertTrue(texts.includes(String(at(comment, "content"))))
          strictEqual(at(comment, "contentHtml"), `<p>${at(comment, "content")}</p>`)
        })
      )

      it.effect("three deletions beside changes and another comment delete it once, and count exactly", () =>
        Effect.gen(function* () {
          const { another, change, inbox, read, remove } = yield* scene
          const answers = yield* Effect.all([change("x"), remove, another, remove, change("y"), remove], atOnce)
          const statuses = statusesOf(answers)
          deepStrictEqual([statuses[1], statuses[3], statuses[5]].sort(), [200, 404, 404])
          strictEqual(statuses[2], 201)
          for (const status of [statuses[0], statuses[4]]) assertTrue(status === 200 || status === 404)
          const { body } = yield* read
          deepStrictEqual([at(body, "replyCount"), listAt(body, "comments").length], [1, 1])
          const notifications = yield* inbox
          deepStrictEqual([eachOf(notifications).length, at(notifications.body, "unreadCount")], [1, 1])
        })
      )

      it.effect("its deletion beside that of its post leaves neither, nor a notification", () =>
        Effect.gen(function* () {
          for (const _ of Array.range(1, 5)) {
            const { change, inbox, read, remove, removePost } = yield* scene
            const statuses = statusesOf(yield* Effect.all([remove, removePost, change("x")], atOnce))
            strictEqual(statuses[1], 200)
            for (const status of statuses) assertTrue(status === 200 || status === 404, String(statuses))
            strictEqual((yield* read).status, 404)
            const notifications = yield* inbox
            deepStrictEqual([eachOf(notifications), at(notifications.body, "unreadCount")], [[], 0])
          }
        })
      )
    }
  )
}
