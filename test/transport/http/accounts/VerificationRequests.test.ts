import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { authorOnWire, joinAdmin, type Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt, refused, refusedFor } from "../../../support/Wire.ts"

const own = "/api/users/me/verification-request"
const all = "/api/verification-requests"
const words = { as: "nurse", text: "Register 12345." }

const request = ({ token }: Member, body: object = words) => send("PUT", own, { as: token, body })

/** The ids of the open requests of a member, as an admin sees them. */
const openOf = (admin: Member, { user }: Member) =>
  Effect.map(send("GET", `${all}?limit=100`, { as: admin.token }), ({ body }) =>
    listAt(body, "data").filter((one) => at(one, "user", "id") === user.id)
  )

const inboxOf = ({ token }: Member) =>
  Effect.map(send("GET", "/api/notifications", { as: token }), ({ body }) =>
    listAt(body, "data").map((one) => [at(one, "type"), at(one, "actor"), at(one, "verification"), at(one, "message")])
  )

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: requests to be verified`, (it) => {
    it.effect("are the member's to send, replace and withdraw, and admins list them with the member", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const sent = yield* request(maria)
        const id = at(sent.body, "id")
        const createdAt = at(sent.body, "createdAt")
        deepStrictEqual([sent.status, sent.body], [200, { id, ...words, createdAt }])
        strictEqual(at((yield* request(maria, { ...words, as: " midwife " })).body, "id"), id)
        deepStrictEqual(yield* openOf(admin, maria), [
          { id, as: "midwife", text: words.text, createdAt, user: authorOnWire(maria.user) }
        ])
        for (const _ of [1, 2]) {
          const withdrawn = yield* send("DELETE", own, { as: maria.token })
          deepStrictEqual([withdrawn.status, withdrawn.body], [200, { requested: false }])
        }
        deepStrictEqual(yield* openOf(admin, maria), [])
      })
    )

    it.effect("are answered by a verification, which notifies the member once", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        yield* request(maria)
        const verify = send("PUT", `/api/users/${maria.user.id}/verification`, {
          as: admin.token,
          body: { as: "nurse" }
        })
        for (const _ of [1, 2]) strictEqual((yield* verify).status, 200)
        deepStrictEqual(yield* openOf(admin, maria), [])
        deepStrictEqual(yield* inboxOf(maria), [
          ["moderation", null, { given: true, reason: null }, "an admin verified you"]
        ])
      })
    )

    it.effect("are refused with a reason, which the member and the audit log have", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const id = at((yield* request(maria)).body, "id")
        const refuse = (reason: string) => send("DELETE", `${all}/${id}`, { as: admin.token, body: { reason } })
        refusedFor(yield* refuse(maria.payload.email), 400, /email/)
        const done = yield* refuse("The register does not have it.")
        deepStrictEqual([done.status, done.body], [200, { deleted: true, id }])
        refused(yield* refuse("Again."), 404)
        deepStrictEqual(yield* openOf(admin, maria), [])
        const message = "an admin refused your request to be verified: The register does not have it."
        deepStrictEqual(yield* inboxOf(maria), [
          ["moderation", null, { given: false, reason: "The register does not have it." }, message]
        ])
        const log = yield* send("GET", `/api/audit?userId=${maria.user.id}`, { as: admin.token })
        deepStrictEqual(
          listAt(log.body, "data").map((one) =>
            ["action", "targetId", "detail", "reason"].map((name) => at(one, name))
          ),
          [["verification_refused", id, "nurse", "The register does not have it."]]
        )
        deepStrictEqual(eachOf(log, "by"), [{ id: admin.user.id, username: admin.user.username }])
      })
    )

    it.effect("are not refused where their words have changed since the admin read them", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const id = at((yield* request(maria, { ...words, text: "Register\n12345." })).body, "id")
        const refuse = (asked: object) =>
          send("DELETE", `${all}/${id}`, { as: admin.token, body: { reason: "Not in the register.", asked } })
        refusedFor(yield* refuse(words), 409, /changed/)
        strictEqual((yield* openOf(admin, maria)).length, 1)
        strictEqual((yield* refuse({ ...words, text: "Register\r\n12345." })).status, 200)
        deepStrictEqual(yield* openOf(admin, maria), [])
      })
    )

    it.effect("are not approved where their words or the name have changed since the admin read them", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const path = `/api/users/${maria.user.id}`
        const { username } = maria.user
        const approve = (asked: object, name = username) =>
          send("PUT", `${path}/verification`, { as: admin.token, body: { as: "nurse", asked, username: name } })
        refusedFor(yield* approve(words), 409, /changed or withdrawn/)
        yield* request(maria, { ...words, text: "Register\n12345." })
        refusedFor(yield* approve(words), 409, /changed or withdrawn/)
        refusedFor(yield* approve({ ...words, text: "Register\n12345." }, "another name"), 409, /another name/)
        strictEqual((yield* openOf(admin, maria)).length, 1)
        strictEqual(at((yield* send("GET", path, { as: admin.token })).body, "verified"), null)
        deepStrictEqual(yield* inboxOf(maria), [])
        const approved = yield* approve({ ...words, text: "Register\r\n12345." })
        deepStrictEqual([approved.status, at(approved.body, "verified", "as")], [200, "nurse"])
        deepStrictEqual(yield* openOf(admin, maria), [])
        refusedFor(yield* approve(words), 409, /changed or withdrawn/)
      })
    )

    it.effect("are withdrawn by another username, and not by the same one in another case", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        yield* request(maria)
        const rename = (username: string) => send("PATCH", "/api/users/me", { as: maria.token, body: { username } })
        strictEqual((yield* rename(maria.user.username.toUpperCase())).status, 200)
        strictEqual((yield* openOf(admin, maria)).length, 1)
        strictEqual((yield* rename(`dr ${maria.user.username}`)).status, 200)
        deepStrictEqual(yield* openOf(admin, maria), [])
      })
    )

    it.effect("are the member's own to send and withdraw, and not for an agent's key", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const key = (agent: boolean) => maria.client.auth.createApiKey({ payload: { name: "key", agent } })
        const [agents, plain] = [yield* key(true), yield* key(false)]
        strictEqual((yield* send("PUT", own, { as: plain.key, body: words })).status, 200)
        refusedFor(yield* send("PUT", own, { as: agents.key, body: { ...words, as: "doctor" } }), 403, /agent/)
        refusedFor(yield* send("DELETE", own, { as: agents.key }), 403, /agent/)
        deepStrictEqual(
          (yield* openOf(admin, maria)).map((one) => at(one, "as")),
          ["nurse"]
        )
      })
    )

    it.effect(
      "are refused where they are blank, too long or leak a credential, or an email where all would read it",
      () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const { email } = maria.payload
          for (const body of [
            {},
            { as: "nurse" },
            { ...words, text: " " },
            { ...words, text: "x".repeat(1001) },
            { ...words, as: "x".repeat(101) },
            { ...words, as: email }
          ]) {
            refused(yield* request(maria, body), 400)
          }
          strictEqual((yield* request(maria, { ...words, text: email })).status, 200)
          const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
          refused(yield* request(maria, { ...words, text: Redacted.value(key) }), 400)
        })
    )
  })
}
