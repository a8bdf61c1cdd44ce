import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { account, answer, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, isTime, listAt, placeOf, refused } from "../../../support/Wire.ts"

/** The entries about a member, newest first: action, actor, target, detail and reason. */
const entriesOf = (admin: Member, id: unknown) =>
  Effect.map(send("GET", `/api/audit?userId=${id}&limit=100`, { as: admin.token }), ({ body }) =>
    listAt(body, "data").map((entry) => [
      at(entry, "action"),
      at(entry, "by", "id"),
      at(entry, "targetId"),
      at(entry, "detail"),
      at(entry, "reason")
    ])
  )

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: GET /api/audit`, (it) => {
    it.effect("has each change of a member's credentials, and no login and logout", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const { id } = maria.user
        const as = maria.token
        const login = send("POST", "/api/auth/login", {
          body: { email: maria.payload.email, password: Redacted.value(maria.payload.password) }
        })
        const { body: session } = yield* login
        yield* send("POST", "/api/auth/logout", { as: Redacted.make(String(at(session, "token"))) })
        deepStrictEqual(yield* entriesOf(admin, id), [])
        const key = yield* maria.client.auth.createApiKey({ payload: { name: "my agent" } })
        yield* send("POST", `/api/auth/apikeys/${key.id}/rotate`, { as })
        yield* send("DELETE", "/api/auth/apikeys", { as, body: { id: key.id } })
        yield* login
        yield* send("DELETE", "/api/auth/sessions", { as })
        yield* send("DELETE", "/api/auth/sessions", { as })
        const oldPassword = Redacted.value(maria.payload.password)
        const password = (sent: string) =>
          send("POST", "/api/auth/password", { as, body: { oldPassword: sent, newPassword: `${oldPassword}!` } })
        refused(yield* password("wrong horse battery"), 403)
        strictEqual((yield* password(oldPassword)).status, 200)
        deepStrictEqual(yield* entriesOf(admin, id), [
          ["password_changed", id, null, null, null],
          ["sessions_ended", id, null, "1 session", null],
          ["key_revoked", id, key.id, null, null],
          ["key_rotated", id, key.id, null, null],
          ["key_created", id, key.id, "my agent", null]
        ])
      })
    )

    it.effect("has changes of role and verification by admins, in the state before and after", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const [path, by] = [`/api/users/${maria.user.id}`, admin.user.id]
        const change = (body: object) => send("PATCH", path, { as: admin.token, body })
        yield* change({ bio: "x" })
        yield* change({ role: "user" })
        yield* change({ role: "expert" })
        yield* send("DELETE", `${path}/verification`, { as: admin.token })
        yield* send("PUT", `${path}/verification`, { as: admin.token, body: { as: "nurse" } })
        yield* send("DELETE", `${path}/verification`, { as: admin.token })
        refused(yield* send("PATCH", path, { as: maria.token, body: { role: "admin" } }), 403)
        deepStrictEqual(yield* entriesOf(admin, maria.user.id), [
          ["unverified", by, null, "nurse", null],
          ["verified", by, null, "nurse", null],
          ["role_changed", by, null, "from user to expert", null],
          ["profile_changed", by, null, "bio", null]
        ])
        const made = yield* send("POST", "/api/auth/register", { as: admin.token, body: account({ role: "admin" }) })
        deepStrictEqual(yield* entriesOf(admin, at(made.body, "user", "id")), [
          ["role_changed", by, null, "registered as admin", null]
        ])
      })
    )

    it.effect("has a name and a bio that an admin changed, and neither the same again nor a member's own change", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const { id, username } = maria.user
        const change = (as: Redacted.Redacted, body: object) => send("PATCH", `/api/users/${id}`, { as, body })
        yield* change(maria.token, { bio: "my own" })
        yield* change(admin.token, { username, bio: "my own", diseaseIds: [] })
        deepStrictEqual(yield* entriesOf(admin, id), [])
        const name = `renamed ${id}`
        yield* change(admin.token, { username: name, bio: null })
        yield* change(admin.token, { bio: "**other**" })
        deepStrictEqual(yield* entriesOf(admin, id), [
          ["profile_changed", admin.user.id, null, "bio", null],
          ["profile_changed", admin.user.id, null, `username from "${username}" to "${name}", bio`, null]
        ])
      })
    )

    it.effect(
      "has what an admin did to texts of others, and nothing that failed or that members did to their own",
      () =>
        Effect.gen(function* () {
          const [maria, admin] = [yield* join(), yield* joinAdmin]
          const by = admin.user.id
          const [post, other] = [yield* publish(maria), yield* publish(admin)]
          const [comment, own] = [yield* answer(maria, post.id), yield* answer(maria, post.id)]
          yield* answer(admin, other.id)
          const write = (method: "PATCH" | "DELETE", path: string, as: Redacted.Redacted) =>
            send(method, path, { as, body: { content: "changed" } })
          yield* write("PATCH", `/api/posts/${post.id}`, maria.token)
          yield* write("PATCH", `/api/comments/${own.id}`, maria.token)
          yield* write("DELETE", `/api/comments/${own.id}`, maria.token)
          yield* write("DELETE", `/api/posts/${other.id}`, admin.token)
          deepStrictEqual([yield* entriesOf(admin, maria.user.id), yield* entriesOf(admin, by)], [[], []])
          yield* write("PATCH", `/api/comments/${comment.id}`, admin.token)
          yield* write("DELETE", `/api/comments/${comment.id}`, admin.token)
          refused(yield* write("DELETE", `/api/comments/${comment.id}`, admin.token), 404)
          yield* write("PATCH", `/api/posts/${post.id}`, admin.token)
          yield* write("DELETE", `/api/posts/${post.id}`, admin.token)
          deepStrictEqual(yield* entriesOf(admin, maria.user.id), [
            ["post_deleted", by, post.id, null, null],
            ["post_changed", by, post.id, null, null],
            ["comment_deleted", by, comment.id, null, null],
            ["comment_changed", by, comment.id, null, null]
          ])
        })
    )

    it.effect("names members by their present names, and is a keyset list whose cursors keep to their filter", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const as = admin.token
        for (const name of ["a", "b", "c", "d", "e"]) yield* maria.client.auth.createApiKey({ payload: { name } })
        const username = `renamed ${maria.user.id}`
        yield* send("PATCH", "/api/users/me", { as: maria.token, body: { username } })
        const path = `/api/audit?userId=${maria.user.id}`
        const whole = yield* send("GET", path, { as })
        const [first] = listAt(whole.body, "data")
        deepStrictEqual([at(first, "by"), at(first, "user")], Array(2).fill({ id: maria.user.id, username }))
        assertTrue(isTime(at(first, "at")))
        deepStrictEqual(eachOf(whole, "detail"), ["e", "d", "c", "b", "a"])
        strictEqual(placeOf(whole)["total"], 5)
        const page = yield* send("GET", `${path}&limit=2`, { as })
        const cursor = at(page.body, "pagination", "nextCursor")
        yield* maria.client.auth.createApiKey({ payload: { name: "f" } })
        const next = yield* send("GET", `${path}&limit=2&cursor=${cursor}`, { as })
        deepStrictEqual(eachOf(next, "detail"), ["c", "b"])
        for (const other of ["/api/audit?", `${path}&action=key_created`, `/api/audit?userId=${admin.user.id}`]) {
          refused(yield* send("GET", `${other}&cursor=${cursor}`, { as }), 400)
        }
        deepStrictEqual(eachOf(yield* send("GET", `${path}&action=key_revoked`, { as })), [])
      })
    )
  })
}

const code = "a code of the operator"

for (const storage of memoryOnly) {
  layer(community(storage.layer, { FIRST_ADMIN_CODE: code }), { excludeTestServices: true })(
    `${storage.name}: the first admin`,
    (it) => {
      it.effect("is an entry of the audit log", () =>
        Effect.gen(function* () {
          const admin = yield* join("admin", code)
          const { id } = admin.user
          deepStrictEqual(yield* entriesOf(admin, id), [["first_admin", id, null, null, null]])
        })
      )
    }
  )
}
