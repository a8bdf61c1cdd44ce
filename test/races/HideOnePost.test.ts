import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import type { Transaction } from "../../src/ports/Transaction.ts"
import type { HiddenTexts } from "../../src/services/moderation/HiddenTexts.ts"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { decisionId, hide, restore } from "../support/moderation/Hiding.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf, listAt, statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced, type Lock, lockPost } from "./Forced.ts"

/** A post with a comment, and requests about both. */
const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const { id } = yield* publish(maria)
  const said = yield* answer(bob, id)
  const path = `/api/posts/${id}`
  const post = { type: "post" as const, id }
  const comment = { type: "comment" as const, id: said.id }
  const services = yield* Effect.context<HiddenTexts | Transaction>()
  /** The outcome of a decision, as a request has it. */
  const decided = <E>(decision: Effect.Effect<void, E, HiddenTexts | Transaction>) =>
    Effect.match(decision, { onSuccess: () => 200, onFailure: () => 404 }).pipe(
      Effect.map((status) => ({ status })),
      Effect.provide(services)
    )
  return {
    id,
    said,
    hide: decided(hide(post)),
    restore: decided(restore(post)),
    hideComment: decided(hide(comment)),
    restoreComment: decided(restore(comment)),
    comment: send("POST", `${path}/comments`, { as: bob.token, body: { content: "x" } }),
    like: send("PUT", `${path}/like`, { as: bob.token }),
    change: send("PATCH", path, { as: maria.token, body: { title: "changed" } }),
    /** An address in a text makes the request look for the author first. */
    changeWithAddress: send("PATCH", path, { as: maria.token, body: { title: "To help@example.org" } }),
    remove: send("DELETE", path, { as: maria.token }),
    read: send("GET", path),
    ownRead: send("GET", path, { as: maria.token }),
    inbox: send("GET", "/api/notifications", { as: maria.token })
  }
})

type Scene = Effect.Effect.Success<typeof scene>
type Status = { readonly status: number }

const hidden =
  ({ id }: Scene): Lock =>
  (sql) =>
    sql`select hide_posts(array[${id}::int], ${decisionId})`

const restored =
  ({ id }: Scene): Lock =>
  (sql) =>
    sql`select restore_posts(array[${id}::int])`

const lockHidden =
  ({ id }: Scene): Lock =>
  (sql) =>
    sql`select from hidden_posts where id = ${id} for update`

/** Restores between the looks of a request among the shown texts, and among the hidden ones: the second one waits. */
const between =
  (restore: Lock): Lock =>
  (sql) =>
    Effect.zipRight(sql`lock table hidden_posts, hidden_comments in access exclusive mode`, restore(sql))

/** A hiding, a change by the author, and writes of others. */
const mixed = ({ change, comment, hide, like }: Scene) => [hide, change, like, comment, comment, comment]

/** Comments and likes that were answered come back with the post, and its notifications are gone. */
const check = ({ inbox, read, restore }: Scene, answers: ReadonlyArray<Status>) =>
  Effect.gen(function* () {
    const [hide, change, like, ...comments] = statusesOf(answers)
    deepStrictEqual([hide, change], [200, 200]) // a change by its author, hidden or not
    assertTrue(like === 200 || like === 404)
    for (const status of comments) assertTrue(status === 201 || status === 404, String(status))
    strictEqual((yield* read).status, 404)
    deepStrictEqual([eachOf(yield* inbox), at((yield* inbox).body, "unreadCount")], [[], 0])
    strictEqual((yield* restore).status, 200)
    const { body } = yield* read
    const stored = comments.filter((status) => status === 201).length
    deepStrictEqual(
      [listAt(body, "comments").length, at(body, "replyCount"), at(body, "likeCount"), at(body, "title")],
      [stored + 1, stored + 1, like === 200 ? 1 : 0, "changed"]
    )
  })

/** Its author has deleted the post, and no decision finds it. */
const checkRemoved = ({ hide, inbox, ownRead, restore }: Scene, [remove]: ReadonlyArray<Status>) =>
  Effect.gen(function* () {
    deepStrictEqual([remove?.status, (yield* hide).status, (yield* restore).status], [200, 404, 404])
    strictEqual((yield* ownRead).status, 404)
    deepStrictEqual(eachOf(yield* inbox), [])
  })

const commentsOf = ({ read }: Scene) =>
  Effect.map(read, ({ body }) => [at(body, "replyCount"), listAt(body, "comments").map((one) => at(one, "id"))])

