import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either } from "effect"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { hide, restore } from "../support/moderation/Hiding.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf, listAt } from "../support/Wire.ts"

/** A post with a comment, and requests about both. */
const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const { id } = yield* publish(maria)
  const said = yield* answer(bob, id)
  const path = `/api/posts/${id}`
  const [post, comment] = [
    { type: "post" as const, id },
    { type: "comment" as const, id: said.id }
  ]
  return {
    said,
    hide: Effect.either(hide(post)),
    restore: Effect.either(restore(post)),
    hideComment: Effect.either(hide(comment)),
    restoreComment: Effect.either(restore(comment)),
    comment: send("POST", `${path}/comments`, { as: bob.token, body: { content: "x" } }),
    like: send("PUT", `${path}/like`, { as: bob.token }),
    change: send("PATCH", path, { as: maria.token, body: { title: "changed" } }),
    remove: send("DELETE", path, { as: maria.token }),
    read: send("GET", path),
    ownRead: send("GET", path, { as: maria.token }),
    inbox: send("GET", "/api/notifications", { as: maria.token })
  }
})

const statusesOf = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status)

/**
 * A post is hidden and restored, while others write on it:
 * - a comment or like is stored before it is hidden, and comes back with it, or is 404;
 * - a batch that holds the post, or a change of it, makes the hiding begin again;
 * - a deletion finds it shown, hidden or in between, and deletes it in each case.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: hiding one post`, (it) => {
    it.effect("beside comments, likes, changes and reads loses none that was answered, and counts exactly", () =>
      Effect.gen(function* () {
        for (const _ of Array.range(1, 5)) {
          const { change, comment, hide, inbox, like, read, restore } = yield* scene
          const [hidden, ...answers] = yield* Effect.all([hide, comment, like, comment, change, read, comment], atOnce)
          assertTrue(Either.isRight(hidden))
          const statuses = statusesOf(answers)
          for (const status of statuses) assertTrue([200, 201, 404].includes(status), String(statuses))
          strictEqual(statuses[3], 200) // by its author, hidden or not
          strictEqual((yield* read).status, 404)
          deepStrictEqual([eachOf(yield* inbox), at((yield* inbox).body, "unreadCount")], [[], 0])
          assertTrue(Either.isRight(yield* restore))
          const { body } = yield* read
          const stored = statuses.filter((status) => status === 201).length
          const liked = statuses[1] === 200 ? 1 : 0
          deepStrictEqual(
            [listAt(body, "comments").length, at(body, "replyCount"), at(body, "likeCount"), at(body, "title")],
            [stored + 1, stored + 1, liked, "changed"]
          )
        }
      })
    )

    it.effect("three times at once hides it once, and three restorations restore it once", () =>
      Effect.gen(function* () {
        const { hide, ownRead, restore } = yield* scene
        for (const [once, isHidden] of [
          [hide, true],
          [restore, undefined]
        ] as const) {
          const results = yield* Effect.all([once, once, once], atOnce)
          strictEqual(results.filter(Either.isRight).length, 1)
          strictEqual(at((yield* ownRead).body, "hidden"), isHidden)
        }
      })
    )

    it.effect("beside its deletion by the author leaves nothing to restore", () =>
      Effect.gen(function* () {
        for (const _ of Array.range(1, 5)) {
          const { hide, inbox, ownRead, remove, restore } = yield* scene
          const [, removed] = yield* Effect.all([hide, remove, restore], atOnce)
          strictEqual(removed.status, 200)
          assertTrue(Either.isLeft(yield* restore))
          strictEqual((yield* ownRead).status, 404)
          deepStrictEqual(eachOf(yield* inbox), [])
        }
      })
    )

    it.effect("beside hiding and restoring its comment leaves the comment as its last decision says", () =>
      Effect.gen(function* () {
        for (const _ of Array.range(1, 5)) {
          const { hide, hideComment, read, restore, restoreComment, said } = yield* scene
          const [ofComment] = yield* Effect.all([hideComment, hide], atOnce)
          assertTrue(Either.isRight(ofComment))
          yield* restore
          deepStrictEqual([at((yield* read).body, "replyCount"), listAt((yield* read).body, "comments")], [0, []])
          const [restored] = yield* Effect.all([restoreComment, hide], atOnce)
          assertTrue(Either.isRight(restored))
          yield* restore
          const { body } = yield* read
          deepStrictEqual(
            [at(body, "replyCount"), listAt(body, "comments").map((one) => at(one, "id"))],
            [1, [said.id]]
          )
        }
      })
    )
  })
}
