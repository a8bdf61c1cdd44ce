import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { defaultSettings } from "../../../../src/domain/accounts/Settings.ts"
import { community } from "../../../support/Community.ts"
import { diseaseNamed, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, refusedFor } from "../../../support/Wire.ts"

const marfan = (member: Member) => diseaseNamed(member, "Marfan syndrome")

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`Follows (${storage.name})`, (it) => {
    it.effect("PUT and DELETE answer the state, and GET /api/users/me/follows lists what is followed", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const as = maria.token
        const [post, disease] = [yield* publish(bob), yield* marfan(maria)]
        const paths = [
          `/api/posts/${post.id}/follow`,
          `/api/diseases/${disease.id}/follow`,
          `/api/users/${bob.user.id}/follow`
        ]
        for (const path of [...paths, ...paths]) {
          const { body, status } = yield* send("PUT", path, { as })
          deepStrictEqual([status, body], [200, { following: true }])
        }
        const rows = [
          { type: "user", id: bob.user.id, name: bob.user.username },
          { type: "disease", id: disease.id, name: disease.name },
          { type: "post", id: post.id, name: post.title }
        ]
        const list = yield* send("GET", "/api/users/me/follows", { as })
        deepStrictEqual(
          rows.map((_, index) => {
            const { followedAt, ...row } = Object(at(list.body, "data", index))
            strictEqual(new Date(followedAt).toISOString(), followedAt)
            return row
          }),
          rows
        )
        strictEqual(at(list.body, "pagination", "total"), 3)
        deepStrictEqual(eachOf(yield* send("GET", "/api/users/me/follows?type=disease", { as })), [disease.id])
        for (const path of [...paths, ...paths]) {
          deepStrictEqual((yield* send("DELETE", path, { as })).body, { following: false })
        }
        deepStrictEqual(eachOf(yield* send("GET", "/api/users/me/follows", { as })), [])
      })
    )

    it.effect("a code of a disease means the disease, and nobody follows themselves", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* marfan(maria)
        strictEqual((yield* send("PUT", "/api/diseases/ORPHA:558/follow", { as: maria.token })).status, 200)
        deepStrictEqual(eachOf(yield* send("GET", "/api/users/me/follows", { as: maria.token })), [id])
        const own = `/api/users/${maria.user.id}/follow`
        refusedFor(yield* send("PUT", own, { as: maria.token }), 400, /^you cannot follow yourself/)
      })
    )

    it.effect("PATCH /api/users/me/settings changes what is sent, and GET reads all", () =>
      Effect.gen(function* () {
        const { token: as } = yield* join()
        const path = "/api/users/me/settings"
        deepStrictEqual((yield* send("GET", path, { as })).body, defaultSettings)
        const changed = { ...defaultSettings, newPost: false }
        const sent = { newPost: false, like: null, moderation: false }
        deepStrictEqual((yield* send("PATCH", path, { as, body: sent })).body, changed)
        deepStrictEqual((yield* send("GET", path, { as })).body, changed)
      })
    )
  })
}
