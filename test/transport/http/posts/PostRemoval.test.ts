import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, joinAdmin, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, eachOf, recordOf, refused, refusedFor } from "../../../support/Wire.ts"

layer(community(Memory.layer), { excludeTestServices: true })("DELETE /api/posts/:id", (it) => {
  it.effect("answers the id, and everything about the post is 404 afterwards", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const path = `/api/posts/${id}`
      const { body, status } = yield* send("DELETE", path, { as: maria.token })
      deepStrictEqual([status, body], [200, { deleted: true, id }])
      const as = maria.token
      refused(yield* send("DELETE", path, { as }), 404)
      refused(yield* send("GET", path), 404)
      strictEqual((yield* send("HEAD", path)).status, 404)
      refused(yield* send("PATCH", path, { as, body: { title: "x" } }), 404)
      refused(yield* send("GET", `${path}/comments`), 404)
      refused(yield* send("POST", `${path}/comments`, { as, body: { content: "x" } }), 404)
      refused(yield* send("GET", `${path}/like`), 404)
      refused(yield* send("POST", `${path}/like`, { as }), 404)
    })
  )

  it.effect("deletes comments, likes and notifications too, from lists, searches and every count", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const disease = yield* diseaseNamed(maria, "Gaucher disease")
      const counts = Effect.gen(function* () {
        const { body: stats } = yield* send("GET", "/api/stats")
        const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
        return {
          stats: { ...recordOf(stats), generatedAt: "", activeUsers30d: 0 },
          posts: at((yield* send("GET", "/api/posts")).body, "pagination", "total"),
          ofDisease: at((yield* send("GET", `/api/posts?diseaseId=${disease.id}`)).body, "pagination", "total"),
          disease: at((yield* send("GET", `/api/diseases/${disease.id}`)).body, "postCount"),
          author: at((yield* send("GET", `/api/users/${maria.user.id}`, { as: bob.token })).body, "postCount"),
          inbox: at(inbox.body, "pagination", "total"),
          unread: at(inbox.body, "unreadCount"),
          told: eachOf(inbox)
        }
      })
      const kept = yield* publish(maria, { diseaseId: disease.id })
      yield* answer(bob, kept.id)
      const before = yield* counts
      const [title, said] = [unique(), unique()]
      const { id } = yield* publish(maria, { title, diseaseId: disease.id, category: "question" })
      yield* answer(bob, id, said)
      yield* answer(maria, id, said)
      yield* bob.client.likes.toggle({ path: { id } })
      const between = yield* counts
      deepStrictEqual(
        [between.posts, between.ofDisease, between.disease, between.author, between.inbox, between.unread].map(Number),
        [before.posts, before.ofDisease, before.disease, before.author, before.inbox, before.unread]
          .map(Number)
          .map((count, index) => count + (index < 4 ? 1 : 2))
      )
      deepStrictEqual(eachOf(yield* send("GET", `/api/posts?search=${said}`)), [id])
      yield* maria.client.posts.remove({ path: { id } })
      deepStrictEqual(yield* counts, before)
      for (const word of [title, said]) deepStrictEqual(eachOf(yield* send("GET", `/api/posts?search=${word}`)), [])
      deepStrictEqual(eachOf(yield* send("GET", `/api/posts?diseaseId=${disease.id}`)), [kept.id])
    })
  )

  it.effect("answers 403 to all but the author and admins", () =>
    Effect.gen(function* () {
      const { id } = yield* publish(yield* join())
      const path = `/api/posts/${id}`
      refused(yield* send("DELETE", path), 401)
      for (const role of ["user", "expert"] as const) {
        refusedFor(yield* send("DELETE", path, { as: (yield* join(role)).token }), 403, /author/)
      }
      strictEqual((yield* send("GET", path)).status, 200)
      const { body, status } = yield* send("DELETE", path, { as: (yield* joinAdmin).token })
      deepStrictEqual([status, body], [200, { deleted: true, id }])
      refused(yield* send("GET", path), 404)
    })
  )
})
