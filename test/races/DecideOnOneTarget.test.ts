import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf } from "../support/Wire.ts"
import { decide, isShown, report, scene, told, userOf } from "../transport/http/moderation/Given.ts"

/**
 * Moderators decide the same about one target, while members report it, comment and like:
 * - the first decision holds the lock of the target; the others are rolled back, run again, and find nothing to change;
 * - a report comes before the decision, which closes it, or after it: then a hidden target is 404.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: decisions at once`, (it) => {
    it.effect("one of several about the same target is applied, and closes the reports that were sent before", () =>
      Effect.gen(function* () {
        const { bob, maria, mod, other, post } = yield* scene
        const answers = yield* Effect.all(
          [
            decide(mod.token, post, "hide"),
            decide(other.token, post, "hide"),
            report(bob.token, post),
            decide(mod.token, post, "hide"),
            send("POST", `/api/posts/${post.id}/like`, { as: bob.token }),
            send("POST", `/api/posts/${post.id}/comments`, { as: bob.token, body: { content: "x" } }),
            decide(other.token, post, "hide")
          ],
          atOnce
        )
        const statuses = answers.map(({ status }) => status)
        deepStrictEqual([statuses[0], statuses[1], statuses[3], statuses[6]].sort(), [201, 409, 409, 409])
        deepStrictEqual(
          statuses.filter((status) => ![200, 201, 404, 409].includes(status)),
          []
        )
        strictEqual(yield* isShown(post, post.id), false)
        strictEqual((yield* told(maria)).length, 1)
        const open = yield* send("GET", "/api/reports?status=open", { as: bob.token })
        deepStrictEqual([eachOf(open), (yield* told(bob)).length], [[], statuses[2] === 201 ? 1 : 0])
      })
    )

    it.effect("one of several that suspend a member, or that close the same report, is applied", () =>
      Effect.gen(function* () {
        const { bob, maria, mod, other, post } = yield* scene
        yield* report(bob.token, post)
        for (const [target, action] of [
          [post, "none"],
          [userOf(maria), "suspend"]
        ] as const) {
          const answers = yield* Effect.all(
            [mod, other, mod, other].map(({ token }) => decide(token, target, action)),
            atOnce
          )
          deepStrictEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
        }
      })
    )

    it.effect("hiding and restoring all texts of a member at once ends with all of them hidden, or none", () =>
      Effect.gen(function* () {
        const { maria, mod, other, post } = yield* scene
        const all = { all: true }
        const answers = yield* Effect.all(
          [
            decide(mod.token, userOf(maria), "hide", all),
            decide(other.token, post, "hide"),
            decide(other.token, userOf(maria), "restore", all)
          ],
          atOnce
        )
        deepStrictEqual(
          answers.filter(({ status }) => ![201, 409].includes(status)).map(({ body }) => at(body, "error")),
          []
        )
      })
    )
  })
}
