import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { diseaseNamed, joinAdmin, type Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, long, recordOf, refused, refusedFor } from "../../../support/Wire.ts"

const change = ({ token }: Member, body: unknown, id?: number) =>
  Effect.suspend(() => send("PATCH", `/api/users/${id}`, { as: token, body }))

const own = (member: Member, body: unknown) => change(member, body, member.user.id)

layer(community(Memory.layer), { excludeTestServices: true })("PATCH /api/users/:id", (it) => {
  it.effect("answers the detail with the named members changed, and no others", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const marfan = yield* diseaseNamed(maria, "Marfan syndrome")
      const { body } = yield* send("GET", `/api/users/${maria.user.id}`, { as: maria.token })
      const name = unique()
      const steps: ReadonlyArray<readonly [object, object]> = [
        [{ username: ` ${name} ` }, { username: name }],
        [{ bio: "*me*" }, { bio: "*me*", bioHtml: "<p><em>me</em></p>" }],
        [{ diseaseIds: [marfan.id] }, { diseaseIds: [marfan.id], diseases: [{ id: marfan.id, name: marfan.name }] }],
        [{}, {}],
        [{ username: null, diseaseIds: null, role: null }, {}],
        [{ bio: null }, { bio: null, bioHtml: null }],
        [
          { bio: "a < b <img src=x onerror=alert(1)>`<b>`" },
          { bio: "a < b `<b>`", bioHtml: "<p>a &#x3C; b <code>&#x3C;b></code></p>" }
        ],
        [{ bio: "" }, { bio: null, bioHtml: null }],
        [
          { bio: "again", username: `${name}2` },
          { bio: "again", bioHtml: "<p>again</p>", username: `${name}2` }
        ],
        [{ diseaseIds: [] }, { diseaseIds: [], diseases: [] }]
      ]
      let expected = recordOf(body)
      for (const [sent, changed] of steps) {
        expected = { ...expected, ...changed }
        const answer = yield* own(maria, sent)
        deepStrictEqual([answer.status, answer.body], [200, expected])
      }
      deepStrictEqual((yield* send("GET", `/api/users/${maria.user.id}`, { as: maria.token })).body, expected)
    })
  )

  it.effect("refuses a password without an email or a role, and an email without a password", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const bio = unique()
      refusedFor(yield* own(maria, { bio, email: "new@example.org" }), 400, /email needs the password/)
      refusedFor(
        yield* own(maria, { bio, password: "x" }),
        400,
        /password only confirms a new email or role: .*change the password by itself/
      )
      const read = yield* own(maria, { email: null, password: null })
      deepStrictEqual([read.status, at(read.body, "bio"), at(read.body, "email")], [200, null, maria.payload.email])
    })
  )

  it.effect("holds members to their limits in code points, and changes nothing when it refuses", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const name = long(64, unique())
      strictEqual(at((yield* own(maria, { username: name })).body, "username"), name)
      strictEqual(at((yield* own(maria, { bio: long(2000) })).body, "bio"), long(2000))
      refusedFor(yield* own(maria, { bio: "x", username: long(65) }), 400, /^username .*64/)
      refusedFor(yield* own(maria, { username: unique(), bio: long(2001) }), 400, /^bio .*2000/)
      refusedFor(yield* own(maria, { bio: "x", username: "<b>" }), 400, /^username /)
      for (const bio of ["nul\0", "<script></script>"]) {
        refusedFor(yield* own(maria, { username: unique(), bio }), 400, /^bio /)
      }
      const { body } = yield* send("GET", `/api/users/${maria.user.id}`, { as: maria.token })
      deepStrictEqual([at(body, "username"), at(body, "bio")], [name, long(2000)])
    })
  )

  it.effect("stores each disease once in the given order, and refuses the change if one is unknown", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const b = yield* diseaseNamed(maria, "Wilson disease")
      const a = yield* diseaseNamed(maria, "Achondroplasia")
      const { body } = yield* own(maria, { diseaseIds: [b.id, a.id, b.id, b.id] })
      deepStrictEqual([at(body, "diseaseIds"), at(body, "diseases", 0, "name")], [[b.id, a.id], "Wilson disease"])
      refusedFor(yield* own(maria, { bio: "x", diseaseIds: [a.id, 2_147_483_647] }), 400, /^diseaseIds .*2147483647/)
      for (const diseaseIds of [[0], [2 ** 31]]) refusedFor(yield* own(maria, { diseaseIds }), 400, /^diseaseIds/)
      const { body: after } = yield* send("GET", `/api/users/${maria.user.id}`, { as: maria.token })
      deepStrictEqual([at(after, "diseaseIds"), at(after, "bio")], [[b.id, a.id], null])
      deepStrictEqual(at((yield* own(maria, { diseaseIds: [a.id, b.id] })).body, "diseaseIds"), [a.id, b.id])
    })
  )

  it.effect("takes up to 100 diseases", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { data } = yield* maria.client.diseases.list({ urlParams: { limit: 100 } })
      const ids = data.map(({ id }) => id)
      deepStrictEqual(at((yield* own(maria, { diseaseIds: ids })).body, "diseaseIds"), ids)
      refusedFor(yield* own(maria, { diseaseIds: [...ids, ...ids.slice(0, 1)] }), 400, /^diseaseIds .*100/)
    })
  )

  it.effect("answers 409 to a taken username of any case or width, and takes one's own in another case", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const name = `Zoë ${unique()}`
      yield* own(maria, { username: name })
      for (const username of [name, name.toUpperCase(), name.replace("Z", "Ｚ"), name.normalize("NFD")]) {
        refusedFor(yield* own(bob, { bio: "x", username }), 409, /username/)
      }
      strictEqual(at((yield* send("GET", `/api/users/${bob.user.id}`, { as: bob.token })).body, "bio"), null)
      strictEqual(at((yield* own(maria, { username: name.toUpperCase() })).body, "username"), name.toUpperCase())
      const freed = unique()
      yield* own(maria, { username: freed })
      strictEqual((yield* own(bob, { username: name })).status, 200)
    })
  )

  it.effect("answers 403 to a change of the role by anybody but an admin, and changes nothing else either", () =>
    Effect.gen(function* () {
      const [maria, admin] = [yield* join(), yield* joinAdmin]
      for (const role of ["user", "expert", "admin"]) {
        refusedFor(yield* own(maria, { bio: "x", role }), 403, /admin/)
      }
      strictEqual(at((yield* send("GET", `/api/users/${maria.user.id}`, { as: maria.token })).body, "bio"), null)
      for (const role of ["expert", "admin", "user"]) {
        const { body, status } = yield* change(admin, { role }, maria.user.id)
        deepStrictEqual([status, at(body, "role")], [200, role])
      }
      refusedFor(
        yield* change(admin, { role: "doctor" }, maria.user.id),
        400,
        /^role .*user, expert, moderator or admin/
      )
      yield* change(admin, { role: "admin" }, maria.user.id)
      strictEqual((yield* change(maria, { bio: "x" }, admin.user.id)).status, 200)
      yield* own(maria, { role: "user" })
      refused(yield* change(maria, { bio: "y" }, admin.user.id), 403)
    })
  )
})