/**
 * A post is hidden and restored, while others write on it:
 * - a comment or like is stored before it is hidden, and comes back with it, or is 404;
 * - a batch that holds the post, or a change of it, makes the hiding begin again;
 * - a request waits for the shown post and then finds it hidden, or waits for the hidden post and then finds it shown: a
 *   deletion, a change by the author and a decision about a comment look for it again, and others are 404.
 */
forced("hiding one post", (it) => {
  it.effect(
    "beside comments, likes and changes that wait with it loses none that was answered, and counts exactly",
    () =>
      Effect.gen(function* () {
        const given = yield* scene
        yield* check(given, yield* behindLock(lockPost(given.id), mixed(given)))
      })
  )

  it.effect("while others wait for it refuses them with 404, but for its author", () =>
    Effect.gen(function* () {
      const given = yield* scene
      const [hide, change, ...others] = yield* behindCommit(hidden(given), mixed(given))
      deepStrictEqual([hide?.status, change?.status], [404, 200])
      deepStrictEqual(new Set(statusesOf(others)), new Set([404]))
      yield* check(given, [{ status: 200 }, { status: 200 }, ...others])
    })
  )

  it.effect("three times hides it once, and three restorations restore it once", () =>
    Effect.gen(function* () {
      const given = yield* scene
      const { hide, id, ownRead, restore } = given
      deepStrictEqual(statusesOf(yield* behindLock(lockPost(id), [hide, hide, hide])).sort(), [200, 404, 404])
      strictEqual(at((yield* ownRead).body, "hidden"), true)
      const calls = [restore, restore, restore]
      deepStrictEqual(statusesOf(yield* behindLock(lockHidden(given), calls)).sort(), [200, 404, 404])
      strictEqual(at((yield* ownRead).body, "hidden"), undefined)
    })
  )

  it.effect("or restoring it while its author deletes it leaves nothing to restore", () =>
    Effect.gen(function* () {
      const one = yield* scene
      yield* checkRemoved(one, yield* behindLock(lockPost(one.id), [one.remove, one.hide]))
      const two = yield* scene
      yield* checkRemoved(two, yield* behindCommit(hidden(two), [two.remove]))
      const three = yield* scene
      yield* three.hide
      yield* checkRemoved(three, yield* behindCommit(restored(three), [three.remove]))
    })
  )

  it.effect("and restoring it between two looks for it, or for its comment, hides neither from their authors", () =>
    Effect.gen(function* () {
      const given = yield* scene
      yield* given.hide
      const [changed] = yield* behindCommit(between(restored(given)), [given.changeWithAddress])
      deepStrictEqual([changed?.status, at(changed?.body, "hidden")], [200, undefined])
      yield* given.hide
      deepStrictEqual(yield* behindCommit(between(restored(given)), [given.hideComment]), [{ status: 200 }])
      deepStrictEqual(yield* commentsOf(given), [0, []])
    })
  )

  it.effect("or restoring it while its comment is hidden or restored leaves the comment as its own decision says", () =>
    Effect.gen(function* () {
      const one = yield* scene
      deepStrictEqual(yield* behindCommit(hidden(one), [one.hideComment]), [{ status: 200 }])
      yield* one.restore
      deepStrictEqual(yield* commentsOf(one), [0, []])
      deepStrictEqual(yield* behindCommit(hidden(one), [one.restoreComment]), [{ status: 200 }])
      yield* one.restore
      deepStrictEqual(yield* commentsOf(one), [1, [one.said.id]])
      const two = yield* scene
      yield* two.hide
      deepStrictEqual(yield* behindCommit(restored(two), [two.hideComment]), [{ status: 200 }])
      deepStrictEqual(yield* commentsOf(two), [0, []])
      yield* two.hide
      deepStrictEqual(yield* behindCommit(restored(two), [two.restoreComment]), [{ status: 200 }])
      deepStrictEqual(yield* commentsOf(two), [1, [two.said.id]])
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: hiding one post at once`, (it) => {
    it.effect("beside comments, likes, changes and reads loses none that was answered, and counts exactly", () =>
      Effect.gen(function* () {
        for (const _ of Array.range(1, 5)) {
          const given = yield* scene
          const [answers] = yield* Effect.all([Effect.all(mixed(given), atOnce), given.read], atOnce)
          yield* check(given, answers)
        }
      })
    )

    it.effect("beside its deletion by the author leaves nothing to restore", () =>
      Effect.gen(function* () {
        for (const _ of Array.range(1, 5)) {
          const given = yield* scene
          yield* checkRemoved(given, yield* Effect.all([given.remove, given.hide, given.restore], atOnce))
        }
      })
    )
  })
}
