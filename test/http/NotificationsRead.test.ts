import { HttpClient, HttpClientRequest } from "@effect/platform"
import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { answer, publish } from "./Given.ts"
import { join, send } from "./Members.ts"
import { at, eachOf, refused, refusedFor } from "./Wire.ts"

/** A member with so many unread notifications, their ids (newest first), and how to mark them read. */
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

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: marking read`, (it) => {
    it.effect("marks those listed and no others, and counts those that were unread", () =>
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

    it.effect("marks all where no ids are named: an empty object, null, or no body", () =>
      Effect.gen(function* () {
        for (const body of [{}, { notificationIds: null }, undefined, { unheardOf: 1 }]) {
          const { list, marked } = yield* unread(3)
          deepStrictEqual(yield* marked(body), [200, { updated: 3, unreadCount: 0 }])
          deepStrictEqual(eachOf(yield* list, "read"), [true, true, true])
          deepStrictEqual(yield* marked(body), [200, { updated: 0, unreadCount: 0 }])
        }
      })
    )

    it.effect("takes a JSON content type without a body for no body", () =>
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

    it.effect("marks nothing of somebody else's, and does not tell whether it is there", () =>
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

    it.effect("refuses ids that cannot be any, and then marks nothing", () =>
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

    it.effect("refuses a body that is no JSON, and then marks nothing", () =>
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

    it.effect("counts each notification once, however many mark at once", () =>
      Effect.gen(function* () {
        const { ids, list, mark } = yield* unread(6)
        const halves = [{ notificationIds: ids.slice(0, 4) }, { notificationIds: ids.slice(2).reverse() }, {}]
        const answers = yield* Effect.forEach([...halves, ...halves], mark, { concurrency: "unbounded" })
        const updated = answers.map(({ body }) => Number(at(body, "updated")))
        deepStrictEqual(
          updated.reduce((sum, count) => sum + count, 0),
          6
        )
        deepStrictEqual(at((yield* list).body, "unreadCount"), 0)
      })
    )
  })
}
