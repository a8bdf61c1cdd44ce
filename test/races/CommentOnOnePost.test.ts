import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { atOnce, counted, members } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { type Answer, at, eachOf } from "../support/Wire.ts"
import { behindLock, forced, type Lock, lockPost } from "./Forced.ts"

/** A post, and requests about it and the inbox of its author. */
const scene = Effect.gen(function* () {
  const maria = yield* join()
  const { id } = yield* publish(maria)
  const path = `/api/posts/${id}/comments`
  return {
    maria,
    id,
    comment: ({ token }: typeof maria, text = "x") => send("POST", path, { as: token, body: { content: text } }),
    mark: send("PATCH", "/api/notifications", { as: maria.token }),
    list: send("GET", path),
    read: send("GET", `/api/posts/${id}`),
    inbox: send("GET", "/api/notifications", { as: maria.token })
  }
})

type Scene = Effect.Effect.Success<typeof scene>

/** All comments are listed in the order of their ids and counted, and those of others notify the author. */
const check = ({ inbox, list, read }: Scene, comments: ReadonlyArray<Answer>, ofOthers: number, marks: Array<Answer>) =>
  Effect.gen(function* () {
    const [ids, count] = [counted(comments, "id"), comments.length]
    strictEqual(new Set(ids).size, count)
    const listed = yield* list
    deepStrictEqual([eachOf(listed), at(listed.body, "pagination", "total")], [ids, count])
    strictEqual(at((yield* read).body, "replyCount"), count)
    const { body } = yield* inbox
    const marked = counted(marks, "updated").reduce((sum, count) => sum + count, 0)
    deepStrictEqual([at(body, "pagination", "total"), Number(at(body, "unreadCount")) + marked], [ofOthers, ofOthers])
  })

/**
 * Members comment on one post, while its author marks all notifications as read:
 * - comments share batches, which give ids in the order of their commits;
 * - a batch finds the post, or the inbox of its author, locked: its comments are tried again together;
 * - marking finds the inbox locked by a batch, is rolled back and run again.
 */
forced("comments on one post", (it) => {
  const locks: ReadonlyArray<readonly [title: string, lock: (scene: Scene) => Lock]> = [
    ["the post", ({ id }) => lockPost(id)],
    [
      "the inbox of its author",
      ({ maria }) =>
        (sql) =>
          sql`select pg_advisory_xact_lock(2, ${maria.user.id})`
    ]
  ]
  for (const [title, lock] of locks) {
    it.effect(`that wait for ${title} are all counted, listed and notified`, () =>
      Effect.gen(function* () {
        const given = yield* scene
        const [bob, eve] = [yield* join(), yield* join()]
        const comments = [bob, eve, bob, given.maria, bob].map((one) => given.comment(one))
        yield* check(given, yield* behindLock(lock(given), comments), 4, [])
      })
    )
  }

  it.effect("that wait beside the author who marks notifications as read are all counted", () =>
    Effect.gen(function* () {
      const given = yield* scene
      const bob = yield* join()
      const earlier = yield* given.comment(bob)
      const calls = [given.comment(bob), given.mark, given.comment(bob), given.mark]
      const lock: Lock = (sql) => sql`select pg_advisory_xact_lock(2, ${given.maria.user.id})`
      const answers = yield* behindLock(lock, calls)
      const marks = answers.filter((_, index) => index % 2 === 1)
      const comments = answers.filter((_, index) => index % 2 === 0)
      yield* check(given, [earlier, ...comments], 3, marks)
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: 30 comments on one post at once`,
    (it) => {
      it.effect("are all counted, listed and notified, while their author marks notifications as read", () =>
        Effect.gen(function* () {
          const given = yield* scene
          const writers = [given.maria, ...(yield* members(5))]
          const comments = writers.flatMap((writer) => Array.makeBy(5, (index) => given.comment(writer, `c${index}`)))
          const [answers, marks] = yield* Effect.all(
            [Effect.all(comments, atOnce), Effect.all(Array.replicate(given.mark, 5), atOnce)],
            atOnce
          )
          yield* check(given, answers, 25, marks)
        })
      )
    }
  )
}
