import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Number } from "effect"
import { atOnce, counted, members } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { type Member, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { type Answer, at, eachOf } from "../support/Wire.ts"
import { behindLock, forced, type Lock, lockPost } from "./Forced.ts"

/** A post, a toggle of the like of it, and the inbox of its author. */
const scene = Effect.gen(function* () {
  const maria = yield* join()
  const { id } = yield* publish(maria)
  const path = `/api/posts/${id}/like`
  return {
    id,
    authorId: maria.user.id,
    toggle: ({ token }: Member) => send("POST", path, { as: token }),
    likes: (viewer?: Member) =>
      Effect.map(send("GET", path, viewer === undefined ? {} : { as: viewer.token }), ({ body }) => body),
    inbox: send("GET", "/api/notifications?limit=100", { as: maria.token })
  }
})

type Scene = Effect.Effect.Success<typeof scene>

/** Each of the likers has notified the author once. */
const checkNotified = ({ inbox }: Scene, likers: ReadonlyArray<Member>) =>
  Effect.map(inbox, (found) => {
    const actors = eachOf(found, "actor", "id").map(globalThis.Number)
    const ids = likers.map(({ user }) => globalThis.Number(user.id))
    deepStrictEqual(Array.sort(actors, Number.Order), Array.sort(ids, Number.Order))
  })

/** So many toggles of one member end with a like, and notify once. */
const checkToggles = ({ inbox, likes }: Scene, bob: Member, answers: ReadonlyArray<Answer>) =>
  Effect.gen(function* () {
    const half = (answers.length - 1) / 2
    deepStrictEqual(counted(answers, "likeCount"), [...Array.replicate(0, half), ...Array.replicate(1, half + 1)])
    for (const { body } of answers) strictEqual(at(body, "liked"), at(body, "likeCount") === 1)
    deepStrictEqual(yield* likes(bob), { likeCount: 1, liked: true })
    const found = yield* inbox
    deepStrictEqual([eachOf(found, "type"), at(found.body, "unreadCount")], [["like"], 1])
  })

/**
 * Members toggle their like of one post:
 * - toggles of several members share a batch, whose statement counts them in order;
 * - toggles of one member share a batch: each sees the one before it;
 * - a batch finds the post, its counts or the inbox of its author locked: its items are tried again together.
 */
forced("toggles of the like of one post", (it) => {
  const locks: ReadonlyArray<readonly [title: string, lock: (scene: Scene) => Lock]> = [
    ["the post", ({ id }) => lockPost(id)],
    [
      "its counts",
      ({ id }) =>
        (sql) =>
          sql`update post_counts set likes = likes where post_id = ${id}`
    ],
    [
      "the inbox of its author",
      ({ authorId }) =>
        (sql) =>
          sql`select pg_advisory_xact_lock(2, ${authorId})`
    ]
  ]
  for (const [title, lock] of locks) {
    it.effect(`that wait for ${title} are all counted, and notify the author once of each member`, () =>
      Effect.gen(function* () {
        const given = yield* scene
        const likers = yield* members(4)
        const answers = yield* behindLock(lock(given), likers.map(given.toggle))
        deepStrictEqual(counted(answers, "likeCount"), [1, 2, 3, 4])
        deepStrictEqual(yield* given.likes(), { likeCount: 4 })
        yield* checkNotified(given, likers)
      })
    )
  }

  it.effect("that wait for the post and are of one member all count, and notify the author once", () =>
    Effect.gen(function* () {
      const [given, bob] = [yield* scene, yield* join()]
      yield* checkToggles(given, bob, yield* behindLock(lockPost(given.id), Array.replicate(given.toggle(bob), 5)))
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: toggles of the like of one post at once`,
    (it) => {
      it.effect("of twelve members are all counted, and notify the author once each", () =>
        Effect.gen(function* () {
          const given = yield* scene
          const likers = yield* members(12)
          const toggles = likers.map(given.toggle)
          deepStrictEqual(counted(yield* Effect.all(toggles, atOnce), "likeCount"), Array.range(1, 12))
          deepStrictEqual(yield* given.likes(), { likeCount: 12 })
          deepStrictEqual(counted(yield* Effect.all(toggles.slice(0, 5), atOnce), "likeCount"), Array.range(7, 11))
          yield* checkNotified(given, likers)
        })
      )

      it.effect("of one member all count, and notify the author once", () =>
        Effect.gen(function* () {
          const [given, bob] = [yield* scene, yield* join()]
          yield* checkToggles(given, bob, yield* Effect.all(Array.replicate(given.toggle(bob), 21), atOnce))
        })
      )
    }
  )
}
