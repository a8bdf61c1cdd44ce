import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, refusedFor } from "../../../support/Wire.ts"

const path = "/api/users/me"

const leave = ({ payload, token }: Member, body: object = {}) =>
  send("DELETE", path, { as: token, body: { password: Redacted.value(payload.password), posts: "delete", ...body } })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: DELETE /api/users/me`, (it) => {
    it.effect("ends all credentials at once, frees name and email, and leaves no profile", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "mine" } })
        strictEqual((yield* send("GET", `/api/users/${maria.user.id}`, { as: bob.token })).status, 200)
        const left = yield* leave(maria)
        deepStrictEqual([left.status, left.body], [200, { deleted: true }])
        for (const as of [maria.token, key]) strictEqual((yield* send("GET", path, { as })).status, 401)
        strictEqual((yield* leave(maria)).status, 401)
        strictEqual((yield* send("GET", `/api/users/${maria.user.id}`, { as: bob.token })).status, 404)
        const { email, username } = maria.payload
        const password = Redacted.value(maria.payload.password)
        strictEqual((yield* send("POST", "/api/auth/login", { body: { email, password } })).status, 401)
        const again = yield* send("POST", "/api/auth/register", { body: { username, email, password } })
        strictEqual(again.status, 201)
        deepStrictEqual([at(again.body, "user", "postCount"), at(again.body, "user", "bio")], [0, null])
      })
    )

    it.effect("with `delete` takes posts and comments out of lists, searches and counts that were cached", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const word = unique()
        const [own, other] = [yield* publish(maria, { title: word }), yield* publish(bob)]
        yield* answer(maria, other.id)
        yield* maria.client.likes.toggle({ path: { id: other.id } })
        const reads = [
          `/api/posts?search=${word}`,
          `/api/posts/${other.id}`,
          `/api/posts/${other.id}/comments`,
          "/api/stats",
          "/api/notifications"
        ]
        const readAll = Effect.forEach(reads, (path) => send("GET", path, { as: bob.token }))
        yield* readAll
        yield* readAll
        strictEqual((yield* leave(maria)).status, 200)
        const [found, post, comments, , inbox] = yield* readAll
        deepStrictEqual(found === undefined ? [] : eachOf(found), [])
        deepStrictEqual([at(post?.body, "replyCount"), at(post?.body, "likeCount")], [0, 0])
        deepStrictEqual([at(comments?.body, "data"), at(inbox?.body, "data")], [[], []])
        strictEqual((yield* send("GET", `/api/posts/${own.id}`)).status, 404)
      })
    )

    it.effect("with `keep` leaves them under the former member, whom nobody can read or be", () =>
      Effect.gen(function* () {
        const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
        const [own, other] = [yield* publish(maria), yield* publish(bob)]
        yield* answer(maria, other.id)
        for (const id of [own.id, other.id]) yield* send("GET", `/api/posts/${id}`)
        strictEqual((yield* leave(maria, { posts: "keep" })).status, 200)
        const { body } = yield* send("GET", `/api/posts/${own.id}`)
        const author = { id: 2_147_483_647, username: "former member", role: "user", verified: false, kind: "human" }
        deepStrictEqual(at(body, "author"), author)
        deepStrictEqual(at((yield* send("GET", `/api/posts/${other.id}`)).body, "comments", 0, "author"), author)
        strictEqual((yield* send("GET", `/api/users/${author.id}`, { as: admin.token })).status, 404)
        strictEqual((yield* answer(bob, own.id)).postId, own.id)
        const edit = { as: admin.token, body: { title: `${unique()} @` } }
        strictEqual((yield* send("PATCH", `/api/posts/${own.id}`, edit)).status, 200)
      })
    )
  })
}

layer(community(memoryOnly[0].layer), { excludeTestServices: true })("DELETE /api/users/me", (it) => {
  it.effect("needs the password and a choice, and refuses an agent's key and the only admin", () =>
    Effect.gen(function* () {
      const admin = yield* joinAdmin
      const maria = yield* join()
      refusedFor(yield* leave(maria, { posts: "burn" }), 400, /delete or keep/)
      refusedFor(yield* leave(maria, { password: "another password" }), 403, /password is not your password/)
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
      refusedFor(yield* leave({ ...maria, token: key }), 403, /agent's API key/)
      refusedFor(yield* leave(admin), 403, /only admin/)
      yield* joinAdmin
      strictEqual((yield* leave(admin)).status, 200)
    })
  )

  it.effect("is not repeated by its Idempotency-Key, which it ignores: the credential has ended", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const body = { password: Redacted.value(maria.payload.password), posts: "delete" }
      const sent = { as: maria.token, body, headers: { "idempotency-key": unique() } }
      const statuses = [yield* send("DELETE", path, sent), yield* send("DELETE", path, sent)].map(
        ({ status }) => status
      )
      deepStrictEqual(statuses, [200, 401])
    })
  )
})
