import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { diseaseNamed, joinAdmin, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, isTime, membersOf } from "../../../support/Wire.ts"

layer(community(Memory.layer), { excludeTestServices: true })("GET /api/users", (it) => {
  it.effect("lists members newest first, without emails and diseases", () =>
    Effect.gen(function* () {
      const [first, expert] = [yield* join(), yield* join("expert")]
      const disease = yield* diseaseNamed(first, "Marfan syndrome")
      yield* send("PATCH", `/api/users/${first.user.id}`, {
        as: first.token,
        body: { diseaseIds: [disease.id], bio: "me" }
      })
      const { body, status } = yield* send("GET", "/api/users?limit=2", { as: first.token })
      const item = ({ user }: typeof first, index: number, bio: string | null) => ({
        id: user.id,
        username: user.username,
        role: user.role,
        bio,
        bioHtml: bio === null ? null : `<p>${bio}</p>`,
        verified: null,
        createdAt: at(body, "data", index, "createdAt")
      })
      deepStrictEqual([status, at(body, "data")], [200, [item(expert, 0, null), item(first, 1, "me")]])
      assertTrue(isTime(at(body, "data", 0, "createdAt")))
      const total = at((yield* send("GET", "/api/stats")).body, "users")
      deepStrictEqual([at(body, "pagination", "total"), at(body, "pagination", "limit")], [total, 2])
    })
  )

  it.effect("shows diseases and the number of posts in detail to all, the email to the member and admins", () =>
    Effect.gen(function* () {
      const [maria, bob, admin] = [yield* join(), yield* join("expert"), yield* joinAdmin]
      const diseases = [yield* diseaseNamed(maria, "Wilson disease"), yield* diseaseNamed(maria, "Achondroplasia")]
      const diseaseIds = diseases.map(({ id }) => id)
      const path = `/api/users/${maria.user.id}`
      yield* send("PATCH", path, { as: maria.token, body: { diseaseIds, bio: "*me*" } })
      yield* publish(maria)
      const seen = yield* send("GET", path, { as: bob.token })
      const createdAt = at(seen.body, "createdAt")
      const detail = {
        id: maria.user.id,
        username: maria.user.username,
        role: "user",
        bio: "*me*",
        bioHtml: "<p><em>me</em></p>",
        verified: null,
        createdAt,
        diseaseIds,
        diseases: diseases.map(({ id, name }) => ({ id, name })),
        postCount: 1
      }
      deepStrictEqual([seen.status, seen.body, isTime(createdAt)], [200, detail, true])
      const email = Option.getOrThrow(maria.user.email)
      const ownDetail = { ...detail, email, diseasesVisibleTo: "members" }
      for (const [as, expected] of [
        [maria.token, ownDetail],
        [admin.token, { ...detail, email }]
      ] as const) {
        deepStrictEqual((yield* send("GET", path, { as })).body, expected)
      }
    })
  )

  it.effect("shows no email and no password wherever a member is embedded", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      yield* send("POST", `/api/posts/${id}/comments`, { as: maria.token, body: { content: "mine" } })
      yield* send("POST", `/api/posts/${(yield* publish(bob)).id}/like`, { as: maria.token })
      const seen = [
        "/api/users?limit=100",
        `/api/users/${maria.user.id}`,
        "/api/posts",
        `/api/posts/${id}`,
        `/api/posts/${id}/comments`,
        "/api/notifications"
      ]
      for (const path of seen) {
        const { body, status } = yield* send("GET", path, { as: bob.token })
        const text = JSON.stringify(body)
        assertTrue(status === 200 && text.includes(maria.user.username), path)
        for (const secret of ["example.org", "password", "plain:", "correct horse"])
          assertTrue(!text.includes(secret), path)
      }
      const own = yield* send("GET", `/api/users/${maria.user.id}`, { as: maria.token })
      deepStrictEqual(
        membersOf(own.body).filter((member) => /pass|hash|key|token/i.test(member)),
        []
      )
    })
  )
})
