import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { PostId } from "../../src/domain/Ids.ts"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { decisionId } from "../support/moderation/Hiding.ts"
import { oneDatabase } from "../support/Storage.ts"
import { type Answer, at, eachOf, statusesOf } from "../support/Wire.ts"
import { decide, isShown, report, scene, type TargetOnWire, told, userOf } from "../transport/http/moderation/Given.ts"
import { behindCommit, behindLock, forced, type Lock, lockPost } from "./Forced.ts"

type Scene = Effect.Effect.Success<typeof scene>

/** The lock that a decision about a target takes first. */
const lockTarget =
  ({ id, type }: TargetOnWire): Lock =>
  (sql) =>
    sql`select pg_advisory_xact_lock(${{ post: 16, comment: 17, user: 18 }[type]}, ${id})`

/** Four decisions to hide the post. */
const hides = ({ mod, other, post }: Scene) => [mod, other, mod, other].map(({ token }) => decide(token, post, "hide"))

/** One decision hid the post, and closed the report that was sent before. */
const check = ({ bob, maria, post }: Scene, decisions: ReadonlyArray<Answer>, reported: Answer) =>
  Effect.gen(function* () {
    deepStrictEqual(statusesOf(decisions).sort(), [201, 409, 409, 409])
    strictEqual(reported.status === 201 || reported.status === 404, true)
    strictEqual(yield* isShown(post, post.id), false)
    strictEqual((yield* told(maria)).length, 1)
    const open = yield* send("GET", "/api/reports?status=open", { as: bob.token })
    deepStrictEqual([eachOf(open), (yield* told(bob)).length], [[], reported.status === 201 ? 1 : 0])
  })

/**
 * Moderators decide the same about one target, while members report it, comment and like:
 * - the first decision holds the lock of the target; the others are rolled back, run again, and find nothing to change;
 * - a report comes before the decision, which closes it, or after it: then a hidden target is 404;
 * - a decision has the lock of the target, but a batch holds the post: it is rolled back and run again;
 * - a target is restored, with its post, between the looks for it among the shown texts and the hidden ones.
 */
forced("decisions", (it) => {
  it.effect("that wait for a target are applied once, and close the reports that were sent before", () =>
    Effect.gen(function* () {
      const given = yield* scene
      const { bob, post } = given
      const [reported, ...decisions] = yield* behindLock(lockTarget(post), [report(bob.token, post), ...hides(given)])
      yield* check(given, decisions, yield* Effect.fromNullable(reported))
    })
  )

  it.effect("that wait for a post on which others write are applied once", () =>
    Effect.gen(function* () {
      const given = yield* scene
      const { bob, post } = given
      const reported = yield* report(bob.token, post)
      yield* check(given, yield* behindLock(lockPost(PostId.make(post.id)), hides(given)), reported)
    })
  )

  it.effect("and reports that wait for a decision find the target hidden", () =>
    Effect.gen(function* () {
      const given = yield* scene
      const { bob, post } = given
      const answers = yield* behindCommit(
        (sql) => Effect.zipRight(lockTarget(post)(sql), sql`select hide_posts(array[${post.id}::int], ${decisionId})`),
        [report(bob.token, post), ...hides(given)]
      )
      deepStrictEqual(statusesOf(answers), [404, 409, 409, 409, 409])
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
        const calls = [mod, other, mod, other].map(({ token }) => decide(token, target, action))
        deepStrictEqual(statusesOf(yield* behindLock(lockTarget(target), calls)).sort(), [201, 409, 409, 409])
      }
    })
  )

  it.effect("that hide and restore all texts of a member, and one of them, end with all of them hidden, or none", () =>
    Effect.gen(function* () {
      const { comment, maria, mod, other, post } = yield* scene
      const calls = [
        decide(mod.token, userOf(maria), "hide", { all: true }),
        decide(other.token, post, "hide"),
        decide(other.token, userOf(maria), "restore", { all: true })
      ]
      const locks: Lock = (sql) => Effect.zipRight(lockTarget(userOf(maria))(sql), lockPost(PostId.make(post.id))(sql))
      const statuses = statusesOf(yield* behindLock(locks, calls))
      deepStrictEqual(
        statuses.filter((status) => status !== 201 && status !== 409),
        []
      )
      if (yield* isShown(post, post.id)) strictEqual(yield* isShown(comment, post.id), true)
    })
  )

  it.effect(
    "that hide all texts of a member, and notices of other decisions, do not wait for each other in a circle",
    () =>
      Effect.gen(function* () {
        const { bob, maria, mod, other } = yield* scene
        const [dave, carol, erin] = [yield* join(), yield* join(), yield* join()]
        // Maria's comment notifies Bob, and is about to be hidden; Bob's comment notifies Maria, and is, too.
        const [ofBob, ofDave] = [yield* publish(bob), yield* publish(dave)]
        yield* answer(maria, ofBob.id)
        yield* send("PUT", `/api/posts/${ofDave.id}/follow`, { as: maria.token })
        const comment = { type: "comment", id: (yield* answer(bob, ofDave.id)).id } as const
        const inbox = send("GET", "/api/notifications", { as: maria.token })
        yield* Effect.repeat(inbox, { until: (listed) => eachOf(listed, "type").includes("reply") })
        yield* report(carol.token, comment)
        yield* report(erin.token, userOf(maria))
        // Each has deleted notifications, and then waits to close its reports before it notifies.
        const reported: Lock = (sql) => sql`select from reports where decision_id is null for update`
        const calls = [decide(other.token, comment, "hide"), decide(mod.token, userOf(maria), "hide", { all: true })]
        deepStrictEqual(statusesOf(yield* behindLock(reported, calls)), [201, 201])
      })
  )

  it.effect("find a post or comment that is restored while they look for it", () =>
    Effect.gen(function* () {
      const { comment, mod, post } = yield* scene
      const restored: Lock = (sql) =>
        Effect.zipRight(
          sql`lock table hidden_posts, hidden_comments in access exclusive mode`,
          sql`select restore_posts(array[${post.id}::int])`
        )
      for (const target of [comment, post]) {
        strictEqual((yield* decide(mod.token, post, "hide")).status, 201)
        const [decided] = yield* behindCommit(restored, [decide(mod.token, target, "hide")])
        deepStrictEqual([decided?.status, at(decided?.body, "target", "type")], [201, target.type])
        if (target === comment) strictEqual(yield* isShown(comment, post.id), false)
      }
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: decisions at once`, (it) => {
    it.effect("are applied once, beside comments and likes, and close the reports that were sent before", () =>
      Effect.gen(function* () {
        const given = yield* scene
        const { bob, post } = given
        const writes = [
          send("POST", `/api/posts/${post.id}/like`, { as: bob.token }),
          send("POST", `/api/posts/${post.id}/comments`, { as: bob.token, body: { content: "x" } })
        ]
        const [decisions, reported, written] = yield* Effect.all(
          [Effect.all(hides(given), atOnce), report(bob.token, post), Effect.all(writes, atOnce)],
          atOnce
        )
        yield* check(given, decisions, reported)
        deepStrictEqual(
          statusesOf(written).filter((status) => ![200, 201, 404].includes(status)),
          []
        )
      })
    )
  })
}
