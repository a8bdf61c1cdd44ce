import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { account, joinAdmin, type Member } from "../../../support/Given.ts"
import { send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, isTime, listAt, recordOf, refused, refusedFor, statusesOf } from "../../../support/Wire.ts"

const path = "/api/invitations"

const invite = ({ token }: Pick<Member, "token">, body: object = {}) => send("POST", path, { as: token, body })

/** The secret of a new invitation. */
const secretOf = (body: unknown) => new URL(String(at(body, "url"))).searchParams.get("invitation") ?? ""

const register = (invitation: string | undefined, given: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/auth/register", {
    body: account({ ...given, ...(invitation === undefined ? {} : { invitation }) })
  })

/** The invitations that an admin sees, by id. */
const listed = ({ token }: Member, id: unknown) =>
  Effect.map(send("GET", `${path}?limit=100`, { as: token }), ({ body }) =>
    listAt(body, "data").filter((one) => at(one, "id") === id)
  )

const invalid = /^this invitation is not valid/

/** Registration is open for the members who the test needs. */
const openFor = (admin: Member, registration: "open" | "closed") =>
  send("PATCH", "/api/community", { as: admin.token, body: { registration } })

/** An admin of a community whose registration is closed. */
const closed = Effect.gen(function* () {
  const known = yield* joinAdmin
  yield* openFor(known, "closed")
  return known
})

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: an invitation`, (it) => {
    it.effect("is made by an admin, who reads its link once, lists it and ends it", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const made = yield* invite(admin)
        const { url, ...invitation } = recordOf(made.body)
        const { createdAt, expiresAt, id } = invitation
        strictEqual(made.status, 201)
        strictEqual(made.headers["location"], path)
        strictEqual(made.headers["cache-control"], "no-store")
        assertTrue(/\/register\?invitation=rds_\w{39}$/.test(String(url)))
        deepStrictEqual(invitation, { id, role: "user", uses: 1, used: 0, expiresAt, note: null, createdAt })
        assertTrue(isTime(createdAt) && isTime(expiresAt))
        strictEqual(Date.parse(String(expiresAt)) - Date.parse(String(createdAt)), 14 * 86_400_000)
        deepStrictEqual(yield* listed(admin, id), [invitation])
        const ended = yield* send("DELETE", `${path}/${id}`, { as: admin.token })
        deepStrictEqual([ended.status, ended.body], [200, { deleted: true, id }])
        refused(yield* send("DELETE", `${path}/${id}`, { as: admin.token }), 404)
        deepStrictEqual(yield* listed(admin, id), [])
        refusedFor(yield* register(secretOf(made.body)), 403, invalid)
        const log = yield* send("GET", `/api/audit?userId=${admin.user.id}`, { as: admin.token })
        deepStrictEqual(
          listAt(log.body, "data").map((one) => ["action", "targetId", "detail"].map((name) => at(one, name))),
          [
            ["invitation_ended", id, null],
            ["invitation_created", id, "user, uses: 1"]
          ]
        )
      })
    )

    it.effect("opens registration while it is closed, for its uses and in its role", () =>
      Effect.gen(function* () {
        const admin = yield* closed
        const { body } = yield* invite(admin, { role: "expert", uses: 2, note: "  Lyon  " })
        const [id, secret] = [at(body, "id"), secretOf(body)]
        refusedFor(yield* register(undefined), 403, /registration is closed/)
        const first = yield* register(secret)
        deepStrictEqual([first.status, at(first.body, "user", "role")], [201, "expert"])
        const second = yield* register(secret, { role: "expert" })
        deepStrictEqual([second.status, at(second.body, "user", "role")], [201, "expert"])
        const used = yield* listed(admin, id)
        deepStrictEqual(
          used.map((one) => [at(one, "used"), at(one, "uses"), at(one, "note")]),
          [[2, 2, "Lyon"]]
        )
        refusedFor(yield* register(secret), 403, invalid)
        yield* openFor(admin, "open")
      })
    )

    it.effect("counts no use of a registration that fails, and one of ten on its last use", () =>
      Effect.gen(function* () {
        const admin = yield* closed
        const { body } = yield* invite(admin)
        const [id, secret] = [at(body, "id"), secretOf(body)]
        strictEqual((yield* register(secret, { username: admin.user.username })).status, 409)
        strictEqual((yield* register(secret, { password: "short" })).status, 400)
        deepStrictEqual(at((yield* listed(admin, id))[0], "used"), 0)
        const tries = Array.makeBy(10, () => register(secret))
        const answers = yield* Effect.all(tries, { concurrency: "unbounded" })
        deepStrictEqual(statusesOf(answers).toSorted(), [201, ...Array.replicate(403, 9)])
        for (const answer of answers.filter(({ status }) => status === 403)) refusedFor(answer, 403, invalid)
        deepStrictEqual(at((yield* listed(admin, id))[0], "used"), 1)
        yield* openFor(admin, "open")
      })
    )
  })
}

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: invitations`, (it) => {
    it.effect("are refused alike: unknown, expired, and a session token, while registration is open too", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const expiresAt = DateTime.formatIso(DateTime.add(yield* DateTime.now, { seconds: 1 }))
        const { body } = yield* invite(admin, { expiresAt })
        yield* Effect.repeat(DateTime.now, { until: (now) => DateTime.formatIso(now) > expiresAt })
        for (const secret of ["", "x", secretOf(body), Redacted.value(admin.token)]) {
          refusedFor(yield* register(secret), 403, invalid)
        }
        strictEqual((yield* register(undefined)).status, 201)
      })
    )

    it.effect("give no role but their own and the open ones", () =>
      Effect.gen(function* () {
        const admin = yield* closed
        const secret = secretOf((yield* invite(admin, { uses: 100 })).body)
        for (const role of ["expert", "moderator", "admin"]) refused(yield* register(secret, { role }), 403)
        yield* openFor(admin, "open")
        for (const role of ["moderator", "admin"]) refusedFor(yield* register(secret, { role }), 403, /not open/)
        const expert = yield* register(secret, { role: "expert" })
        deepStrictEqual([expert.status, at(expert.body, "user", "role")], [201, "expert"])
      })
    )

    it.effect("are refused with a bad role, number of uses, time or note", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        for (const body of [
          { role: "admin" },
          { role: "moderator" },
          { uses: 0 },
          { uses: 101 },
          { uses: 1.5 },
          { expiresAt: "tomorrow" },
          { expiresAt: "2020-01-01T00:00:00Z" },
          { note: " " },
          { note: "two\nlines" },
          { note: "x".repeat(201) },
          { note: Redacted.value(admin.token) }
        ]) {
          refused(yield* invite(admin, body), 400)
        }
        const given = { role: "expert", uses: 100, expiresAt: "2099-01-01T00:00:00.000Z", note: "x".repeat(200) }
        const { body, status } = yield* invite(admin, given)
        const { createdAt: _, id: __, url: ___, ...made } = recordOf(body)
        deepStrictEqual([status, made], [201, { ...given, used: 0 }])
        strictEqual((yield* invite(admin, { role: null, uses: null, expiresAt: null, note: null })).status, 201)
        strictEqual((yield* send("POST", path, { as: admin.token })).status, 201)
      })
    )
  })

  const userOnly = community(storage.layer, { REGISTRATION_ROLES: "user" })
  layer(userOnly, { excludeTestServices: true })(`${storage.name}: invitations`, (it) => {
    it.effect("that give a role which is not open are the admin's in the audit log", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const secret = secretOf((yield* invite(admin, { role: "expert" })).body)
        const id = at((yield* register(secret)).body, "user", "id")
        const log = yield* send("GET", `/api/audit?userId=${id}`, { as: admin.token })
        deepStrictEqual(
          listAt(log.body, "data").map((one) => [at(one, "action"), at(one, "by", "id"), at(one, "detail")]),
          [["role_changed", admin.user.id, "registered as expert"]]
        )
      })
    )
  })
}
