import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { Secrets } from "../../../../src/ports/Secrets.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, isTime, refused } from "../../../support/Wire.ts"

const as = "cardiologist, Charité"

const verify = (admin: Pick<Member, "token">, { user }: Member, text: unknown = as) =>
  send("PUT", `/api/users/${user.id}/verification`, { as: admin.token, body: { as: text } })

const withdraw = (admin: Pick<Member, "token">, { user }: Member) =>
  send("DELETE", `/api/users/${user.id}/verification`, { as: admin.token })

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: verification`, (it) => {
    it.effect("names who verified a member, when and as what, until it is withdrawn", () =>
      Effect.gen(function* () {
        const [lind, maria, admin] = [yield* join("expert"), yield* join(), yield* joinAdmin]
        const path = `/api/users/${lind.user.id}`
        strictEqual(at((yield* send("GET", path, { as: maria.token })).body, "verified"), null)
        const { body, status } = yield* verify(admin, lind)
        const verified = at(body, "verified")
        const by = { id: admin.user.id, username: admin.user.username }
        deepStrictEqual([status, verified], [200, { by, at: at(verified, "at"), as }])
        assertTrue(isTime(at(verified, "at")))
        deepStrictEqual(at((yield* send("GET", path, { as: maria.token })).body, "verified"), verified)
        const listed = yield* send("GET", "/api/users?limit=3", { as: maria.token })
        deepStrictEqual(eachOf(listed, "verified"), [null, null, verified])
        strictEqual(at((yield* verify(admin, lind, "  nurse ")).body, "verified", "as"), "nurse")
        for (const _ of [1, 2]) {
          const { body, status } = yield* withdraw(admin, lind)
          deepStrictEqual([status, at(body, "verified")], [200, null])
        }
        strictEqual(at((yield* send("GET", path, { as: maria.token })).body, "verified"), null)
      })
    )

    it.effect("shows on every author, beside the role, as soon as it changes", () =>
      Effect.gen(function* () {
        const [lind, maria, admin] = [yield* join("expert"), yield* join(), yield* joinAdmin]
        const { id } = yield* publish(lind)
        const own = yield* publish(maria)
        yield* answer(lind, own.id)
        const shown = Effect.gen(function* () {
          const records = [
            (yield* send("GET", `/api/posts?authorId=${lind.user.id}`)).body,
            (yield* send("GET", `/api/posts/${id}`)).body,
            (yield* send("GET", `/api/posts/${own.id}/comments`)).body,
            (yield* send("GET", `/api/posts/${own.id}`)).body,
            (yield* send("GET", "/api/notifications", { as: maria.token })).body
          ]
          const authors = [
            at(records[0], "data", 0, "author"),
            at(records[1], "author"),
            at(records[2], "data", 0, "author"),
            at(records[3], "comments", 0, "author"),
            at(records[4], "data", 0, "actor")
          ]
          return authors.map((author) => [at(author, "role"), at(author, "verified"), at(author, "verifiedAs")])
        })
        const everywhere = (...expected: ReadonlyArray<unknown>) => Array(5).fill(expected)
        deepStrictEqual(yield* shown, everywhere("expert", false, undefined))
        yield* verify(admin, lind)
        deepStrictEqual(yield* shown, everywhere("expert", true, as))
        const path = `/api/users/${lind.user.id}`
        yield* send("PATCH", path, { as: admin.token, body: { role: "user" } })
        deepStrictEqual(yield* shown, everywhere("user", true, as))
        yield* withdraw(admin, lind)
        deepStrictEqual(yield* shown, everywhere("user", false, undefined))
      })
    )

    it.effect(
      "is withdrawn by another username, which the audit log has, and not by the same one in another case",
      () =>
        Effect.gen(function* () {
          const [lind, admin] = [yield* join("expert"), yield* joinAdmin]
          const path = `/api/users/${lind.user.id}`
          const verifiedAfter = (sender: typeof lind, username: string) =>
            Effect.map(send("PATCH", path, { as: sender.token, body: { username } }), ({ body }) =>
              at(body, "verified", "as")
            )
          yield* verify(admin, lind)
          strictEqual(yield* verifiedAfter(lind, lind.user.username.toUpperCase()), as)
          strictEqual(yield* verifiedAfter(lind, `dr ${lind.user.username}`), undefined)
          yield* verify(admin, lind)
          strictEqual(yield* verifiedAfter(admin, `prof ${lind.user.username}`), undefined)
          const { body } = yield* send("GET", `/api/audit?userId=${lind.user.id}`, { as: admin.token })
          const entries = [0, 1, 2, 3, 4].map((index) => at(body, "data", index))
          deepStrictEqual(
            entries.map((entry) => [at(entry, "action"), at(entry, "by", "id"), at(entry, "detail")]),
            [
              [
                "profile_changed",
                admin.user.id,
                `username from "dr ${lind.user.username}" to "prof ${lind.user.username}"`
              ],
              ["unverified", admin.user.id, as],
              ["verified", admin.user.id, as],
              ["unverified", lind.user.id, as],
              ["verified", admin.user.id, as]
            ]
          )
        })
    )

    it.effect("shows the present name of the admin", () =>
      Effect.gen(function* () {
        const [lind, maria, admin] = [yield* join("expert"), yield* join(), yield* joinAdmin]
        yield* verify(admin, lind)
        const nameOf = Effect.map(send("GET", `/api/users/${lind.user.id}`, { as: maria.token }), ({ body }) =>
          at(body, "verified", "by", "username")
        )
        strictEqual(yield* nameOf, admin.user.username)
        const username = `renamed ${admin.user.id}`
        yield* send("PATCH", "/api/users/me", { as: admin.token, body: { username } })
        strictEqual(yield* nameOf, username)
      })
    )

    it.effect("takes 1 to 100 characters on one line, and no secret", () =>
      Effect.gen(function* () {
        const [lind, admin] = [yield* join("expert"), yield* joinAdmin]
        const key = Redacted.value(yield* Effect.flatMap(Secrets, ({ newApiKey }) => newApiKey))
        for (const text of ["", " ", "a\nb", "x".repeat(101), 5, key, lind.payload.email]) {
          refused(yield* verify(admin, lind, text), 400)
        }
        strictEqual((yield* verify(admin, lind, "é".repeat(100))).status, 200)
      })
    )
  })
}
