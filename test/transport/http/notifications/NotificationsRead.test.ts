import { HttpClient, HttpClientRequest } from "@effect/platform"
import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { eachOf, refused, refusedFor } from "../../../support/Wire.ts"

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

layer(community(Memory.layer), { excludeTestServices: true })("PATCH /api/notifications", (it) => {
  it.effect("marks the listed notifications alone, and counts those that were unread", () =>
    Effect.gen(function* () {
      const { ids, list, marked } = yield* unread(4)
      const [a, b, c, d] = ids
      deepStrictEqual(yield* marked({ notificationIds: [b] }), [200, { updated: 1, unreadCount: 3 }])
      deepStrictEqual(eachOf(yield* list, "read"), [false, true, false, false])
      deepStrictEqual(yield* marked({ notificationIds: [b, c, c, c] }), [200, { updated: 1, unreadCount: 2 }])
      deepStrictEqual(yield* marked({ notificationIds: [b, c] }), [200, { updated: 0, unreadCount: 2 }])
      deepStrictEqual(eachOf(yield* list, "read"), [false, true, true, false])
      deepStrictEqual(yield* marked({ notificationIds: [a, d] }), [200, { updated: 2, unreadCount: 0 }])
      deepStrictEqual(eachOf(yield* list), ids)
    })
  )

  it.effect("marks all for an empty object, null ids or no body", () =>
    Effect.gen(function* () {
      for (const body of [{}, { notificationIds: null }, undefined, { unheardOf: 1 }]) {
        const { list, marked } = yield* unread(3)
        deepStrictEqual(yield* marked(body), [200, { updated: 3, unreadCount: 0 }])
        deepStrictEqual(eachOf(yield* list, "read"), [true, true, true])
        deepStrictEqual(yield* marked(body), [200, { updated: 0, unreadCount: 0 }])
      }
    })
  )

  it.effect("takes an empty body with a JSON content type for no body", () =>
    Effect.gen(function* () {
      const { maria } = yield* unread(2)
      const response = yield* HttpClient.execute(
        HttpClientRequest.patch("/api/notifications", {
          headers: { authorization: `Bearer ${Redacted.value(maria.token)}`, "content-type": "application/json" }
        })
      )
      deepStrictEqual([response.status, yield* response.json], [200, { updated: 2, unreadCount: 0 }])
    })
  )

  it.effect("marks nothing for an empty list", () =>
    Effect.gen(function* () {
      const { list, marked } = yield* unread(2)
      deepStrictEqual(yield* marked({ notificationIds: [] }), [200, { updated: 0, unreadCount: 2 }])
      deepStrictEqual(eachOf(yield* list, "read"), [false, false])
    })
  )

  it.effect("marks no notification of another member, and does not tell whether it exists", () =>
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

  it.effect("refuses malformed ids, and marks nothing then", () =>
    Effect.gen(function* () {
      const { ids, list, mark } = yield* unread(1)
      const [id] = ids
      for (const bad of [[id, "1"], [id, 0], [id, -1], [id, 1.5], [id, null], [id, 2 ** 31], "all", 5, { 0: id }]) {
        refusedFor(yield* mark({ notificationIds: bad }), 400, /^notificationIds/)
      }
      refused(yield* mark([id]), 400)
      refused(yield* mark("all"), 400)
      deepStrictEqual(eachOf(yield* list, "read"), [false])
    })
  )

  it.effect("refuses a body that is not JSON, and marks nothing then", () =>
    Effect.gen(function* () {
      const { list, maria } = yield* unread(1)
      for (const text of ["{", "notificationIds=1", " "]) {
        const request = HttpClientRequest.patch("/api/notifications", {
          headers: { authorization: `Bearer ${Redacted.value(maria.token)}` }
        }).pipe(HttpClientRequest.bodyText(text, "application/json"))
        const { headers, json, status } = yield* HttpClient.execute(request)
        refused({ headers, status, body: yield* json }, 400)
      }
      deepStrictEqual(eachOf(yield* list, "read"), [false])
    })
  )
})
