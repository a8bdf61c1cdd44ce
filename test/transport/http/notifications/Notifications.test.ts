import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { answer, authorOnWire, joinAdmin, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, eachOf, isTime, listAt, placeOf } from "../../../support/Wire.ts"

/** A post of a new member's, somebody else, and how both see the author's notifications. */
const told = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join("expert")]
  const post = yield* publish(maria)
  const inbox = (query = "") => send("GET", `/api/notifications?${query}`, { as: maria.token })
  const count = Effect.map(inbox(), ({ body }) => [at(body, "pagination", "total"), at(body, "unreadCount")])
  return { maria, bob, post, inbox, count }
})

/** A member with a number of unread notifications, their ids (newest first), and how to mark them read. */
const unread = (count: number) =>
  Effect.gen(function* () {
    const [maria, bob] = [yield* join(), yield* join()]
    const post = yield* publish(maria)
    yield* Effect.forEach(Array.range(1, count), () => answer(bob, post.id))
    const list = send("GET", "/api/notifications?limit=100", { as: maria.token })
    const ids = eachOf(yield* list)
    const mark = (body?: unknown) =>
      send("PATCH", "/api/notifications", { as: maria.token, ...(body === undefined ? {} : { body }) })
    const marked = (body?: unknown) => Effect.map(mark(body), ({ body, status }) => [status, body])
    return { maria, bob, ids, list, mark, marked }
  })

layer(community(Memory.layer), { excludeTestServices: true })("/api/notifications", (it) => {
  it.effect("lists comments and likes of the author's posts newest first, in the form of the contract", () =>
    Effect.gen(function* () {
      const { bob, inbox, post } = yield* told
      const comment = yield* answer(bob, post.id, "Ask the **network**")
      yield* bob.client.likes.toggle({ path: { id: post.id } })
      const { body, status } = yield* inbox()
      const { username } = bob.user
      const [like, reply] = listAt(body, "data")
      const common = {
        read: false,
        actor: authorOnWire({ id: bob.user.id, username, role: "expert" }),
        post: { id: post.id, title: post.title }
      }
      deepStrictEqual(
        [status, body],
        [
          200,
          {
            data: [
              {
                ...common,
                id: at(like, "id"),
                type: "like",
                createdAt: at(like, "createdAt"),
                comment: null,
                message: `${username} liked your post "${post.title}"`
              },
              {
                ...common,
                id: at(reply, "id"),
                type: "comment",
                createdAt: at(reply, "createdAt"),
                comment: { id: comment.id, excerpt: "Ask the network" },
                message: `${username} commented on your post "${post.title}"`
              }
            ],
            pagination: { limit: 20, offset: 0, total: 2, hasMore: false },
            unreadCount: 2
          }
        ]
      )
      assertTrue(isTime(at(like, "createdAt")) && Number(at(like, "id")) > Number(at(reply, "id")))
    })
  )

  it.effect("notifies the author alone, also after an admin changed the post", () =>
    Effect.gen(function* () {
      const { bob, count, post } = yield* told
      const admin = yield* joinAdmin
      yield* send("PATCH", `/api/posts/${post.id}`, { as: admin.token, body: { title: "changed" } })
      yield* answer(bob, post.id)
      deepStrictEqual(yield* count, [1, 1])
      for (const { token } of [bob, admin]) {
        const { body } = yield* send("GET", "/api/notifications", { as: token })
        deepStrictEqual([at(body, "data"), at(body, "unreadCount")], [[], 0])
      }
    })
  )

  it.effect("answers windows by limit and offset, of all or the unread", () =>
    Effect.gen(function* () {
      const { bob, inbox, maria, post } = yield* told
      yield* Effect.forEach(Array.range(1, 25), () => answer(bob, post.id))
      const all = eachOf(yield* inbox("limit=100"))
      const seen = yield* inbox()
      deepStrictEqual(
        [eachOf(seen), placeOf(seen)],
        [all.slice(0, 20), { limit: 20, offset: 0, total: 25, hasMore: true }]
      )
      const next = yield* inbox("limit=10&offset=20")
      deepStrictEqual(
        [eachOf(next), placeOf(next)],
        [all.slice(20), { limit: 10, offset: 20, total: 25, hasMore: false }]
      )
      const notificationIds = all.slice(0, 22)
      yield* send("PATCH", "/api/notifications", { as: maria.token, body: { notificationIds } })
      for (const query of ["unreadOnly=true", "unreadOnly=1", "unreadOnly=true&limit=3"]) {
        const unread = yield* inbox(query)
        deepStrictEqual(
          [eachOf(unread), at(unread.body, "pagination", "total"), at(unread.body, "unreadCount")],
          [all.slice(22), 3, 3]
        )
      }
      for (const query of ["unreadOnly=false", "unreadOnly=0", "unreadOnly=", "limit=&offset="]) {
        strictEqual(at((yield* inbox(query)).body, "pagination", "total"), 25, query)
      }
      deepStrictEqual(eachOf(yield* inbox("limit=100"), "read"), [
        ...Array.replicate(true, 22),
        ...Array.replicate(false, 3)
      ])
    })
  )

  it.effect("shows current names, titles and roles, and an excerpt of at most 280 characters", () =>
    Effect.gen(function* () {
      const { bob, inbox, maria, post } = yield* told
      yield* answer(bob, post.id, "wordy ".repeat(100))
      yield* send("PATCH", `/api/posts/${post.id}`, { as: maria.token, body: { title: "another title" } })
      yield* send("PATCH", `/api/users/${bob.user.id}`, { as: bob.token, body: { username: `bob ${bob.user.id}` } })
      const { body } = yield* inbox()
      deepStrictEqual(
        [
          at(body, "data", 0, "post", "title"),
          at(body, "data", 0, "actor", "username"),
          at(body, "data", 0, "message")
        ],
        ["another title", `bob ${bob.user.id}`, `bob ${bob.user.id} commented on your post "another title"`]
      )
      const excerpt = String(at(body, "data", 0, "comment", "excerpt"))
      assertTrue(excerpt.length <= 280 && excerpt.length > 240 && excerpt.endsWith("wordy…"))
    })
  )

  it.effect("PATCH marks all for an empty object, null ids or no body", () =>
    Effect.gen(function* () {
      for (const body of [{}, { notificationIds: null }, undefined, { unheardOf: 1 }]) {
        const { list, marked } = yield* unread(3)
        deepStrictEqual(yield* marked(body), [200, { updated: 3, unreadCount: 0 }])
        deepStrictEqual(eachOf(yield* list, "read"), [true, true, true])
        deepStrictEqual(yield* marked(body), [200, { updated: 0, unreadCount: 0 }])
      }
    })
  )

  it.effect("PATCH marks no notification of another member, and does not tell whether it exists", () =>
    Effect.gen(function* () {
      const [maria, carol] = [yield* unread(2), yield* unread(1)]
      const [own] = carol.ids
      const nothing = [200, { updated: 0, unreadCount: 1 }]
      deepStrictEqual(yield* carol.marked({ notificationIds: maria.ids }), nothing)
      deepStrictEqual(yield* carol.marked({ notificationIds: [2_147_483_647] }), nothing)
      deepStrictEqual(eachOf(yield* maria.list, "read"), [false, false])
      deepStrictEqual(yield* carol.marked({ notificationIds: [...maria.ids, own] }), [
        200,
        { updated: 1, unreadCount: 0 }
      ])
      yield* carol.marked({})
      deepStrictEqual(eachOf(yield* maria.list, "read"), [false, false])
    })
  )
})
