import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { type Answer, at, eachOf, statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced, type Lock, lockPost } from "./Forced.ts"

/** A post, and requests that delete it or write on it. */
const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const { id } = yield* publish(maria)
  const path = `/api/posts/${id}`
  return {
    id,
    authorId: maria.user.id,
    remove: send("DELETE", path, { as: maria.token }),
    comment: send("POST", `${path}/comments`, { as: bob.token, body: { content: "x" } }),
    like: send("POST", `${path}/like`, { as: bob.token }),
    read: send("GET", path),
    change: send("PATCH", path, { as: maria.token, body: { title: "x" } }),
    inbox: send("GET", "/api/notifications", { as: maria.token })
  }
})

type Scene = Effect.Effect.Success<typeof scene>

/** Three deletions, between a comment and a like. */
const mixed = ({ comment, like, remove }: Scene) => [remove, comment, like, remove, remove]

const check = ({ inbox }: Scene, answers: ReadonlyArray<Answer>) =>
  Effect.gen(function* () {
    const statuses = statusesOf(answers)
    deepStrictEqual([statuses[0], statuses[3], statuses[4]].sort(), [200, 404, 404])
    deepStrictEqual(
      statuses.filter((status) => ![200, 201, 404].includes(status)),
      []
    )
    const notifications = yield* inbox
    deepStrictEqual([eachOf(notifications), at(notifications.body, "unreadCount")], [[], 0])
  })

/**
 * Requests delete one post, while others comment on it, like, read and change it:
 * - a comment or like is stored before the deletion, which takes it and its notification along;
 * - it comes after the deletion, and is 404;
 * - it finds the post locked by the deletion, is left out of its batch, tried again, and is 404 then;
 * - the deletion finds the post, or the inbox of its author, locked by a batch: it is rolled back and run again.
 */
forced("deletions of one post", (it) => {
  const locks: ReadonlyArray<readonly [title: string, lock: (scene: Scene) => Lock]> = [
    ["it", ({ id }) => lockPost(id)],
    [
      "the inbox of its author",
      ({ authorId }) =>
        (sql) =>
          sql`select pg_advisory_xact_lock(2, ${authorId})`
    ]
  ]
  for (const [title, lock] of locks) {
    it.effect(`that wait for ${title}, beside comments and likes, delete it once and leave no notification`, () =>
      Effect.gen(function* () {
        const given = yield* scene
        yield* check(given, yield* behindLock(lock(given), mixed(given)))
      })
    )
  }

  it.effect("and comments, likes and changes that wait for a deletion are 404", () =>
    Effect.gen(function* () {
      const given = yield* scene
      const calls = [given.change, ...mixed(given)]
      const answers = yield* behindCommit((sql) => sql`delete from posts where id = ${given.id}`, calls)
      deepStrictEqual(new Set(statusesOf(answers)), new Set([404]))
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: deletions of one post at once`,
    (it) => {
      it.effect("delete it once, beside writes and reads, and leave no notification", () =>
        Effect.gen(function* () {
          const given = yield* scene
          const answers = yield* Effect.all([...mixed(given), given.read, given.change], atOnce)
          yield* check(given, answers)
        })
      )
    }
  )
}
