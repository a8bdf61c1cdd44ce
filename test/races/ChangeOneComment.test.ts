import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf, listAt, statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced, lockPost } from "./Forced.ts"

/** A comment on a post, and requests about both. */
const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const post = yield* publish(maria)
  const { id } = yield* answer(bob, post.id)
  const path = `/api/comments/${id}`
  return {
    id,
    postId: post.id,
    change: (content: string) => send("PATCH", path, { as: bob.token, body: { content } }),
    remove: send("DELETE", path, { as: bob.token }),
    removePost: send("DELETE", `/api/posts/${post.id}`, { as: maria.token }),
    another: send("POST", `/api/posts/${post.id}/comments`, { as: bob.token, body: { content: "another" } }),
    read: send("GET", `/api/posts/${post.id}`),
    inbox: send("GET", "/api/notifications", { as: maria.token })
  }
})

type Scene = Effect.Effect.Success<typeof scene>

/** Three deletions, two changes, and another comment. */
const mixed = ({ another, change, remove }: Scene) => [change("x"), remove, another, remove, change("y"), remove]

const checkMixed = ({ inbox, read }: Scene, answers: ReadonlyArray<{ readonly status: number }>) =>
  Effect.gen(function* () {
    const statuses = statusesOf(answers)
    deepStrictEqual([statuses[1], statuses[3], statuses[5]].sort(), [200, 404, 404])
    strictEqual(statuses[2], 201)
    for (const status of [statuses[0], statuses[4]]) assertTrue(status === 200 || status === 404)
    const { body } = yield* read
    deepStrictEqual([at(body, "replyCount"), listAt(body, "comments").length], [1, 1])
    const notifications = yield* inbox
    deepStrictEqual([eachOf(notifications).length, at(notifications.body, "unreadCount")], [1, 1])
  })

/**
 * Requests about one comment:
 * - they find the post locked, by a batch too: they are rolled back and run again, one after the other;
 * - the comment, or its post, is gone when a request has the lock: it is 404.
 */
forced("requests about one comment", (it) => {
  it.effect("that wait for its post all change it, and one of them is stored whole", () =>
    Effect.gen(function* () {
      const { change, postId, read } = yield* scene
      const texts = ["a", "b", "c", "d", "e"]
      const answers = yield* behindLock(lockPost(postId), texts.map(change))
      deepStrictEqual(
        answers.map(({ body }) => at(body, "content")),
        texts
      )
      const [comment] = listAt((yield* read).body, "comments")
      assertTrue(texts.includes(String(at(comment, "content"))))
      strictEqual(at(comment, "contentHtml"), `<p>${at(comment, "content")}</p>`)
    })
  )

  it.effect("that wait for its post delete it once, beside changes and another comment, and count exactly", () =>
    Effect.gen(function* () {
      const given = yield* scene
      yield* checkMixed(given, yield* behindLock(lockPost(given.postId), mixed(given)))
    })
  )

  it.effect("that wait for its post leave neither when the post is deleted, nor a notification", () =>
    Effect.gen(function* () {
      const { change, inbox, postId, read, remove, removePost } = yield* scene
      const answers = yield* behindLock(lockPost(postId), [remove, removePost, change("x")])
      const statuses = statusesOf(answers)
      strictEqual(statuses[1], 200)
      for (const status of statuses) assertTrue(status === 200 || status === 404, String(statuses))
      strictEqual((yield* read).status, 404)
      const notifications = yield* inbox
      deepStrictEqual([eachOf(notifications), at(notifications.body, "unreadCount")], [[], 0])
    })
  )

  it.effect("are 404 when the transaction for which they wait has deleted the comment, or its post", () =>
    Effect.gen(function* () {
      const one = yield* scene
      const removed = yield* behindCommit(
        (sql) => Effect.zipRight(lockPost(one.postId)(sql), sql`delete from comments where id = ${one.id}`),
        [one.change("x"), one.remove]
      )
      deepStrictEqual(statusesOf(removed), [404, 404])
      const two = yield* scene
      const calls = [two.change("x"), two.remove, two.another]
      const withPost = yield* behindCommit((sql) => sql`delete from posts where id = ${two.postId}`, calls)
      deepStrictEqual(statusesOf(withPost), [404, 404, 404])
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: requests about one comment`,
    (it) => {
      it.effect("at once delete it once, beside changes and another comment, and count exactly", () =>
        Effect.gen(function* () {
          const given = yield* scene
          yield* checkMixed(given, yield* Effect.all(mixed(given), atOnce))
        })
      )
    }
  )
}
